/** What the mark of the billing page counts and says. Pure. */
import { formatNumber } from '../../lib/format/format.ts';
import type { Overdue } from './failed-mails.ts';
import { longOverdue } from './long-overdue.ts';

export interface BillingMark {
  /** Partners with overdue statements, however late, and failed automatic emails. */
  count: number;
  /** Whether an email failed, or a partner is overdue for more than 30 days. */
  isSerious: boolean;
  /** For example `3 partners overdue, 1 failed email`. Empty if there is nothing to count. */
  words: string;
}

interface Counted {
  /** Undefined while it is not known. */
  overdue: Overdue | undefined;
  failedEmails: number;
  today: string;
}

export function billingMark({ overdue, failedEmails, today }: Counted): BillingMark {
  const balances = overdue?.balances.filter(balance => balance.overdue !== null) ?? [];
  const partners = balances.length;
  const words = [
    partners > 0 && `${overdue?.page.hasMore ? 'at least ' : ''}${counted(partners, 'partner')} overdue`,
    failedEmails > 0 && counted(failedEmails, 'failed email'),
  ];
  return {
    count: partners + failedEmails,
    isSerious: failedEmails > 0 || longOverdue(balances, today).length > 0,
    words: words.filter(part => part !== false).join(', '),
  };
}

function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
