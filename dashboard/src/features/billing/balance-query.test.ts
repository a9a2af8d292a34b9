import { listBalances } from '@serai/contract/billing/billing.ts';
import { expect, it } from 'vitest';
import type { Account } from '../../components/billing/account.tsx';
import { csvText } from '../../lib/format/download.ts';
import { BALANCE_HEADINGS, balanceCells, balanceQuery } from './balance-query.ts';

it('the choices of the balances become filters of the server, and an unknown choice shows all', () => {
  const all = { environment: 'sandbox', withAgeing: true };
  expect(balanceQuery('sandbox', { show: 'overdue' })).toEqual({ ...all, overdue: true });
  expect(balanceQuery('sandbox', { show: 'low', partner: 'prt_1' })).toEqual({
    ...all,
    low: true,
    partnerId: 'prt_1',
  });
  expect(balanceQuery('sandbox', { show: 'other' })).toEqual(all);
});

it('the exported balances have a value below each heading, and leave out what does not apply', () => {
  const [example] = listBalances.examples.answer.balances as [Account];
  expect(
    csvText(BALANCE_HEADINGS, [balanceCells(example)])
      .split('\r\n')
      .slice(0, 2),
  ).toEqual([
    'partner,partner name,billing,currency,balance,overdue,oldest due,0-30 days,31-60 days,61-90 days,over 90 days,unpaid statements,held,limit,available',
    'prt_01J9ZC4T3E,Northern Travel,CREDIT,EUR,3924.00,1274.00,2026-08-15,2650.00,1274.00,0.00,0.00,1,310.00,5000.00,766.00',
  ]);
  const prepaid: Account = { ...example, overdue: null, ageing: null, limit: null };
  expect(balanceCells(prepaid).slice(5, 11)).toEqual([null, undefined, null, null, null, null]);
});
