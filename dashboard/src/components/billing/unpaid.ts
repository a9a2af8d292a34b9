/** Texts about what is still unpaid of a statement. Pure. */
import { isCarriedOver } from '@serai/contract/billing/mail-plan.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { decimalsOf, fromMinor, toMinor } from '../../lib/format/decimal.ts';
import { formatAmount, formatMoney } from '../../lib/format/format.ts';
import { isZero } from './ageing.tsx';

type Statement = Output<'statements/list'>['statements'][number];
type Unpaid = Pick<Statement, 'unpaid' | 'amountDue'>;

/**
 * For lists, without the currency. Undefined if the statement asked for no payment, or if it is not known whether it is paid. A dash if nothing of
 * it is unpaid: its status says whether it is paid, or whether all that is due comes from earlier statements.
 */
export function unpaidAmount({ unpaid, amountDue }: Unpaid): string | undefined {
  if (unpaid === null || amountDue === null) return undefined;
  return isZero(unpaid) || isZero(amountDue) ? '–' : formatAmount(unpaid);
}

/** What is still to pay: the total, then one part for each source. Empty if it is nothing, or not known. */
export function dueParts({ unpaid, amountDue }: Unpaid): readonly (readonly [label: string, text: string])[] {
  if (unpaid === null || amountDue === null || isZero(amountDue)) return [];
  const total = ['Amount due', formatMoney(amountDue)] as const;
  const digits = decimalsOf(amountDue.amount);
  const earlier = toMinor(amountDue.amount, digits) - toMinor(unpaid.amount, digits);
  if (earlier === 0n) return [total];
  const before = formatMoney({ ...amountDue, amount: fromMinor(earlier, digits) });
  return [
    total,
    ['Unpaid from this statement', formatMoney(unpaid)],
    ['Unpaid from earlier statements', before],
  ];
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
