/** The months of this year beside those of the year before. Pure. */
import { monthsLater } from '../../lib/format/zoned-day.ts';

/** From January to this month, of this year and of the year before. */
export function yearMonths(thisMonth: string) {
  const from = `${thisMonth.slice(0, 4)}-01`;
  return {
    current: { from, to: thisMonth },
    before: { from: monthsLater(from, -12), to: monthsLater(thisMonth, -12) },
  };
}
