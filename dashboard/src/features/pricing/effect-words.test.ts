import { expect, test } from 'vitest';
import {
  effectSummary,
  isChanged,
  matchWords,
  netDecisions,
  type PreviewedStay,
  sellingDecisions,
  stayWords,
  unusedReason,
} from './effect-words.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const step = (name: string, rule: string | null, previewed = false) =>
  ({ step: name, ruleId: rule, version: 1, name: rule, rooms: [], total: eur('1.00'), previewed }) as never;
const price = (net: string, selling: string, steps: never[], hidden = false) => ({
  hidden,
  net: eur(net),
  selling: eur(selling),
  margin: eur('0.00'),
  marginPercent: null,
  steps,
});

const STAY = {
  quoteId: 'quo_1',
  partnerId: 'prt_1',
  hotelId: 'htl_1',
  checkIn: '2027-03-12',
  nights: 2,
  ratePlan: 'FLEX',
  cost: eur('200.00'),
  before: price('216.00', '216.00', [step('NET', 'Standard')]),
  after: price('220.00', '240.00', [
    step('NET', 'Gold', true),
    step('ROUND_NET', 'Whole euros'),
    step('RETAIL', 'Retail'),
  ]),
  result: 'APPLIED',
  mismatches: [],
} as unknown as PreviewedStay;

test('net and selling each name the rules that decided them, and mark the edited rule', () => {
  expect(netDecisions(STAY.before)).toEqual([{ words: 'Standard', isEdited: false }]);
  expect(netDecisions(STAY.after)).toEqual([
    { words: 'Gold', isEdited: true },
    { words: 'Whole euros', isEdited: false },
  ]);
  expect(sellingDecisions(STAY.before)).toEqual([{ words: 'No rule, equals net', isEdited: false }]);
  expect(sellingDecisions(STAY.after)).toEqual([{ words: 'Retail', isEdited: false }]);
});

test('a price without rules says where net and selling come from', () => {
  const atCost = price('200.00', '230.00', []);
  expect(netDecisions(atCost)[0]?.words).toBe('No rule, equals cost');
  expect(sellingDecisions(atCost)[0]?.words).toBe('Set by the provider');
  const minimum = price('200.00', '230.00', [step('MANDATORY_SELLING', null)]);
  expect(sellingDecisions(minimum)[0]?.words).toBe('Minimum selling price set by the provider');
});

test('a stay that the edited rule does not match says why', () => {
  const nameOf = (_kind: string, id: string) => id;
  const rule = { name: 'Long', action: { type: 'HIDE' as const }, conditions: { nights: { from: 7 } } };
  const other = {
    ...STAY,
    result: 'NOT_MATCHING' as const,
    mismatches: [{ condition: 'nights', actual: '2' }],
  };
  expect(unusedReason(other, rule, nameOf)).toBe(
    'This rule does not apply. Nights: the rule requires 7 or more, but the value is 2.',
  );
  expect(unusedReason(STAY, rule, nameOf)).toBeUndefined();
});

test('a stay that is no longer sold counts as changed', () => {
  expect(isChanged(STAY)).toBe(true);
  expect(isChanged({ ...STAY, after: STAY.before })).toBe(false);
  expect(isChanged({ ...STAY, after: { ...STAY.before, hidden: true } })).toBe(true);
  expect(stayWords(STAY)).toBe('2 nights from 12 Mar 2027, FLEX');
});

test.each([
  [1, 0, 0, 'no recent quotes for this selection'],
  [1, 1, 1, 'the only recent quote for this selection and changes its price'],
  [2, 2, 2, 'both recent quotes for this selection and changes their prices'],
  [20, 0, 0, 'none of the 20 recent quotes for this selection'],
  [20, 20, 0, 'all 20 recent quotes for this selection and changes no price'],
  [20, 5, 3, '5 of the 20 recent quotes for this selection and changes the price of 3'],
])(
  'of %i quotes, %i matched and %i changed are described in a sentence',
  (quotes, matched, changed, words) => {
    expect(matchWords({ quotes, matched, changed })).toBe(`The rule matches ${words}.`);
  },
);

test('the effect of a rule in a few words has the number of changed quotes and the change of the margin', () => {
  const effect = (changed: number, before: string, after: string) =>
    effectSummary({
      quotes: 3,
      changed,
      currencies: [{ currency: 'EUR', marginBefore: eur(before), marginAfter: eur(after) }],
    });
  expect(effect(2, '10.00', '51.36')).toBe('2 quotes change, margin +41.36 EUR');
  expect(effect(1, '5.00', '-0.50')).toBe('1 quote changes, margin −5.50 EUR');
  expect(effect(1, '5.00', '5.00')).toBe('1 quote changes');
  expect(effect(0, '5.00', '5.00')).toBe('No recent quote changes');
  expect(effectSummary({ quotes: 0, changed: 0, currencies: [] })).toBe('No recent quotes');
});
