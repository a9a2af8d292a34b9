import type { Output } from '../../lib/calls/operator-client.ts';
import { formatAmount, formatMoney } from '../../lib/format/format.ts';
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

/**
 * What is still unpaid, and the amounts that add up to the closing balance of each row. Leaves out what is zero in all
 * rows.
 */
export function statementAmounts(
  statements: readonly Pick<Statement, Amount | 'unpaid'>[],
): readonly Column<Statement>[] {
  const shown = (Object.keys(HEADINGS) as Amount[]).filter(key =>
    statements.some(statement => !isZero(statement[key])),
  );
  return [
    ...(statements.some(({ unpaid }) => unpaid !== null) ? [UNPAID] : []),
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
      cell: ({ closing }) => <strong>{formatMoney(closing)}</strong>,
    },
  ];
}

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
 * The API returns refunds and payments as positive amounts, but they reduce the balance. The currency is left out, because the
 * closing balance states it and the columns need the space. Zero is a dash, which cards on narrow screens leave out.
 */
function signed(key: Amount, money: Statement[Amount]): string {
  if (isZero(money)) return '–';
  const isReducing = key === 'refunds' || key === 'payments';
  return isReducing ? `−${formatAmount(money)}` : formatAmount(money);
}
