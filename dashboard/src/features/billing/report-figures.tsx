import type { ReactNode } from 'react';
import { sumCounts } from '../../components/billing/revenue-figures.ts';
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
  const [now, earlier] = [cancelledOf(counts.now), cancelledOf(counts.before)];
  const points = pointsOf(now, earlier);
  const figures = [
    amount('Revenue', 'revenue'),
    amount('Margin', 'margin'),
    count('Bookings', 'bookings'),
    count('Room nights', 'roomNights'),
    amount('Average booking', 'averageBooking'),
    amount('Average daily rate', 'averageDailyRate'),
    {
      label: 'Cancellation rate',
      value: now === undefined ? '–' : formatPercent(now),
      mark: comparison && points && <PointsMark change={points} comparedWith={comparedWith} />,
      earlier: earlier === undefined ? undefined : formatPercent(earlier),
    },
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

/** The share of the bookings of all currencies together. Undefined without bookings. */
function cancelledOf({ bookings, cancelled }: ReturnType<typeof sumCounts>): number | undefined {
  return bookings === 0 ? undefined : cancelled / bookings;
}

/** Each figure in one sentence. */
const MEANINGS = [
  [
    'Revenue',
    'The net price of each booking, or its penalty if it was cancelled, without bookings that are paid at the property.',
  ],
  [
    'Average booking',
    'The price of an average booking that was not cancelled, without penalties and without bookings that are paid at the property.',
  ],
  ['Average daily rate (ADR)', 'The price of an average room night of the same bookings.'],
  ['Room nights per booking', 'Rooms times nights of an average booking that was not cancelled.'],
  [
    'Cancellation rate',
    'The share of the confirmed bookings that were cancelled so far. Its change is in percentage points. There was more time to cancel the bookings of the year before.',
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
