/** The filters of the balances, and the query and CSV file that they produce. Pure. */
import type { CsvCell } from '@serai/contract/shared/csv-line.ts';
import type { Account } from '../../components/billing/account.tsx';
import type { Input } from '../../lib/calls/operator-client.ts';
import type { Filters } from '../../lib/url-state.ts';

export const BALANCE_FILTERS = ['partner', 'show'] as const;

export const SHOW_OPTIONS = [
  ['overdue', 'Overdue, oldest first'],
  ['low', 'Less than 20% available'],
] as const;

type Query = Omit<Input<'billing/balances/list'>, 'page'>;

/** An unknown choice shows all balances. */
export function balanceQuery(
  environment: 'sandbox' | 'production',
  { partner, show }: Filters<(typeof BALANCE_FILTERS)[number]>,
): Query {
  return {
    environment,
    withAgeing: true,
    ...(partner !== undefined && { partnerId: partner }),
    ...(show === 'low' && { low: true }),
    ...(show === 'overdue' && { overdue: true }),
  } as Query;
}

export const BALANCE_HEADINGS = [
  'partner',
  'partner name',
  'billing',
  'currency',
  'balance',
  'overdue',
  'oldest due',
  '0-30 days',
  '31-60 days',
  '61-90 days',
  'over 90 days',
  'unpaid statements',
  'held',
  'limit',
  'available',
] as const;

export function balanceCells(account: Account): CsvCell[] {
  const { overdue, ageing } = account;
  return [
    account.partnerId,
    account.name,
    account.billing,
    account.currency,
    decimal(account.balance),
    decimal(overdue?.amount),
    overdue?.since,
    decimal(ageing?.days0To30),
    decimal(ageing?.days31To60),
    decimal(ageing?.days61To90),
    decimal(ageing?.over90),
    account.unpaidStatements,
    decimal(account.held),
    decimal(account.limit),
    decimal(account.available),
  ];
}

function decimal(money: { amount: string } | null | undefined): CsvCell {
  return money ? { decimal: money.amount } : null;
}
