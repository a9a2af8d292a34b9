import { expect, it } from 'vitest';
import { partnerApiHealth } from '../../lib/health.ts';
import { certificationWords, isJudged, owedWords } from './partner-columns.tsx';

it('a partner is live, or the list states how many steps of the checklist are done', () => {
  expect(certificationWords({ isLive: true, done: 0, steps: 10 })).toBe('Live');
  expect(certificationWords({ isLive: false, done: 2, steps: 10 })).toBe('2 of 10');
  expect(certificationWords({ isLive: false, done: 10, steps: 10 })).toBe('Complete');
});

it('the list of partners shows what is owed, funds as such, and nothing for a balance of zero', () => {
  const owed = (amount: string) => owedWords({ owed: { amount, currency: 'EUR' } });
  expect([owed('8055.70'), owed('-20.00'), owed('0.00')]).toEqual(['8,055.70 EUR', '20.00 EUR funds', '–']);
});

it('the health of a partner is judged once requests of the last hour are counted', () => {
  const judged = (requests: number, lastRequestAt: string | null) =>
    isJudged(
      partnerApiHealth({ requests, serverErrors: 0, lastRequestAt }, Date.parse('2026-11-18T12:00:00Z')),
    );
  expect([judged(0, null), judged(0, '2026-11-18T10:00:00Z')]).toEqual([false, false]);
  expect([judged(0, '2026-11-18T11:59:50Z'), judged(5, '2026-11-18T11:59:50Z')]).toEqual([false, true]);
});
