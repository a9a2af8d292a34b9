import { ownData } from '../../lib/calls/current-data.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { lastPeriod, periodBefore, TODAY, YESTERDAY_BY_NOW } from '../../lib/format/period.ts';

export const REFRESH_MS = 60_000;
export const PERIOD = '7d';

export interface Periods<Data> {
  week: Data;
  /** The 7 days before. This and the following are undefined while they load. */
  previous: Data | undefined;
  today: Data | undefined;
  /** Yesterday until the same time of day. */
  yesterday: Data | undefined;
}

interface PeriodOptions<Name extends 'bookings/summary' | 'reports/sales'> {
  /** Added to the input of all periods except the last 7 days. */
  others?: Partial<Input<Name>>;
  when?: boolean;
}

/** Reads the same figures for the last 7 days, the 7 days before, today and yesterday. */
export function usePeriods<Name extends 'bookings/summary' | 'reports/sales'>(
  name: Name,
  input: Input<Name>,
  { others, when = true }: PeriodOptions<Name> = {},
) {
  const options = { everyMs: REFRESH_MS, when };
  const other = { ...input, ...others };
  const read = useCall(name, input, { ...options, window: lastPeriod(PERIOD) });
  const before = useCall(name, other, { ...options, window: periodBefore(PERIOD) });
  const today = useCall(name, other, { ...options, window: TODAY });
  const yesterday = useCall(name, other, { ...options, window: YESTERDAY_BY_NOW });
  return {
    read,
    week: ownData(read),
    previous: ownData(before),
    today: ownData(today),
    yesterday: ownData(yesterday),
  } satisfies Periods<Output<Name> | undefined> & { read: unknown };
}
