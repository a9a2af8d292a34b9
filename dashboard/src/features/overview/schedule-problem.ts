/** Emails that were sent automatically and failed. Pure. */

import {
  failedReminders,
  failedStatements,
  type Overdue,
  type ScheduledMail,
} from '../../components/billing/failed-mails.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import type { Problem } from './problem.ts';

export function statementProblems(schedule: Pick<Output<'billing/schedule/show'>, 'statements'>): Problem[] {
  return mailProblem('statement', failedStatements(schedule), ({ month }) => ` for ${monthName(month)}`);
}

export function reminderProblems(
  runs: Output<'billing/schedule/runs'>['runs'],
  overdue?: Overdue,
): Problem[] {
  return mailProblem('reminder', failedReminders(runs, overdue));
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
      link: { to: '/billing', search: { tab: 'emails' }, label: 'Open automatic emails' },
    },
  ];
}
