import { expect, it } from 'vitest';
import { partnerApiHealth } from '../../lib/health.ts';
import { certificationWords, hasBadge, owedWords } from './partner-columns.tsx';
import { describeGroups } from './partner-parts.tsx';

it('a partner is live, or the list states how many steps of the checklist are done', () => {
  expect(certificationWords({ isLive: true, done: 0, steps: 10 })).toBe('Live');
  expect(certificationWords({ isLive: false, done: 2, steps: 10 })).toBe('2 of 10');
  expect(certificationWords({ isLive: false, done: 10, steps: 10 })).toBe('Certified');
});

it('the list of partners shows what is owed, funds as such, and nothing for a balance of zero', () => {
  const owed = (amount: string) => owedWords({ owed: { amount, currency: 'EUR' } });
  expect([owed('8055.70'), owed('-20.00'), owed('0.00')]).toEqual(['8,055.70 EUR', '20.00 EUR funds', '–']);
});

it('the health of a partner has a badge once it had requests in the last hour', () => {
  const shown = (requests: number, lastRequestAt: string | null) =>
    hasBadge(
      partnerApiHealth({ requests, serverErrors: 0, lastRequestAt }, Date.parse('2026-11-18T12:00:00Z')),
    );
  expect([shown(0, null), shown(0, '2026-11-18T10:00:00Z')]).toEqual([false, false]);
  expect([shown(0, '2026-11-18T11:59:50Z'), shown(5, '2026-11-18T11:59:50Z')]).toEqual([true, true]);
});

it('the groups of a partner are named as groups', () => {
  expect([describeGroups([]), describeGroups(['silver']), describeGroups(['silver', 'gold'])]).toEqual([
    [],
    ['Group: silver'],
    ['Groups: silver, gold'],
  ]);
});
