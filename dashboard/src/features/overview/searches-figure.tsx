import { ownData } from '../../lib/calls/current-data.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { lastPeriod, periodBefore } from '../../lib/format/period.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { FailedFigure, Figure } from './figure.tsx';
import { perBooking } from './figures.ts';
import { PERIOD, type Periods, REFRESH_MS } from './use-periods.ts';

type Summary = Output<'bookings/summary'>;
type Funnel = Output<'usage/funnel'>;

/** The look-to-book ratio. It has no change mark, because neither direction is good in itself. */
export function SearchesFigure({ week, previous }: Periods<Summary>) {
  const environment = useEnvironment();
  const input = { environment, countersOnly: true };
  const read = useCall('usage/funnel', input, { everyMs: REFRESH_MS, window: lastPeriod(PERIOD) });
  const before = ownData(
    useCall('usage/funnel', input, { everyMs: REFRESH_MS, window: periodBefore(PERIOD) }),
  );
  const ratio = (funnel: Funnel | undefined, summary: Summary | undefined) =>
    funnel && summary && perBooking(searchesOf(funnel), summary.total);
  const label = 'Searches per booking';
  if (read.state === 'failed') return <FailedFigure label={label} onRetry={read.reload} />;
  const now = ownData(read);
  return (
    <Figure
      label={label}
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
