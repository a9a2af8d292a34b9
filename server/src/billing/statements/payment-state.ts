/** Whether closed statements are paid. Pure. */
import type { PartnerDebt } from '../ledger/ageing-store.ts';
import type { Payment } from './statement-view.ts';

interface Closed {
  month: string;
  closing_minor: number;
  to_at: Date;
  due_on: string | null;
}

interface Now {
  /** Undefined if the partner owes nothing. */
  debt: Pick<PartnerDebt, 'unpaidMonths' | 'over90Minor'> | undefined;
  /** The current day in the time zone of the operator. */
  today: string;
  /** Statements that ended before were not compared with the debt. */
  comparedSince: Date;
}

export function paymentState(statement: Closed, { debt, today, comparedSince }: Now): Payment {
  if (debt === undefined || statement.closing_minor <= 0) return 'PAID';
  if (debt.unpaidMonths.includes(statement.month)) {
    return statement.due_on !== null && statement.due_on < today ? 'OVERDUE' : 'UNPAID';
  }
  return statement.to_at <= comparedSince && debt.over90Minor > 0 ? null : 'PAID';
}
