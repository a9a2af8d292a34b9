/** Emails that were to be sent automatically, failed, and still have to be sent. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

/** Of `billing/schedule/runs` with `stillFailed`. */
type Runs = Output<'billing/schedule/runs'>['runs'];

export type ScheduledMail = Runs[number]['partners'][number];

/** The partners with overdue statements. */
export type Overdue = Pick<Output<'billing/balances/list'>, 'balances' | 'page'>;

export interface FailedMails {
  statements: readonly ScheduledMail[];
  reminders: readonly ScheduledMail[];
}

/** A reminder is no longer needed if its partner has paid. `overdue` is undefined while it is not known who has. */
export function failedMails(runs: Runs, overdue?: Overdue): FailedMails {
  const owing = new Set(overdue?.balances.map(({ partnerId }) => partnerId));
  const isKnown = overdue !== undefined && !overdue.page.hasMore;
  const mailsOf = (wanted: readonly Runs[number][]) => wanted.flatMap(({ partners }) => partners);
  return {
    statements: mailsOf(runs.filter(({ month }) => month !== null)),
    reminders: mailsOf(runs.filter(({ month }) => month === null)).filter(
      ({ partnerId }) => !isKnown || owing.has(partnerId),
    ),
  };
}
