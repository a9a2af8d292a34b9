import { currentData, isWaiting } from '../../lib/calls/current-data.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { type FailedMails, failedMails } from './failed-mails.ts';

/** The navigation reads them on every page. */
const REFRESH_MS = 180_000;
/** More partners with overdue statements than these are not looked at. */
const MAX_OVERDUE = 200;

/** None for users who may not send them, and in the sandbox, where nothing is sent automatically. */
export function useFailedMails(): FailedMails & { isSettled: boolean } {
  const environment = useEnvironment();
  const [isStaff, mayEdit] = [useStaff(), useMay('billing:edit')];
  const when = isStaff && mayEdit && environment === 'production';
  const read = useCall('billing/schedule/runs', { stillFailed: true }, { when, everyMs: REFRESH_MS });
  // What could not be refreshed is no longer reported, because it may have been sent.
  const runs = (when && currentData(read)?.runs) || [];
  const needsOverdue = runs.some(({ month }) => month === null);
  const overdue = useCall(
    'billing/balances/list',
    { environment, overdue: true, page: { limit: MAX_OVERDUE } },
    { when: needsOverdue, everyMs: REFRESH_MS },
  );
  return {
    ...failedMails(runs, currentData(overdue)),
    isSettled: !when || !(isWaiting(read) || (needsOverdue && isWaiting(overdue))),
  };
}
