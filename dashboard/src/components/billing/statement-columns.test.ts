import { expect, it } from 'vitest';
import { statementAmounts } from './statement-columns.tsx';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const NONE = {
  opening: eur('0.00'),
  charges: eur('0.00'),
  refunds: eur('0.00'),
  penalties: eur('0.00'),
  payments: eur('0.00'),
  adjustments: eur('0.00'),
  unpaid: null,
};

it('statements have no column for amounts that are zero in all of them', () => {
  const rows = [NONE, { ...NONE, opening: eur('640.50'), payments: eur('-0.50') }];
  expect(statementAmounts(rows).map(({ key }) => key)).toEqual(['opening', 'payments', 'closing']);
  expect(statementAmounts([]).map(({ key }) => key)).toEqual(['closing']);
});

it('statements have a column for what is unpaid if one of them asked for a payment', () => {
  const rows = [NONE, { ...NONE, unpaid: eur('0.00') }];
  expect(statementAmounts(rows).map(({ key }) => key)).toEqual(['unpaid', 'closing']);
});
