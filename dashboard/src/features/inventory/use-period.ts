/** Which nights the calendar shows: a month, or a week in a narrow window. The URL contains them. */
import { useMemo } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { localToday } from '../../lib/format/format.ts';
import { useFilters } from '../../lib/url-state.ts';
import {
  addDays,
  addMonths,
  firstMonth,
  firstWeek,
  isMonth,
  isNight,
  monthName,
  monthOfWeek,
  nightsOfMonth,
  nightsOfMonths,
  nightsOfWeek,
  weekName,
} from './month.ts';

export interface Period {
  unit: 'month' | 'week';
  title: string;
  /** The first night of the shown week, and how to show the week of another night. Undefined for a month. */
  week: { first: string; show: (night: string) => void } | undefined;
  /** The shown month, the current one, and how to show another. Undefined for a week. */
  month: { value: string; today: string; onChange: (month: string) => void } | undefined;
  /** The names of the next and the previous month or week. */
  nameAt: (step: -1 | 1) => string;
  onStep: (step: -1 | 1) => void;
  isNow: boolean;
  onNow: () => void;
}

/** The shown nights: a month, or the week of a narrow window, whose months are loaded so that the next week is at hand. */
export function usePeriod(
  { firstNight, lastNight }: Output<'inventory/show'>,
  isNarrow: boolean,
  selected: string | undefined,
): Period & { nights: readonly string[]; loadedNights: readonly string[] } {
  const [filters, setFilters] = useFilters(['month', 'week']);
  const today = localToday();
  const month = isMonth(filters.month) ? filters.month : firstMonth(today, firstNight, lastNight);
  const monday = (isNight(filters.week) ? nightsOfWeek(filters.week) : firstWeek(month, selected, today))[0];
  const monthNights = useMemo(() => nightsOfMonth(month), [month]);
  const week = useMemo(() => nightsOfWeek(monday as string), [monday]);
  const loadedWeeks = useMemo(() => nightsOfMonths(week), [week]);
  if (isNarrow) {
    const weekAt = (step: number) => nightsOfWeek(addDays(week[0] as string, step * 7));
    const show = (night: string) => {
      const next = nightsOfWeek(night);
      setFilters({ week: next[0], month: monthOfWeek(next) });
    };
    return {
      unit: 'week',
      week: { first: week[0] as string, show },
      month: undefined,
      nights: week,
      loadedNights: loadedWeeks,
      title: weekName(week),
      nameAt: step => weekName(weekAt(step)),
      onStep: step => show(weekAt(step)[0] as string),
      isNow: week.includes(today),
      onNow: () => show(today),
    };
  }
  const onMonth = (to: string) => setFilters({ month: to, week: undefined });
  return {
    unit: 'month',
    week: undefined,
    month: { value: month, today: today.slice(0, 7), onChange: onMonth },
    nights: monthNights,
    loadedNights: monthNights,
    title: monthName(month),
    nameAt: step => monthName(addMonths(month, step)),
    onStep: step => onMonth(addMonths(month, step)),
    isNow: month === today.slice(0, 7),
    onNow: () => onMonth(today.slice(0, 7)),
  };
}
