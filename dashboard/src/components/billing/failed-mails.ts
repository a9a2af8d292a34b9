/** Emails that were to be sent automatically, failed, and still have to be sent. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

type Runs = Output<'billing/schedule/runs'>['runs'];

export type ScheduledMail = Runs[number]['partners'][number];

/** The partners with overdue statements. */
export type Overdue = Pick<Output<'billing/balances/list'>, 'balances' | 'page'>;

/** Statements of the last automatic run that failed and that nobody has sent since then. */
export function failedStatements({
  statements,
}: Pick<Output<'billing/schedule/show'>, 'statements'>): ScheduledMail[] {
  return statements?.partners.filter(({ outcome }) => outcome === 'FAILED') ?? [];
}

/**
 * Automatic reminders that failed and that nobody has sent since then. `runs` are the last ones, the latest first. A
 * reminder is no longer needed if its partner has paid. `overdue` is undefined while it is not known who has.
 */
export function failedReminders(runs: Runs, overdue?: Overdue): ScheduledMail[] {
  const owing = new Set(overdue?.balances.map(({ partnerId }) => partnerId));
  const isKnown = overdue !== undefined && !overdue.page.hasMore;
  return lastReminders(runs).filter(
    ({ partnerId, outcome }) => outcome === 'FAILED' && (!isKnown || owing.has(partnerId)),
  );
}

/**
 * The last reminder that was sent to each partner. It lists all unpaid statements, so it replaces the earlier ones. Partners
 * without a billing email were sent no reminder.
 */
function lastReminders(runs: Runs): ScheduledMail[] {
  const last = new Map<string, ScheduledMail>();
  for (const mail of runs.filter(({ month }) => month === null).flatMap(({ partners }) => partners)) {
    if (mail.reason !== 'NO_BILLING_EMAIL' && !last.has(mail.partnerId)) last.set(mail.partnerId, mail);
  }
  return [...last.values()];
}
