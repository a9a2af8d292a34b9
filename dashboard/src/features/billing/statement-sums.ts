/** The lines that lead from the opening to the closing balance of a statement. Pure. */
import { isZero } from '../../components/billing/ageing.tsx';
import type { Entry } from '../../components/billing/entry-kinds.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';

type Statement = Output<'statements/show'>['statement'];
type Money = Statement['closing'];

interface Sum {
  label: string;
  sign: '' | '+' | '−' | '=';
  /** Without the sign, except for balances. */
  money: Money;
}

/** Without amounts of zero, except for the balances. */
export function shownSums(statement: Statement): Sum[] {
  const sums: Sum[] = [
    { label: 'Opening balance', sign: '', money: statement.opening },
    added('Charges', statement.charges),
    { label: 'Refunds', sign: '−', money: statement.refunds },
    added('Penalties', statement.penalties),
    { label: 'Payments', sign: '−', money: statement.payments },
    added('Returned payments', statement.returnedPayments),
    added('Adjustments', statement.adjustments),
    { label: 'Closing balance', sign: '=', money: statement.closing },
  ];
  return sums.filter(({ sign, money }) => sign === '' || sign === '=' || !isZero(money));
}

/** Bookings that guests pay at the property have entries of zero. */
export function hasAmount({ amount, owed }: Pick<Entry, 'amount' | 'owed'>): boolean {
  return !isZero(amount) || !isZero(owed);
}

/** The label of the button that folds entries of zero. Their number is known only once all pages are loaded. */
export function foldLabel(isOpen: boolean, folded: number, hasMore: boolean): string {
  const number = hasMore ? '' : `${formatNumber(folded)} `;
  const noun = folded === 1 && !hasMore ? 'entry' : 'entries';
  return `${isOpen ? 'Hide' : 'Show'} ${number}${noun} without an amount`;
}

/** Of the added amounts, only adjustments can be negative. */
function added(label: string, money: Money): Sum {
  if (!money.amount.startsWith('-')) return { label, sign: '+', money };
  return { label, sign: '−', money: { ...money, amount: money.amount.slice(1) } };
}
