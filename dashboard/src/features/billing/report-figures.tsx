import { sumCounts } from '../../components/billing/revenue-figures.ts';
import { Stat, Stats } from '../../components/card.tsx';
import { Amounts, ChangeMark } from '../../components/figure-parts.tsx';
import { type Change, changeOf, changeOfMoney } from '../../lib/format/change.ts';
import { formatNumber } from '../../lib/format/format.ts';
import type { ReportTotal } from './report.ts';
import type { Comparison } from './report-columns.tsx';

interface ReportFiguresProps {
  totals: readonly ReportTotal[];
  comparison: Comparison | undefined;
}

/** The totals of a report beside those of the year before. */
export function ReportFigures({ totals, comparison }: ReportFiguresProps) {
  const before = comparison?.earlier?.totals;
  const amount = (label: string, name: 'revenue' | 'margin') => {
    const of = (rows: readonly ReportTotal[]) => rows.map(row => row[name]);
    return {
      label,
      value: <Amounts amounts={of(totals)} />,
      change: changeOfMoney(of(totals), of(before ?? [])),
      earlier: <Amounts amounts={of(before ?? [])} />,
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
  const figures = [
    amount('Revenue', 'revenue'),
    amount('Margin', 'margin'),
    count('Bookings', 'bookings'),
    count('Room nights', 'roomNights'),
  ];
  return (
    <div className="money-stats">
      <Stats>
        {figures.map(({ label, value, change, earlier, isAmount }) => (
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
                  {before.length === 0 ? 'No bookings' : earlier} a year before
                </span>
              )
            }
          />
        ))}
      </Stats>
    </div>
  );
}

interface MarkProps {
  change: Change | undefined;
  isAmount: boolean;
  comparison: Comparison;
}

function Mark({ change, isAmount, comparison: { comparedWith, isOpen } }: MarkProps) {
  if (change === undefined) return null;
  return <ChangeMark change={change} isAmount={isAmount} comparedWith={comparedWith} isOpen={isOpen()} />;
}
