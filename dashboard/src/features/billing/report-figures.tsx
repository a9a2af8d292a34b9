import { sumCounts } from '../../components/billing/revenue-figures.ts';
import { Stat, Stats } from '../../components/card.tsx';
import { Amounts, ChangeMark } from '../../components/figure-parts.tsx';
import { type Change, changeOf, changeOfMoney } from '../../lib/format/change.ts';
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
  const amount = (label: string, name: AmountName) => {
    const of = (rows: readonly ReportTotal[]) => rows.map(row => row[name]).filter(value => value !== null);
    const past = of(before ?? []);
    return {
      label,
      value: <Amounts amounts={of(totals)} />,
      change: changeOfMoney(of(totals), past),
      earlier: past.length === 0 ? undefined : <Amounts amounts={past} />,
      isAmount: true,
    };
  };
  const counts = { now: sumCounts(totals), before: sumCounts(before ?? []) };
  const count = (label: string, name: 'bookings' | 'roomNights') => ({
    label,
    value: formatNumber(counts.now[name]),
    change: changeOf(counts.now[name], counts.before[name]),
    earlier: formatNumber(counts.before[name]),
    isAmount: false,
  });
  const [now, earlier] = [ratesOf(counts.now), ratesOf(counts.before)];
  const figures = [
    amount('Revenue', 'revenue'),
    amount('Margin', 'margin'),
    count('Bookings', 'bookings'),
    count('Room nights', 'roomNights'),
    amount('Average booking value', 'averageBooking'),
    amount('Average daily rate', 'averageDailyRate'),
    {
      label: 'Room nights per booking',
      value: now.nights === undefined ? '–' : now.nights.toFixed(1),
      change: changeOf(now.nights, earlier.nights),
      earlier: earlier.nights?.toFixed(1),
      isAmount: false,
    },
    {
      label: 'Cancellation rate',
      value: now.cancelled === undefined ? '–' : formatPercent(now.cancelled),
      // There was more time to cancel older bookings.
      change: undefined,
      earlier: earlier.cancelled === undefined ? undefined : formatPercent(earlier.cancelled),
      isAmount: false,
    },
  ];
  return (
    <div className="money-stats report-stats">
      <Stats>
        {figures.map(({ label, value, change, earlier: past, isAmount }) => (
          <Stat
            key={label}
            label={label}
            value={
              <span className="figure-line">
                {value}
                {comparison && <Mark change={change} isAmount={isAmount} comparison={comparison} />}
              </span>
            }
            hint={
              before !== undefined && (
                <span className="report-before">
                  {before.length === 0 ? 'No bookings' : (past ?? 'No value')} a year before
                </span>
              )
            }
          />
        ))}
      </Stats>
    </div>
  );
}

/** Bookings of all currencies together. Undefined without bookings. */
function ratesOf({ bookings, cancelled, roomNights }: ReturnType<typeof sumCounts>) {
  const kept = bookings - cancelled;
  return {
    nights: kept === 0 ? undefined : roomNights / kept,
    cancelled: bookings === 0 ? undefined : cancelled / bookings,
  };
}

interface MarkProps {
  change: Change | undefined;
  isAmount: boolean;
  comparison: Comparison;
}

function Mark({ change, isAmount, comparison: { comparedWith, isOpen } }: MarkProps) {
  if (change === undefined) return null;
  return <ChangeMark change={change} isAmount={isAmount} comparedWith={comparedWith()} isOpen={isOpen()} />;
}

/** Each figure in one sentence. */
const MEANINGS = [
  [
    'Revenue',
    'The net price of each booking, or its penalty if it was cancelled, without bookings that are paid at the property.',
  ],
  [
    'Average booking value',
    'Revenue per booking that was not cancelled. It contains penalties, and bookings that are paid at the property count without revenue.',
  ],
  [
    'Average daily rate (ADR)',
    'Revenue per room night. It contains penalties, and the nights of bookings that are paid at the property count without revenue.',
  ],
  ['Room nights per booking', 'Rooms times nights of an average booking that was not cancelled.'],
  [
    'Cancellation rate',
    'The share of the confirmed bookings that were cancelled so far. It has no arrow, because there was more time to cancel the bookings of the year before.',
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
