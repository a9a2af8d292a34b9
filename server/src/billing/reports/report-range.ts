/** Which parts of a report are whole months, for which there are sums, and which are days within a month. Pure. */
import { addDays } from '../../platform/time/civil-date.ts';
import { monthAfter, monthBefore } from '../statements/month-period.ts';

/** Days of one month, both included. */
export interface MonthDays {
  month: string;
  from: string;
  to: string;
}

export interface ReportRange {
  /** Whole months, both included. Without an end, everything on that side. Undefined if there are none. */
  months: { from: string | undefined; to: string | undefined } | undefined;
  /** At most one at the start and one at the end. */
  days: readonly MonthDays[];
}

/**
 * `from` and `to` are months or days, both included. The first and the last day of a month are its ends. `isCut`: the last
 * day is not complete, so its month is not either.
 */
export function splitRange(from: string | undefined, to: string | undefined, isCut = false): ReportRange {
  const [first, last] = [from?.slice(0, 7), to?.slice(0, 7)];
  const begin = from !== undefined && from > `${first}-01` ? from : undefined;
  const end = to !== undefined && to !== last && (isCut || to < lastDay(last as string)) ? to : undefined;
  if (first !== undefined && first === last && (begin ?? end) !== undefined) {
    const days = { month: first, from: begin ?? `${first}-01`, to: end ?? lastDay(first) };
    return { months: undefined, days: [days] };
  }
  const days: MonthDays[] = [];
  if (begin !== undefined) days.push({ month: first as string, from: begin, to: lastDay(first as string) });
  if (end !== undefined) days.push({ month: last as string, from: `${last}-01`, to: end });
  const months = {
    from: begin === undefined ? first : monthAfter(first as string),
    to: end === undefined ? last : monthBefore(last as string),
  };
  const isEmpty = months.from !== undefined && months.to !== undefined && months.from > months.to;
  return { months: isEmpty ? undefined : months, days };
}

/** The first and the last day of months or days. */
export function daysOfRange(from: string | undefined, to: string | undefined) {
  return {
    from: from?.length === 7 ? `${from}-01` : from,
    to: to?.length === 7 ? lastDay(to) : to,
  };
}

function lastDay(month: string): string {
  return addDays(`${monthAfter(month)}-01`, -1);
}
