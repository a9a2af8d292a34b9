import { useCall } from '../../lib/calls/use-call.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';

/** The navigation reads them on every page. */
const REFRESH_MS = 180_000;
/** The mark of the navigation shows no larger count. */
const MAX_LISTED = 100;

/** Partners with overdue statements, the earliest due date first, and their sums. Only for staff who may see billing. */
export function useOverdue() {
  const environment = useEnvironment();
  const [isStaff, seesBilling] = [useStaff(), useMay('billing:view')];
  return useCall(
    'billing/balances/list',
    { environment, overdue: true, withAgeing: true, withTotals: true, page: { limit: MAX_LISTED } },
    { everyMs: REFRESH_MS, when: isStaff && seesBilling },
  );
}
