import { expect, it } from 'vitest';
import { describeUnpaid, dueParts, unpaidAmount } from './unpaid.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const texts = (unpaid: string | null, amountDue = unpaid) => {
  const statement = {
    unpaid: unpaid === null ? null : eur(unpaid),
    amountDue: amountDue === null ? null : eur(amountDue),
  };
  return [unpaidAmount(statement), describeUnpaid(statement)];
};

it('a list shows what is unpaid of a statement itself, and its page what is to pay with earlier statements', () => {
  expect(texts('444.00')).toEqual(['444.00', '444.00 EUR']);
  expect(texts('444.00', '564.00')).toEqual([
    '444.00',
    '564.00 EUR, of which 444.00 EUR is from this statement',
  ]);
  expect(texts('0.00', '120.00')).toEqual(['–', '120.00 EUR, all from earlier statements']);
});

it('the amount to pay is split into that of the statement and that of earlier ones', () => {
  const parts = (unpaid: string, amountDue: string) =>
    dueParts({ unpaid: eur(unpaid), amountDue: eur(amountDue) }).map(part => part.join(' '));
  expect(parts('1985.20', '4935.70')).toEqual([
    'Amount due 4,935.70 EUR',
    'Unpaid from this statement 1,985.20 EUR',
    'Unpaid from earlier statements 2,950.50 EUR',
  ]);
  expect(parts('100.00', '100.00')).toEqual(['Amount due 100.00 EUR']);
  expect(parts('0.00', '0.00')).toEqual([]);
  expect(dueParts({ unpaid: null, amountDue: null })).toEqual([]);
});

it('a paid statement has no unpaid amount, because its status says that it is paid', () => {
  expect(texts('0.00')).toEqual(['–', undefined]);
  expect(texts(null)).toEqual([undefined, undefined]);
});
