/** Computes the unpaid amounts of closed statements. Payments settle the oldest charges first. Pure. */
import type { Money } from '@serai/contract/shared/money.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import type { ClosedStatement, PartnerDebt } from '../ledger/ageing-store.ts';

export interface UnpaidStatement extends Pick<ClosedStatement, 'number' | 'month' | 'dueOn' | 'isLate'> {
  /** What is left to pay of the closing balance, which includes earlier statements. */
  amountDueMinor: number;
  /** The part that no earlier statement contains, so that these amounts add up. */
  unpaidMinor: number;
}

/** Oldest first. */
export function unpaidStatements(newestFirst: readonly ClosedStatement[]): UnpaidStatement[] {
  let remainsMinor = 0;
  const ended = newestFirst.map(({ addedMinor, ...statement }) => {
    const remainedMinor = statement.remainsMinor ?? remainsMinor;
    remainsMinor = remainedMinor - addedMinor;
    return { ...statement, remainedMinor };
  });
  let earlierMinor = 0;
  return ended
    .toReversed()
    .map(({ number, month, dueOn, isLate, closingMinor, remainedMinor }) => {
      // Without returned payments, no more remains than the closing balance. A payment that was returned after the end of the
      // month leaves earlier statements unpaid that the closing balance does not contain.
      const amountDueMinor = closingMinor > 0 ? Math.min(remainedMinor, closingMinor + earlierMinor) : 0;
      const unpaidMinor = Math.max(0, amountDueMinor - earlierMinor);
      earlierMinor += unpaidMinor;
      return { number, month, dueOn, isLate, amountDueMinor, unpaidMinor };
    })
    .filter(({ amountDueMinor }) => amountDueMinor > 0);
}

/**
 * The unpaid statements up to a month, oldest first, that make up what is due for that month. Empty if they do not add up
 * to it, for example because a later month ended with less than an earlier one still asks for.
 */
export function openStatements(
  newestFirst: readonly ClosedStatement[],
  { month, amountDueMinor }: Pick<UnpaidStatement, 'month' | 'amountDueMinor'>,
): UnpaidStatement[] {
  const open = unpaidStatements(newestFirst).filter(each => each.month <= month && each.unpaidMinor > 0);
  const sum = open.reduce((minor, { unpaidMinor }) => minor + unpaidMinor, 0);
  return sum === amountDueMinor ? open : [];
}

/** The sum of the unpaid amounts of statements whose due date has passed, and the earliest of these dates. */
export function overdueOf(
  statements: readonly ClosedStatement[],
): { minor: number; since: string } | undefined {
  // A statement that only carries earlier debt forward adds nothing.
  const late = unpaidStatements(statements).filter(({ isLate, unpaidMinor }) => isLate && unpaidMinor > 0);
  const [since] = late.flatMap(({ dueOn }) => dueOn ?? []).sort();
  if (since === undefined) return undefined;
  return { minor: late.reduce((sum, { unpaidMinor }) => sum + unpaidMinor, 0), since };
}

export function overdueView(
  statements: readonly ClosedStatement[],
  currency: string,
): { amount: Money; since: string } | null {
  const overdue = overdueOf(statements);
  return overdue === undefined ? null : { amount: toMoney(overdue.minor, currency), since: overdue.since };
}

export interface PaymentState {
  payment: 'PAID' | 'UNPAID' | 'OVERDUE' | null;
  /** Both are null if it is not known, or if the statement asked for no payment. */
  unpaidMinor: number | null;
  amountDueMinor: number | null;
}

/** An open statement, or one that is not compared with the debt. */
export const UNKNOWN_PAYMENT: PaymentState = { payment: null, unpaidMinor: null, amountDueMinor: null };

interface Closed {
  month: string;
  closing_minor: number;
  to_at: Date;
}

type Debt = Pick<PartnerDebt, 'statements' | 'comparedSince' | 'over90Minor'>;

/** `debt` is undefined if the partner owes nothing. */
export function paymentState(statement: Closed, debt: Debt | undefined): PaymentState {
  if (statement.closing_minor <= 0) return { ...UNKNOWN_PAYMENT, payment: 'PAID' };
  const unpaid = unpaidStatements(debt?.statements ?? []).find(({ month }) => month === statement.month);
  if (unpaid !== undefined) {
    const { isLate, unpaidMinor, amountDueMinor } = unpaid;
    return { payment: isLate ? 'OVERDUE' : 'UNPAID', unpaidMinor, amountDueMinor };
  }
  if (debt !== undefined && statement.to_at <= debt.comparedSince && debt.over90Minor > 0) {
    return UNKNOWN_PAYMENT;
  }
  return { payment: 'PAID', unpaidMinor: 0, amountDueMinor: 0 };
}
