import type { ReactNode } from 'react';
import { Stat } from '../../components/card.tsx';
import { TrendLine } from '../../components/charts/small-charts.tsx';
import { ChangeMark } from '../../components/figure-parts.tsx';
import type { Target } from '../../components/link-to.tsx';
import type { Change } from '../../lib/format/change.ts';
import type { BusinessPeriod } from './business-period.ts';
import type { Trend } from './days.ts';

interface FigureProps {
  period: Pick<BusinessPeriod, 'before' | 'comparedWith'>;
  label: string;
  link?: Target | undefined;
  value: ReactNode;
  note?: ReactNode;
  /** Omitted if the two periods cannot be compared. */
  change?: Change | undefined;
  /** The change is neither good nor bad, for example because the period has just begun. */
  isOpen?: boolean;
  /** Amounts are less, numbers of things are fewer. */
  isAmount?: boolean;
  previous: ReactNode;
  /** Omitted if there was nothing. */
  yearBefore?: ReactNode;
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
  isOpen = false,
  isAmount = false,
  previous,
  yearBefore,
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
          {change && (
            <ChangeMark change={change} isAmount={isAmount} comparedWith={comparedWith} isOpen={isOpen} />
          )}
          {note && <span className="figure-note">{note}</span>}
        </span>
      }
      hint={
        <>
          <FigureFacts
            facts={[
              [before, previous],
              ['Year before', yearBefore],
              [
                'Today',
                today !== undefined && yesterday !== undefined ? (
                  <TodayValue key="today" today={today} yesterday={yesterday} />
                ) : (
                  today
                ),
              ],
              ...facts,
            ]}
          />
          {trend}
        </>
      }
    />
  );
}

/** The figure of today, and in brackets that of yesterday up to this time. */
function TodayValue({ today, yesterday }: { today: ReactNode; yesterday: ReactNode }) {
  return (
    <span className="figure-today">
      {today} <span className="faint">(yesterday: {yesterday})</span>
    </span>
  );
}

interface YearBeforeProps {
  value: ReactNode;
  change: Change | undefined;
  isAmount?: boolean;
}

/** The figure of the year before and the change since then. */
export function YearBefore({ value, change, isAmount = false }: YearBeforeProps) {
  return (
    <span className="figure-year">
      {value}
      {change && <ChangeMark change={change} isAmount={isAmount} comparedWith="the year before" />}
    </span>
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
