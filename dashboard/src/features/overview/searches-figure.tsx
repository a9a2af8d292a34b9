import { ownData } from '../../lib/calls/current-data.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { FailedFigure, Figure } from './figure.tsx';
import { perBooking } from './figures.ts';
import { type Periods, REFRESH_MS } from './use-periods.ts';

type Summary = Output<'bookings/summary'>;
type Funnel = Output<'usage/funnel'>;

/** The look-to-book ratio. It has no change mark, because neither direction is good in itself. */
export function SearchesFigure({ period, current, previous }: Periods<Summary>) {
  const environment = useEnvironment();
  const input = { environment, countersOnly: true };
  const options = { everyMs: REFRESH_MS };
  const read = useCall('usage/funnel', input, { ...options, window: period.windows.current });
  const before = ownData(useCall('usage/funnel', input, { ...options, window: period.windows.previous }));
  const ratio = (funnel: Funnel | undefined, summary: Summary | undefined) =>
    funnel && summary && perBooking(searchesOf(funnel), summary.total);
  const label = 'Searches per booking';
  if (read.state === 'failed') return <FailedFigure label={label} onRetry={read.reload} />;
  const now = ownData(read);
  return (
    <Figure
      period={period}
      label={label}
      value={ratio(now, current) ?? '–'}
      previous={before && previous && (ratio(before, previous) ?? '–')}
      facts={[['Searches', now && formatNumber(searchesOf(now))]]}
    />
  );
}

function searchesOf({ keys }: Funnel): number {
  return keys.reduce((total, { searches }) => total + searches, 0);
}
