import { expect, it } from 'vitest';
import type { DocumentDraft } from './document-draft.ts';
import { policyDetails, policyOptions, policySentence } from './policy-sentence.ts';

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

const policy = (code: string, rules: (typeof twoDays)[], percent = '100') => ({
  code,
  rules,
  noShow: { percent },
});

it('a policy that is the same as an earlier one refers to it', () => {
  const cancellationPolicies = [policy('A', [twoDays]), policy('B', [twoDays]), policy('C', [])];
  expect(policyOptions({ cancellationPolicies, currency: 'EUR' })).toEqual([
    ['A', 'Free until 2 days before arrival, then 1 night'],
    ['B', 'Free until 2 days before arrival, then 1 night (2)'],
    ['C', 'Free until arrival'],
  ]);
});

it('policies that read the same are shown with the time of day or the no-show penalty if it differs', () => {
  const labels = (cancellationPolicies: ReturnType<typeof policy>[]) =>
    policyOptions({ cancellationPolicies, currency: 'EUR' }).map(([, label]) => label);
  expect(labels([policy('A', [twoDays]), policy('B', [{ ...twoDays, at: '12:00' }])])).toEqual([
    'Free until 2 days before arrival at 18:00, then 1 night',
    'Free until 2 days before arrival at 12:00, then 1 night',
  ]);
  expect(labels([policy('A', [twoDays]), policy('B', [twoDays], '50')])).toEqual([
    'Free until 2 days before arrival, then 1 night, no-show: full price',
    'Free until 2 days before arrival, then 1 night, no-show: 50%',
  ]);
});

it('a policy in the list names the penalty of a no-show and the plans that have it', () => {
  const cancellationPolicies = [policy('A', [twoDays]), policy('B', [twoDays]), policy('C', [])];
  const plan = (code: string, cancellationPolicy?: string) => ({
    ...{ code, name: { en: `Plan ${code}` }, board: 'RO', priceModel: 'PER_ROOM', rooms: [], active: true },
    cancellationPolicy,
  });
  const plans = [plan('FLEX', 'A'), plan('HALF', 'A'), plan('FIX')] as DocumentDraft['plans'];
  const details = cancellationPolicies.map(one =>
    policyDetails({ cancellationPolicies, currency: 'EUR', plans }, one),
  );
  expect(details).toEqual([
    'No-show: full price · used by Plan FLEX, Plan HALF',
    'No-show: full price · not used',
    'No-show: full price · not used',
  ]);
});
