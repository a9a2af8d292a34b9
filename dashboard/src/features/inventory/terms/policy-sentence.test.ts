import { expect, it } from 'vitest';
import { policyOptions, policySentence } from './policy-sentence.ts';

const twoDays = { daysBefore: 2, at: '18:00', penalty: { nights: 1 } };

it('a policy reads as a sentence in the order in which its penalties start', () => {
  expect(policySentence({ rules: [twoDays] }, 'EUR')).toBe('Free until 2 days before arrival, then 1 night');
  expect(policySentence({ rules: [twoDays, { hoursBefore: 96, penalty: { percent: '50' } }] }, 'EUR')).toBe(
    'Free until 96 hours before arrival, then 50%, then 1 night from 2 days before arrival',
  );
  expect(policySentence({ rules: [{ always: true, penalty: { amount: '20.00' } }] }, 'EUR')).toBe(
    'Always 20.00 EUR per room',
  );
  expect(policySentence({ rules: [] }, 'EUR')).toBe('Free until arrival');
});

it('policies that read the same are shown with their codes', () => {
  const policy = (code: string, rules: (typeof twoDays)[]) => ({ code, rules, noShow: { percent: '100' } });
  const cancellationPolicies = [policy('A', [twoDays]), policy('B', [twoDays]), policy('C', [])];
  expect(policyOptions({ cancellationPolicies, currency: 'EUR' })).toEqual([
    ['A', 'Free until 2 days before arrival, then 1 night (A)'],
    ['B', 'Free until 2 days before arrival, then 1 night (B)'],
    ['C', 'Free until arrival'],
  ]);
});
