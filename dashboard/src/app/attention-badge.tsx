import { AlarmClock } from 'lucide-react';
import { ownData } from '../lib/calls/current-data.ts';
import { useCall } from '../lib/calls/use-call.ts';
import { formatNumber } from '../lib/format/format.ts';
import { useEnvironment } from '../lib/url-state.ts';

const REFRESH_MS = 30_000;
/** A larger number would not fit, and nobody needs it exactly. */
const MAX_SHOWN = 99;

interface Waiting {
  /** Bookings and reservations that need attention. */
  count: number;
  /** Bookings that should have been decided already. */
  overdue: number;
}

const NOTHING: Waiting = { count: 0, overdue: 0 };

/** Nothing until it is known. */
export function useAttentionCount(when = true): Waiting {
  const environment = useEnvironment();
  const counted = useCall('attention/count', { environment }, { everyMs: REFRESH_MS, when });
  return ownData(counted) ?? NOTHING;
}

export function formatBadge(count: number): string {
  return count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count);
}

/** For example `3 waiting, 1 overdue`. */
export function describeWaiting({ count, overdue }: Waiting): string {
  const waiting = `${formatNumber(count)} waiting`;
  return overdue === 0 ? waiting : `${waiting}, ${formatNumber(overdue)} overdue`;
}

/** The clock means that bookings are overdue. Shows nothing while nothing needs attention. */
export function AttentionBadge() {
  const waiting = useAttentionCount();
  const { count, overdue } = waiting;
  if (count === 0) return null;
  return (
    <span
      className="nav-count"
      data-level={overdue > 0 ? 'down' : 'degraded'}
      title={describeWaiting(waiting)}
    >
      <span aria-hidden>
        {overdue > 0 && <AlarmClock size={12} />} {formatBadge(count)}
      </span>
      <span className="unseen">({describeWaiting(waiting)})</span>
    </span>
  );
}
