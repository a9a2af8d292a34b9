import { expect, it, test } from 'vitest';
import { owedWords, paymentChoices, paymentWords } from './payment-words.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const owing = {
  billing: 'CREDIT',
  currency: 'EUR',
  balance: eur('8055.70'),
  overdue: { amount: eur('4935.70'), since: '2026-08-15' },
} as const;
const onTime = { ...owing, overdue: null };
const prepaid = { ...onTime, billing: 'PREPAID', balance: eur('120.00') } as const;

test.each([
  ['640.50', 'Settles the oldest overdue charges. 4,295.20 EUR remains overdue.'],
  ['4935.7', 'Settles everything overdue. 3,120.00 EUR remains owed.'],
  [' 5000 ', 'Settles everything overdue. 3,055.70 EUR remains owed.'],
  ['8055.70', 'Settles the full balance.'],
  ['8100', 'Settles the full balance. 44.30 EUR is left for later bookings.'],
  ['', undefined],
  ['0.00', undefined],
  ['1.234', undefined],
  ['-5', undefined],
  ['1,000', undefined],
])('the form states what a payment of "%s" settles', (amount, words) => {
  expect(paymentWords(owing, amount)).toBe(words);
});

it('a payment of a partner that is not late settles the oldest charges', () => {
  expect(paymentWords(onTime, '55.70')).toBe('Settles the oldest charges first. 8,000.00 EUR remains owed.');
});

it('the form offers what is overdue and all that is owed, each once', () => {
  expect(paymentChoices(owing)).toEqual([
    ['Overdue', '4935.70'],
    ['Full balance', '8055.70'],
  ]);
  const late = { ...owing, overdue: { ...owing.overdue, amount: owing.balance } };
  expect(paymentChoices(late)).toEqual([['Full balance', '8055.70']]);
  expect(paymentChoices({ ...onTime, balance: eur('0.00') })).toEqual([]);
  expect(paymentChoices({ ...onTime, balance: eur('-5.00') })).toEqual([]);
});

it('a partner that pays in advance has funds, and its payments settle nothing', () => {
  expect(owedWords(owing)).toBe('Owed 8,055.70 EUR, overdue 4,935.70 EUR');
  expect(owedWords(prepaid)).toBe('Funds 120.00 EUR');
  expect([paymentWords(prepaid, '5'), paymentChoices(prepaid)]).toEqual([undefined, []]);
});
