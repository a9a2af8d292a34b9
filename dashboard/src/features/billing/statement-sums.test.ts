import { expect, it } from 'vitest';
import { EMPTY_STATEMENT, eur } from '../../../test/empty-statement.ts';
import type { Statement } from './download-statement.ts';
import { foldLabel, hasAmount, shownSums } from './statement-sums.ts';

const NONE = EMPTY_STATEMENT as unknown as Statement;

it('totals of zero are left out, except for the balances, and a negative adjustment has a minus sign', () => {
  expect(shownSums(NONE).map(({ label }) => label)).toEqual(['Opening balance', 'Closing balance']);
  const paid = {
    ...NONE,
    payments: eur('20.00'),
    returnedPayments: eur('20.00'),
    adjustments: eur('-5.00'),
  };
  expect(shownSums(paid).slice(1, -1)).toEqual([
    { label: 'Payments', sign: '−', money: eur('20.00') },
    { label: 'Returned payments', sign: '+', money: eur('20.00') },
    { label: 'Adjustments', sign: '−', money: eur('5.00') },
  ]);
});

it('an entry of zero has no amount', () => {
  expect(hasAmount({ amount: eur('0.00'), owed: eur('0.00') })).toBe(false);
  expect(hasAmount({ amount: eur('444.00'), owed: eur('0.00') })).toBe(true);
  expect(hasAmount({ amount: eur('20.00'), owed: eur('-20.00') })).toBe(true);
});

it('the number of folded entries is shown only if all entries are loaded', () => {
  expect(foldLabel(false, 12, false)).toBe('Show 12 entries without an amount');
  expect(foldLabel(true, 1, false)).toBe('Hide 1 entry without an amount');
  expect(foldLabel(false, 1, true)).toBe('Show entries without an amount');
});
