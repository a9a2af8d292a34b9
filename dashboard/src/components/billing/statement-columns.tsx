import type { Output } from '../../lib/calls/operator-client.ts';
import { formatAmount } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import type { Column } from '../data-table.tsx';
import { isZero } from './ageing.tsx';
import { unpaidAmount } from './unpaid.ts';

type Statement = Output<'statements/list'>['statements'][number];
type Amount =
  | 'opening'
  | 'charges'
  | 'refunds'
  | 'penalties'
  | 'payments'
  | 'returnedPayments'
  | 'adjustments';

const HEADINGS: Readonly<Record<Amount, string>> = {
  opening: 'Opening',
  charges: 'Charges',
  refunds: 'Refunds',
  penalties: 'Penalties',
  payments: 'Payments',
  returnedPayments: 'Returned',
  adjustments: 'Adjustments',
};

/** Statements have a number once they are closed. */
export const STATEMENT_MONTH: Column<Statement> = {
  key: 'month',
  heading: 'Month',
  cell: ({ month, number }) => (
    <>
      {monthName(month)}
      {number !== null && (
        <small>
          <code>{number}</code>
        </small>
      )}
    </>
  ),
};

/** Statements of several currencies have a column for it. The currency of all others is above the table. */
export function statementCurrencies(statements: readonly Pick<Statement, 'closing'>[]): readonly string[] {
  return [...new Set(statements.map(({ closing }) => closing.currency))];
}

/**
 * The amounts that add up to the closing balance of each row, and what is still unpaid. Leaves out what is zero in all
 * rows.
 */
export function statementAmounts(
  statements: readonly Pick<Statement, Amount | 'unpaid' | 'closing'>[],
): readonly Column<Statement>[] {
  const shown = (Object.keys(HEADINGS) as Amount[]).filter(key =>
    statements.some(statement => !isZero(statement[key])),
  );
  return [
    ...(statementCurrencies(statements).length > 1 ? [CURRENCY] : []),
    ...shown.map(
      (key): Column<Statement> => ({
        key,
        heading: HEADINGS[key],
        align: 'right',
        cell: statement => signed(key, statement[key]),
      }),
    ),
    {
      key: 'closing',
      heading: 'Closing',
      align: 'right',
      cell: ({ closing }) => <strong>{formatAmount(closing)}</strong>,
    },
    ...(statements.some(({ unpaid }) => unpaid !== null) ? [UNPAID] : []),
  ];
}

const CURRENCY: Column<Statement> = {
  key: 'currency',
  heading: 'Currency',
  cell: ({ closing }) => closing.currency,
};

const UNPAID: Column<Statement> = {
  key: 'unpaid',
  heading: 'Unpaid',
  align: 'right',
  cell: statement => {
    const text = unpaidAmount(statement) ?? '–';
    // A dash is not late, because what is due comes from earlier statements.
    return statement.payment === 'OVERDUE' && text !== '–' ? <span className="overdue">{text}</span> : text;
  },
};

/**
 * The API returns refunds and payments as positive amounts, but they reduce the balance. Zero is a dash, which cards on narrow screens leave out.
 */
function signed(key: Amount, money: Statement[Amount]): string {
  if (isZero(money)) return '–';
  const isReducing = key === 'refunds' || key === 'payments';
  return isReducing ? `−${formatAmount(money)}` : formatAmount(money);
}
