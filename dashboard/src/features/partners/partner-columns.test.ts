import { expect, it } from 'vitest';
import { certificationWords, owedWords } from './partner-columns.tsx';

it('a partner is live, or the list states how many steps of the checklist are done', () => {
  expect(certificationWords({ isLive: true, done: 0, steps: 10 })).toBe('Live');
  expect(certificationWords({ isLive: false, done: 2, steps: 10 })).toBe('2 of 10');
  expect(certificationWords({ isLive: false, done: 10, steps: 10 })).toBe('Complete');
});

it('the list of partners shows what is owed, funds as such, and nothing for a balance of zero', () => {
  const owed = (amount: string) => owedWords({ owed: { amount, currency: 'EUR' } });
  expect([owed('8055.70'), owed('-20.00'), owed('0.00')]).toEqual(['8,055.70 EUR', '20.00 EUR funds', '–']);
});
