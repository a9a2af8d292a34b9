import { expect, it } from 'vitest';
import { balancesAfter } from './balances-after.ts';

const money = (amount: string, currency = 'EUR') => ({ amount, currency });
const entries = (...changes: string[]) =>
  changes.map((amount, index) => ({ entryId: `e${index}`, owed: money(amount) }));
const amountsOf = (opening: string, ...changes: string[]) =>
  [...balancesAfter(money(opening), entries(...changes)).values()].map(({ amount }) => amount);

it('each balance is the opening balance and all changes so far, exactly', () => {
  expect(amountsOf('0.10', '0.20', '-0.50', '0.00', '90071992547409.93')).toEqual([
    '0.30',
    '-0.20',
    '-0.20',
    '90071992547409.73',
  ]);
  expect(amountsOf('-0.05', '0.01')).toEqual(['-0.04']);
  expect(amountsOf('500', '-120')).toEqual(['380']);
});

it('balances are empty while the opening balance is not known', () => {
  expect(balancesAfter(undefined, entries('1.00')).size).toBe(0);
});
