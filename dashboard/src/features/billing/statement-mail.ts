/** The email that asks a partner to pay a statement. Pure. */
import { isZero } from '../../components/billing/ageing.tsx';
import { formatMoney, formatUtcDay } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import type { Statement } from './download-statement.ts';

type Asked = Pick<Statement, 'statementId' | 'month' | 'environment' | 'dueOn' | 'unpaid' | 'amountDue'>;

/** What is left to pay, including earlier statements. Undefined if it is nothing, or not known. */
export function stillDue({ amountDue }: Pick<Statement, 'amountDue'>): Statement['amountDue'] | undefined {
  return amountDue === null || isZero(amountDue) ? undefined : amountDue;
}

/** A `mailto` address. Undefined if nothing is due. */
export function statementMail(to: string, statement: Asked): string | undefined {
  const { statementId, month, environment, dueOn, unpaid } = statement;
  const due = stillDue(statement);
  if (!due || statementId === null) return undefined;
  const hasEarlier = unpaid?.amount !== due.amount;
  const lines = [
    `Statement for ${monthName(month)}`,
    '',
    `Statement number: ${statementId}`,
    `Amount due: ${formatMoney(due)}${hasEarlier ? ' (includes earlier statements)' : ''}`,
    ...(dueOn === null ? [] : [`Due date: ${formatUtcDay(dueOn)}`]),
    ...(environment === 'sandbox' ? ['', 'This is a sandbox statement. There is nothing to pay.'] : []),
  ];
  const subject = `Statement ${statementId}, ${monthName(month)}: ${formatMoney(due)} due`;
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`;
  return `mailto:${encodeURIComponent(to).replaceAll('%40', '@')}?${query}`;
}
