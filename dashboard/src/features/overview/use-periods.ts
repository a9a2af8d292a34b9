import { ownData } from '../../lib/calls/current-data.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import type { BusinessPeriod } from './business-period.ts';

export const REFRESH_MS = 60_000;

export interface Periods<Data> {
  period: BusinessPeriod;
  current: Data;
  /** The earlier period. This and the following are undefined while they load. */
  previous: Data | undefined;
  /** The same dates of the year before. */
  yearBefore: Data | undefined;
  /** This and yesterday are always undefined if the period has ended. */
  today: Data | undefined;
  /** Yesterday until the same time of day. */
  yesterday: Data | undefined;
}

interface PeriodOptions<Name extends 'bookings/summary' | 'reports/sales'> {
  /** Added to the input of all periods except the current one. */
  others?: Partial<Input<Name>>;
  when?: boolean;
}

/** Reads the same figures for the chosen period, the earlier ones, today and yesterday. */
export function usePeriods<Name extends 'bookings/summary' | 'reports/sales'>(
  name: Name,
  input: Input<Name>,
  period: BusinessPeriod,
  { others, when = true }: PeriodOptions<Name> = {},
) {
  const { windows, isOpen } = period;
  const options = { everyMs: REFRESH_MS, when };
  const other = { ...input, ...others };
  const read = useCall(name, input, { ...options, window: windows.current });
  const before = useCall(name, other, { ...options, window: windows.previous });
  const yearBefore = useCall(name, other, { ...options, window: windows.yearBefore });
  const recent = { ...options, when: when && isOpen };
  const today = useCall(name, other, { ...recent, window: windows.today });
  const yesterday = useCall(name, other, { ...recent, window: windows.yesterday });
  return {
    period,
    read,
    current: ownData(read),
    previous: ownData(before),
    yearBefore: ownData(yearBefore),
    today: isOpen ? ownData(today) : undefined,
    yesterday: isOpen ? ownData(yesterday) : undefined,
  } satisfies Periods<Output<Name> | undefined> & { read: unknown };
}
