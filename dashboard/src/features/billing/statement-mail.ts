/** When a partner can be asked to pay a statement, and the email for installations that cannot send it. Pure. */
import { stillDue } from '@serai/contract/billing/mail-plan.ts';
import { mailtoUrl } from '../../components/contact-urls.ts';
import { formatMoney, formatUtcDay } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import type { Statement } from './download-statement.ts';

type Asked = Pick<Statement, 'number' | 'month' | 'environment' | 'dueOn' | 'unpaid' | 'amountDue'>;

/** Without payment terms there is no due date, so a reminder can be sent at any time. As the server decides it. */
export function mayRemind(statement: Pick<Statement, 'amountDue' | 'dueOn' | 'payment'>): boolean {
  return stillDue(statement) !== undefined && (statement.dueOn === null || statement.payment === 'OVERDUE');
}

/** A `mailto` address. Undefined if nothing is due. */
export function statementMail(to: string, statement: Asked): string | undefined {
  const { number, month, environment, dueOn, unpaid } = statement;
  const due = stillDue(statement);
  if (!due || number === null) return undefined;
  const hasEarlier = unpaid?.amount !== due.amount;
  const lines = [
    `Statement for ${monthName(month)}`,
    '',
    `Statement number: ${number}`,
    `Amount due: ${formatMoney(due)}${hasEarlier ? ' (including earlier statements)' : ''}`,
    ...(dueOn === null ? [] : [`Due date: ${formatUtcDay(dueOn)}`]),
    ...(environment === 'sandbox' ? ['', 'This is a sandbox statement. There is nothing to pay.'] : []),
  ];
  const subject = `Statement ${number}, ${monthName(month)}: ${formatMoney(due)} due`;
  return mailtoUrl(to, { subject, body: lines.join('\n') });
}
