/** Shows health in the same words, icons and colours everywhere. */
import {
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CircleX,
  Hourglass,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Health, HealthLevel } from '../lib/health.ts';
import { Badge, type Tone } from './feedback.tsx';
import { LinkTo, type Target } from './link-to.tsx';
import { Timestamp } from './timestamp.tsx';

const LEVELS: Readonly<Record<HealthLevel, { label: string; tone: Tone; icon: LucideIcon }>> = {
  OK: { label: 'OK', tone: 'good', icon: CircleCheck },
  DEGRADED: { label: 'Degraded', tone: 'warn', icon: TriangleAlert },
  DOWN: { label: 'Down', tone: 'bad', icon: CircleX },
  UNKNOWN: { label: 'No recent data', tone: 'plain', icon: CircleDashed },
  COUNTING: { label: 'Counting…', tone: 'plain', icon: Hourglass },
  LOADING: { label: 'Loading…', tone: 'plain', icon: Hourglass },
  NOT_LOADED: { label: 'Could not be loaded', tone: 'warn', icon: CircleHelp },
  PAUSED: { label: 'Paused', tone: 'plain', icon: CirclePause },
};

/** For lists, where a level that says nothing needs no badge. */
export function healthLabel({ level, label }: Pick<Health, 'level' | 'label'>): string {
  return label ?? LEVELS[level].label;
}

export function HealthBadge({ level, label, warns = false }: Pick<Health, 'level' | 'label' | 'warns'>) {
  const { tone, icon: Icon } = LEVELS[warns ? 'DEGRADED' : level];
  return (
    <Badge tone={tone}>
      <Icon size={14} aria-hidden /> {healthLabel({ level, ...(label && { label }) })}
    </Badge>
  );
}

/** The badge with the reason and the time below it. */
export function HealthStatus({ health }: { health: Health }) {
  const { level, why, since } = health;
  return (
    <span>
      <HealthBadge {...health} />
      {(why || (since && level !== 'OK')) && (
        <span className="state-why">
          {why}{' '}
          {since && level !== 'OK' && (
            <>
              Since <Timestamp at={since} exact />.
            </>
          )}
        </span>
      )}
    </span>
  );
}

export interface HealthItem {
  name: string;
  health: Health;
  link: Target;
}

/** The health of several things in one line, each with a link to its page, which shows the reasons. */
export function HealthStrip({ items, action }: { items: readonly HealthItem[]; action?: ReactNode }) {
  return (
    <section className="health-strip" aria-label="Health">
      <ul>
        {items.map(({ name, health, link }) => (
          <li key={name}>
            <LinkTo {...link}>{name}</LinkTo>
            <HealthBadge {...health} />
          </li>
        ))}
      </ul>
      {action}
    </section>
  );
}
