import { useCall } from '../lib/calls/use-call.ts';
import { formatNumber } from '../lib/format/format.ts';
import { useEnvironment } from '../lib/url-state.ts';

const REFRESH_MS = 30_000;
/** A larger number would not fit, and nobody needs it exactly. */
const MAX_SHOWN = 99;

/** The number of bookings that need attention. Shows nothing while there are none. */
export function AttentionBadge() {
  const environment = useEnvironment();
  const counted = useCall('attention/count', { environment }, { everyMs: REFRESH_MS });
  if (counted.state !== 'ready' || counted.data.count === 0) return null;
  const { count } = counted.data;
  return (
    <span className="nav-count">
      <span aria-hidden>{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="unseen">({formatNumber(count)} waiting)</span>
    </span>
  );
}
