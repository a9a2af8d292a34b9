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
  LOADING: { label: 'Loading…', tone: 'plain', icon: Hourglass },
  NOT_LOADED: { label: 'Could not be loaded', tone: 'warn', icon: CircleHelp },
  PAUSED: { label: 'Paused', tone: 'plain', icon: CirclePause },
};

/** For lists, where a level that says nothing needs no badge. */
export function healthLabel(level: HealthLevel): string {
  return LEVELS[level].label;
}

export function HealthBadge({ level }: Pick<Health, 'level'>) {
  const { label, tone, icon: Icon } = LEVELS[level];
  return (
    <Badge tone={tone}>
      <Icon size={14} aria-hidden /> {label}
    </Badge>
  );
}

/** The badge with the reason and the time below it. */
export function HealthStatus({ health: { level, why, since } }: { health: Health }) {
  return (
    <span>
      <HealthBadge level={level} />
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

/** The health of several things in one line, each with a link to its page. */
export function HealthStrip({ items, action }: { items: readonly HealthItem[]; action?: ReactNode }) {
  return (
    <section className="health-strip" aria-label="Health">
      <ul>
        {items.map(({ name, health, link }) => (
          <li key={name}>
            <LinkTo {...link}>{name}</LinkTo>
            <HealthBadge level={health.level} />
            {health.why && <small>{health.why}</small>}
          </li>
        ))}
      </ul>
      {action}
    </section>
  );
}
