import { expect, it } from 'vitest';
import { describeUnpaid, unpaidAmount } from './unpaid.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const texts = (unpaid: string | null, amountDue = unpaid) => {
  const statement = {
    unpaid: unpaid === null ? null : eur(unpaid),
    amountDue: amountDue === null ? null : eur(amountDue),
  };
  return [unpaidAmount(statement), describeUnpaid(statement)];
};

it('a statement shows what is still unpaid, and its page also what earlier statements add to it', () => {
  expect(texts('444.00')).toEqual(['444.00 EUR', '444.00 EUR']);
  expect(texts('444.00', '564.00')).toEqual(['444.00 EUR', '444.00 EUR, with earlier statements 564.00 EUR']);
  expect(texts('0.00', '120.00')).toEqual(['0.00 EUR', '120.00 EUR from earlier statements']);
});

it('a paid statement shows that it is paid, and one that asked for no payment shows nothing', () => {
  expect(texts('0.00')).toEqual(['Paid', '0.00 EUR']);
  expect(texts(null)).toEqual([undefined, undefined]);
});
