import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney } from '../../lib/format/format.ts';
import type { Column } from '../data-table.tsx';

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

/** All amounts of a statement, so that each row adds up to its closing balance. */
export const STATEMENT_AMOUNTS: readonly Column<Statement>[] = [
  ...(Object.keys(HEADINGS) as Amount[]).map(
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

/** The API returns refunds and payments as positive amounts, but they reduce the balance. */
function signed(key: Amount, money: Statement[Amount]): string {
  const isReducing = key === 'refunds' || key === 'payments';
  if (!isReducing || !/[1-9]/.test(money.amount)) return formatMoney(money);
  return money.amount.startsWith('-')
    ? formatMoney({ ...money, amount: money.amount.slice(1) })
    : `−${formatMoney(money)}`;
}
