/** Emails that were sent automatically and failed. Pure. */

import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import type { Overdue, Problem } from './problem.ts';

type Runs = Output<'billing/schedule/runs'>['runs'];
type ScheduledMail = Runs[number]['partners'][number];

/** Statements of the last automatic run that failed and that nobody has sent since then. */
export function statementProblems({
  statements,
}: Pick<Output<'billing/schedule/show'>, 'statements'>): Problem[] {
  const failed = statements?.partners.filter(({ outcome }) => outcome === 'FAILED') ?? [];
  return mailProblem('statement', failed, ({ month }) => ` for ${monthName(month)}`);
}

/**
 * Automatic reminders that failed and that nobody has sent since then. `runs` are the last ones, the latest first. A
 * reminder is no longer needed if its partner has paid. `overdue` is undefined while it is not known who has.
 */
export function reminderProblems(runs: Runs, overdue?: Overdue): Problem[] {
  const owing = new Set(overdue?.balances.map(({ partnerId }) => partnerId));
  const isKnown = overdue !== undefined && !overdue.page.hasMore;
  const due = lastReminders(runs).filter(
    ({ partnerId, outcome }) => outcome === 'FAILED' && (!isKnown || owing.has(partnerId)),
  );
  return mailProblem('reminder', due);
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

/** One problem for all emails of a kind. */
function mailProblem(
  noun: 'statement' | 'reminder',
  failed: readonly ScheduledMail[],
  ofFirst: (mail: ScheduledMail) => string = () => '',
): Problem[] {
  const [first, ...others] = failed;
  if (first === undefined) return [];
  const isOne = others.length === 0;
  const what = isOne ? `1 ${noun}` : `${formatNumber(failed.length)} ${noun}s`;
  const more = others.length === 1 ? '1 more partner' : `${formatNumber(others.length)} more partners`;
  return [
    {
      key: `schedule ${noun}`,
      tone: 'warn',
      title: `${what}${ofFirst(first)} could not be sent`,
      cause: isOne
        ? `The email to ${first.partnerName} failed.`
        : `The emails to ${first.partnerName} and ${more} failed.`,
      advice: isOne
        ? `Check the billing email, then send the ${noun} again.`
        : `Check the billing emails, then send the ${noun}s again.`,
      link: { to: '/billing', label: 'Open billing' },
    },
  ];
}
