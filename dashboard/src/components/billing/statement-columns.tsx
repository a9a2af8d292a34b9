import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney } from '../../lib/format/format.ts';
import type { Column } from '../data-table.tsx';
import { isZero } from './ageing.tsx';
import { unpaidAmount } from './unpaid.ts';

type Statement = Output<'statements/list'>['statements'][number];
type Amount = 'opening' | 'charges' | 'refunds' | 'penalties' | 'payments' | 'adjustments';

const HEADINGS: Readonly<Record<Amount, string>> = {
  opening: 'Opening',
  charges: 'Charges',
  refunds: 'Refunds',
  penalties: 'Penalties',
  payments: 'Payments',
  adjustments: 'Adjustments',
};

/**
 * The amounts of statements, so that each row adds up to its closing balance, and what is still unpaid. Leaves out what is zero in
 * all rows.
 */
export function statementAmounts(
  statements: readonly Pick<Statement, Amount | 'unpaid'>[],
): readonly Column<Statement>[] {
  const shown = (Object.keys(HEADINGS) as Amount[]).filter(key =>
    statements.some(statement => !isZero(statement[key])),
  );
  return [
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
    ...(statements.some(({ unpaid }) => unpaid !== null) ? [UNPAID] : []),
  ];
}

const UNPAID: Column<Statement> = {
  key: 'unpaid',
  heading: 'Still unpaid',
  align: 'right',
  cell: statement => {
    const text = unpaidAmount(statement);
    return statement.payment === 'OVERDUE' ? <span className="overdue">{text}</span> : text;
  },
};

/** The API returns refunds and payments as positive amounts, but they reduce the balance. */
function signed(key: Amount, money: Statement[Amount]): string {
  const isReducing = key === 'refunds' || key === 'payments';
  if (!isReducing || isZero(money)) return formatMoney(money);
  return money.amount.startsWith('-')
    ? formatMoney({ ...money, amount: money.amount.slice(1) })
    : `−${formatMoney(money)}`;
}
