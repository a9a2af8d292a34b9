/** Texts about what is still unpaid of a statement. Pure. */
import { isCarriedOver } from '@serai/contract/billing/mail-plan.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { isZero } from './ageing.tsx';

type Statement = Output<'statements/list'>['statements'][number];
type Unpaid = Pick<Statement, 'unpaid' | 'amountDue'>;

/**
 * For lists. Undefined if the statement asked for no payment, or if it is not known whether it is paid. A dash if nothing of
 * it is unpaid: its status says whether it is paid, or whether all that is due comes from earlier statements.
 */
export function unpaidAmount({ unpaid, amountDue }: Unpaid): string | undefined {
  if (unpaid === null || amountDue === null) return undefined;
  return isZero(unpaid) || isZero(amountDue) ? '–' : formatMoney(unpaid);
}

/**
 * What is still to pay of one statement, with earlier ones, because the closing balance contains them. Undefined if it is nothing,
 * or not known.
 */
export function describeUnpaid({ unpaid, amountDue }: Unpaid): string | undefined {
  if (unpaid === null || amountDue === null) return undefined;
  const due = formatMoney(amountDue);
  if (isZero(amountDue)) return undefined;
  if (isCarriedOver({ unpaid, amountDue })) return `${due}, all from earlier statements`;
  return unpaid.amount === amountDue.amount
    ? due
    : `${due}, of which ${formatMoney(unpaid)} is from this statement`;
}
