/** Whether closed statements are paid. Pure. */
import type { PartnerDebt } from '../ledger/ageing-store.ts';
import type { Payment } from './statement-view.ts';

interface Closed {
  month: string;
  closing_minor: number;
  to_at: Date;
}

type Debt = Pick<PartnerDebt, 'unpaidMonths' | 'overdueMonths' | 'comparedSince' | 'over90Minor'>;

/** `debt` is undefined if the partner owes nothing. */
export function paymentState(statement: Closed, debt: Debt | undefined): Payment {
  if (debt === undefined || statement.closing_minor <= 0) return 'PAID';
  if (debt.overdueMonths.includes(statement.month)) return 'OVERDUE';
  if (debt.unpaidMonths.includes(statement.month)) return 'UNPAID';
  return statement.to_at <= debt.comparedSince && debt.over90Minor > 0 ? null : 'PAID';
}
