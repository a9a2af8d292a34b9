import { expect, it } from 'vitest';
import type { DocumentDraft } from './document-draft.ts';
import { type Policy, twinOf, withPolicyReplaced } from './policy-twins.ts';

const twoDays = { daysBefore: 2, at: '18:00', penalty: { nights: 1 } };
const week = { daysBefore: 7, penalty: { percent: '50' } };

const policy = (code: string, rules: Policy['rules'], percent = '100'): Policy => ({
  ...{ code, rules, noShow: { percent } },
});

it('policies with the same terms are found, whatever the order of their rules and the form of their amounts', () => {
  const a = policy('A', [twoDays, week]);
  const b = policy('B', [{ ...week, at: '00:00', penalty: { percent: '50.0' } }, twoDays]);
  expect(twinOf([a, b], a)).toBe(b);
  expect(twinOf([a, b], b)).toBe(a);
});

it('policies that differ in a time, a penalty or the no-show penalty are not the same', () => {
  const a = policy('A', [twoDays]);
  const others = [
    policy('B', [{ ...twoDays, at: '12:00' }]),
    policy('C', [{ ...twoDays, penalty: { nights: 2 } }]),
    policy('D', [twoDays], '50'),
    policy('E', [{ hoursBefore: 48, at: '18:00', penalty: { nights: 1 } }]),
    policy('F', []),
  ];
  expect(twinOf([a, ...others], a)).toBeUndefined();
});

it('a policy cannot be replaced while its code is empty or that of the other one', () => {
  const [a, b] = [policy('A', []), policy('A', [])];
  expect(twinOf([a, b], a)).toBeUndefined();
  // A plan without a policy may have an empty code.
  const unnamed = policy('', []);
  expect([twinOf([a, unnamed], a), twinOf([a, unnamed], unnamed)]).toEqual([undefined, undefined]);
});

it('replacing a policy moves its rate plans and removes it', () => {
  const [a, b, c] = [policy('A', [twoDays]), policy('B', [twoDays]), policy('C', [])];
  const document = {
    cancellationPolicies: [a, b, c],
    plans: [
      { code: 'FLEX', cancellationPolicy: 'A' },
      { code: 'HALF', cancellationPolicy: 'B' },
      { code: 'SEMI', cancellationPolicy: 'C' },
      { code: 'FIX' },
    ],
  } as unknown as DocumentDraft;
  expect(withPolicyReplaced(document, b, a)).toEqual({
    cancellationPolicies: [a, c],
    plans: [
      { code: 'FLEX', cancellationPolicy: 'A' },
      { code: 'HALF', cancellationPolicy: 'A' },
      { code: 'SEMI', cancellationPolicy: 'C' },
      { code: 'FIX' },
    ],
  });
  expect(document.cancellationPolicies).toHaveLength(3);
});
