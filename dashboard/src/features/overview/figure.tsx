import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Stat } from '../../components/card.tsx';
import { TrendLine } from '../../components/charts/small-charts.tsx';
import type { Tone } from '../../components/feedback.tsx';
import type { Target } from '../../components/link-to.tsx';
import type { BusinessPeriod } from './business-period.ts';
import type { Trend } from './days.ts';
import { amountLines, type Change, type Money } from './figures.ts';

interface FigureProps {
  period: Pick<BusinessPeriod, 'before' | 'comparedWith'>;
  label: string;
  link?: Target | undefined;
  value: ReactNode;
  note?: ReactNode;
  /** Omitted if the two periods cannot be compared. */
  change?: Change | undefined;
  /** Amounts are less, numbers of things are fewer. */
  isAmount?: boolean;
  previous: ReactNode;
  today?: ReactNode;
  yesterday?: ReactNode;
  /** More lines below those of the periods. */
  facts?: readonly Fact[];
  /** The figure for each day, below all lines. */
  trend?: ReactNode;
}

type Fact = readonly [name: string, value: ReactNode];

/** A figure of the chosen period, beside the earlier one. */
export function Figure({
  period: { before, comparedWith },
  label,
  link,
  value,
  note,
  change,
  isAmount = false,
  previous,
  today,
  yesterday,
  facts = [],
  trend,
}: FigureProps) {
  return (
    <Stat
      label={label}
      {...(link && { link })}
      value={
        <span className="figure-line">
          {value}
          {note && <span className="figure-note">{note}</span>}
          {change && <ChangeMark change={change} isAmount={isAmount} comparedWith={comparedWith} />}
        </span>
      }
      hint={
        <>
          <FigureFacts
            facts={[[before, previous], ['Today', today], ['Yesterday at this time', yesterday], ...facts]}
          />
          {trend}
        </>
      }
    />
  );
}

interface FailedFigureProps {
  label: string;
  onRetry: () => void;
}

/** It has no link, because the link of a figure would cover the button. */
export function FailedFigure({ label, onRetry }: FailedFigureProps) {
  return (
    <Stat
      label={label}
      value="–"
      hint={
        <>
          Could not be loaded.{' '}
          <button type="button" className="link" onClick={onRetry}>
            Try again<span className="unseen"> ({label})</span>
          </button>
        </>
      }
    />
  );
}

/** A line for each fact that is known, with the values below each other. */
export function FigureFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <span className="figure-facts">
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <span key={name}>
            <span>{name}</span> <span>{value}</span>
          </span>
        ))}
    </span>
  );
}

const ARROWS = { up: ArrowUp, down: ArrowDown, same: ArrowRight };
const TONES = { up: 'good', down: 'bad', same: 'plain' } as const satisfies Record<string, Tone>;

interface ChangeMarkProps {
  change: Change;
  isAmount: boolean;
  comparedWith: string;
}

function ChangeMark({ change: { direction, text }, isAmount, comparedWith }: ChangeMarkProps) {
  const Icon = ARROWS[direction];
  const word = direction === 'up' ? 'more' : isAmount ? 'less' : 'fewer';
  return (
    <span className="change-mark" data-tone={TONES[direction]}>
      <Icon size={14} aria-hidden />
      {text}
      <span className="unseen">
        {direction === 'same' ? ' (unchanged)' : ` ${word} than in ${comparedWith}`}
      </span>
    </span>
  );
}

/** Without a trend, only its space. */
export function FigureTrend({ trend }: { trend: Trend | undefined }) {
  return (
    <span className="figure-trend">
      {trend && (
        <>
          <TrendLine values={trend.values} label={trend.text} isOpen={trend.isOpen} />
          <span aria-hidden="true">
            <span>{trend.start}</span> <span>{trend.end}</span>
          </span>
        </>
      )}
    </span>
  );
}

export function Amounts({ amounts }: { amounts: readonly Money[] }) {
  return (
    <span className="amounts">
      {amountLines(amounts).map(line => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}
