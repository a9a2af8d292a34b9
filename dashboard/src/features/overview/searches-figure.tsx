import { ownData } from '../../lib/calls/current-data.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { dayName } from '../../lib/format/month.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { FailedFigure, Figure } from './figure.tsx';
import { changeOfRatio, countedLate, perBooking } from './figures.ts';
import { type Periods, REFRESH_MS } from './use-periods.ts';

type Summary = Output<'bookings/summary'>;
type Funnel = Output<'usage/funnel'>;

/**
 * The look-to-book ratio. Its change is neither good nor bad in itself. If searches are counted only since a day of the
 * period, the bookings since then count.
 */
export function SearchesFigure({ period, current, previous }: Periods<Summary>) {
  const environment = useEnvironment();
  const input = { environment, countersOnly: true };
  const options = { everyMs: REFRESH_MS };
  const read = useCall('usage/funnel', input, { ...options, window: period.windows.current });
  const before = ownData(useCall('usage/funnel', input, { ...options, window: period.windows.previous }));
  const now = ownData(read);
  const since = now && countedLate(now);
  const recent = useCall(
    'bookings/summary',
    { environment, from: since, ...(!period.isOpen && { to: now?.to }) },
    { ...options, when: since !== undefined },
  );
  const bookings = since === undefined ? current : ownData(recent);
  const ratio = (funnel: Funnel | undefined, summary: Summary | undefined) =>
    funnel && summary && perBooking(searchesOf(funnel), summary.total);
  const perBookingNow = ratio(now, bookings);
  const perBookingBefore = before && !countedLate(before) ? ratio(before, previous) : undefined;
  const label = 'Searches per booking';
  if (read.state === 'failed') return <FailedFigure label={label} onRetry={read.reload} />;
  return (
    <Figure
      period={period}
      label={label}
      value={numberOrDash(perBookingNow)}
      change={changeOfRatio(perBookingNow, perBookingBefore, previous?.total ?? 0)}
      isOpen
      previous={before && previous && numberOrDash(perBookingBefore)}
      facts={[
        [
          since === undefined
            ? 'Searches'
            : `Searches since ${dayName(dateIn(current.timeZone, Date.parse(since)))}`,
          now && formatNumber(searchesOf(now)),
        ],
      ]}
    />
  );
}

function searchesOf({ keys }: Funnel): number {
  return keys.reduce((total, { searches }) => total + searches, 0);
}

function numberOrDash(value: number | undefined): string {
  return value === undefined ? '–' : formatNumber(value);
}
