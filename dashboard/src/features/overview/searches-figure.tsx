import { ownData } from '../../lib/calls/current-data.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { lastPeriod, periodBefore } from '../../lib/format/period.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { Figure } from './figure.tsx';
import { perBooking } from './figures.ts';
import type { Periods } from './use-periods.ts';

const REFRESH_MS = 60_000;
const PERIOD = '7d';

type Summary = Output<'bookings/summary'>;
type Funnel = Output<'usage/funnel'>;

/** The look-to-book ratio. It has no change mark, because neither direction is good in itself. */
export function SearchesFigure({ week, previous }: Periods<Summary>) {
  const environment = useEnvironment();
  const input = { environment, countersOnly: true };
  const now = ownData(useCall('usage/funnel', input, { everyMs: REFRESH_MS, window: lastPeriod(PERIOD) }));
  const before = ownData(
    useCall('usage/funnel', input, { everyMs: REFRESH_MS, window: periodBefore(PERIOD) }),
  );
  const ratio = (funnel: Funnel | undefined, summary: Summary | undefined) =>
    funnel && summary && perBooking(searchesOf(funnel), summary.total);
  return (
    <Figure
      label="Searches per booking"
      link={{ to: '/usage', search: { period: PERIOD } }}
      value={ratio(now, week) ?? '–'}
      previous={before && previous && (ratio(before, previous) ?? '–')}
      facts={[['Searches', now && formatNumber(searchesOf(now))]]}
    />
  );
}

function searchesOf({ keys }: Funnel): number {
  return keys.reduce((total, { searches }) => total + searches, 0);
}
