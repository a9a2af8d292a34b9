/** Tables that a backup does not hold, and why. A new table is in every backup unless it is named here. */

export const REQUEST_LOG = 'request_log';

const LEFT_OUT: Readonly<Record<string, string>> = {
  node: 'processes that ran then do not run in the restored service',
  operator_session: 'who was signed in then signs in again',
  sign_in_link: 'a link of then may have been used since',
  limiter_snapshot: 'counters of windows that have passed',
  recovery: 'every restore begins its own',
  recovery_provider: 'every restore begins its own',
};

/** Undefined: it is in the backup. */
export function whyLeftOut(table: string, withRequestLog: boolean): string | undefined {
  if (table === REQUEST_LOG && !withRequestLog)
    return 'asked for with --with-request-log only: it is long, and no record of bookings';
  return LEFT_OUT[table];
}
