import { ownData } from '../lib/calls/current-data.ts';
import { useCall } from '../lib/calls/use-call.ts';
import { formatNumber } from '../lib/format/format.ts';
import { useEnvironment } from '../lib/url-state.ts';

const REFRESH_MS = 30_000;
/** A larger number would not fit, and nobody needs it exactly. */
const MAX_SHOWN = 99;

/** The number of bookings and reservations that need attention. 0 until it is known. */
export function useAttentionCount(when = true): number {
  const environment = useEnvironment();
  const counted = useCall('attention/count', { environment }, { everyMs: REFRESH_MS, when });
  return ownData(counted)?.count ?? 0;
}

export function formatBadge(count: number): string {
  return count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count);
}

/** Shows nothing while nothing needs attention. */
export function AttentionBadge() {
  const count = useAttentionCount();
  if (count === 0) return null;
  return (
    <span className="nav-count">
      <span aria-hidden>{formatBadge(count)}</span>
      <span className="unseen">({formatNumber(count)} waiting)</span>
    </span>
  );
}
