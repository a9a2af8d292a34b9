/** Tables that a backup does not contain, with the reason. A new table is in every backup unless it is listed here. */

export const REQUEST_LOG = 'request_log';

const LEFT_OUT: Readonly<Record<string, string>> = {
  node: 'the processes no longer run in the restored service',
  operator_session: 'people must sign in again',
  sign_in_link: 'a link may have been used since then',
  limiter_snapshot: 'its rate windows have passed',
  recovery: 'every restore starts a new recovery',
  recovery_provider: 'every restore starts a new recovery',
};

/** Undefined if the table is in the backup. */
export function whyLeftOut(table: string, withRequestLog: boolean): string | undefined {
  if (table === REQUEST_LOG && !withRequestLog)
    return 'included only with --with-request-log, because it is large and contains no bookings';
  return LEFT_OUT[table];
}
