import type { ReactNode } from 'react';
import { cancellationsOf, sumCounts } from '../../components/billing/revenue-figures.ts';
import { Stat, Stats } from '../../components/card.tsx';
import { Amounts, ChangeMark, PointsMark } from '../../components/figure-parts.tsx';
import { changeOf, changeOfMoney, pointsOf } from '../../lib/format/change.ts';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import type { ReportTotal } from './report.ts';
import type { Comparison } from './report-columns.tsx';

interface ReportFiguresProps {
  totals: readonly ReportTotal[];
  comparison: Comparison | undefined;
}

type AmountName = 'revenue' | 'margin' | 'averageBooking' | 'averageDailyRate';

/** The totals of a report beside those of the year before. */
export function ReportFigures({ totals, comparison }: ReportFiguresProps) {
  const before = comparison?.earlier?.totals;
  const comparedWith = comparison?.comparedWith() ?? '';
  const mark = (change: ReturnType<typeof changeOf>, isAmount: boolean) =>
    comparison &&
    change && (
      <ChangeMark
        change={change}
        isAmount={isAmount}
        comparedWith={comparedWith}
        isOpen={comparison.isOpen()}
      />
    );
  const amount = (label: string, name: AmountName) => {
    const of = (rows: readonly ReportTotal[]) => rows.map(row => row[name]).filter(value => value !== null);
    const past = of(before ?? []);
    return {
      label,
      value: <Amounts amounts={of(totals)} />,
      mark: mark(changeOfMoney(of(totals), past), true),
      earlier: past.length === 0 ? undefined : <Amounts amounts={past} />,
    };
  };
  const counts = { now: sumCounts(totals), before: sumCounts(before ?? []) };
  const count = (label: string, name: 'bookings' | 'roomNights') => ({
    label,
    value: formatNumber(counts.now[name]),
    mark: mark(changeOf(counts.now[name], counts.before[name]), false),
    earlier: formatNumber(counts.before[name]),
  });
  const rate = (label: string, [now, past]: readonly (number | undefined)[], better: 'up' | 'down') => {
    const change = pointsOf(now, past);
    return {
      label,
      value: now === undefined ? '–' : formatPercent(now),
      mark: comparison && change && (
        <PointsMark
          change={change}
          better={better}
          comparedWith={comparedWith}
          isOpen={comparison.isOpen()}
        />
      ),
      earlier: past === undefined ? undefined : formatPercent(past),
    };
  };
  const margins = [totals, before ?? []].map(marginOf);
  const cancelled = [totals, comparison?.earlier?.known ?? []].map(rows => cancellationsOf(rows)?.share);
  const figures = [
    amount('Revenue', 'revenue'),
    amount('Margin', 'margin'),
    // Rates in different currencies are not one rate.
    ...(totals.length === 1 ? [rate('Margin %', margins, 'up')] : []),
    count('Bookings', 'bookings'),
    count('Room nights', 'roomNights'),
    amount('Average booking value', 'averageBooking'),
    amount('Average daily rate', 'averageDailyRate'),
    rate('Cancellation rate', cancelled, 'down'),
  ];
  return (
    <div className="money-stats report-stats">
      <Stats>
        {figures.map(figure => (
          <Stat
            key={figure.label}
            label={figure.label}
            value={figure.value}
            hint={
              before !== undefined && (
                <span className="report-before">
                  {figure.mark}
                  {before.length === 0 ? 'No bookings' : <From earlier={figure.earlier} />}
                  <span className="unseen"> a year before</span>
                </span>
              )
            }
          />
        ))}
      </Stats>
    </div>
  );
}

function From({ earlier }: { earlier: ReactNode }) {
  return earlier === undefined ? 'No value' : <span className="report-from">from {earlier}</span>;
}

/** From 0 to 1. Undefined without revenue, or if there are several currencies. */
function marginOf(totals: readonly ReportTotal[]): number | undefined {
  const percent = totals.length === 1 ? totals[0]?.marginPercent : undefined;
  return typeof percent === 'number' ? percent / 100 : undefined;
}

/** Each figure in one sentence. */
const MEANINGS = [
  [
    'Revenue',
    'The net of each booking, or its penalty if it was cancelled. Excludes bookings paid at the property.',
  ],
  ['Share', 'The row’s share of the total revenue in its currency.'],
  [
    'Average booking value',
    'The average net of a booking. Excludes cancelled bookings and bookings paid at the property.',
  ],
  ['Average daily rate (ADR)', 'The average net of a room night in the same bookings.'],
  ['Room nights per booking', 'Rooms times nights, on average, of bookings that were not cancelled.'],
  [
    'Cancellation rate',
    'The share of confirmed bookings cancelled so far. For the year before, only cancellations up to the same day a year ago count. The change is in percentage points.',
  ],
] as const;

export function FigureMeanings() {
  return (
    <details className="report-meanings">
      <summary>What the figures mean</summary>
      <dl>
        {MEANINGS.map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
