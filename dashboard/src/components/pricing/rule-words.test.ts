import { expect, it } from 'vitest';
import { explainInput, reasonsOf } from '../../features/pricing/explain-words.ts';
import { actionWords, type Rule, ruleSentence, validityWords } from './rule-words.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const nameOf = (_kind: string, id: string) => (id === 'prt_1' ? 'Northern Travel' : id);

it.each([
  [
    { type: 'MARKUP', percent: '8', minimumPerRoomNight: eur('2.00') },
    '8% markup, at least 2.00 EUR per room night',
  ],
  [
    { type: 'MARKUP', percent: '-2', amountPerRoomNight: eur('3.00'), allowLoss: true },
    '2% below cost and +3.00 EUR per room night, even below cost',
  ],
  [
    { type: 'ROUND', target: 'NET', to: '0.50', mode: 'NEAREST' },
    'Round net to the nearest multiple of 0.50',
  ],
  [{ type: 'HIDE' }, 'Do not sell'],
] as const)('the action %j of a rule is described in words', (action, words) => {
  expect(actionWords(action)).toBe(words);
});

it('conditions of a rule are described with names, and long lists are shortened', () => {
  const conditions = {
    partners: ['prt_1'],
    boards: ['BB', 'HB'] as ('BB' | 'HB')[],
    chains: ['A', 'B', 'C', 'D', 'E'],
    nights: { from: 3 },
    leadDays: { to: 7 },
  };
  const action = { type: 'MARKUP', percent: '8', minimumPerRoomNight: eur('2.00') } as const;
  expect(ruleSentence({ conditions, action }, nameOf)).toBe(
    'For Northern Travel, hotels of the chain A, B, C or 2 more, bed and breakfast or half board, bookings 7 or fewer days before arrival, stays of 3 or more nights: 8% markup, at least 2.00 EUR per room night',
  );
  expect(ruleSentence({ action: { type: 'HIDE' } }, nameOf)).toBe('For all offers: do not sell');
});

it('a rule that does not match is explained with the required and the actual value', () => {
  const considered = {
    ruleId: 'prc_1',
    version: 1,
    name: 'Long stays',
    priority: 0,
    action: 'MARKUP',
    result: 'NOT_MATCHING' as const,
    mismatches: [{ condition: 'nights', actual: '2' }],
  };
  const rule = { conditions: { nights: { from: 3 } } } as Rule;
  expect(reasonsOf(considered, rule, nameOf)).toEqual([
    'Nights: the rule requires 3 or more, but the value is 2.',
  ]);
  expect(reasonsOf(considered, undefined, nameOf)).toEqual(['Nights: the value is 2.']);
});

it('bookings, quotes and offers are recognised by the prefixes of their ids', () => {
  expect(explainInput('bkg_1')).toEqual({ bookingId: 'bkg_1' });
  expect(explainInput('quo_1')).toEqual({ quoteId: 'quo_1' });
  expect(explainInput('off_1')).toEqual({ offerId: 'off_1' });
  expect(explainInput('hello')).toBeUndefined();
});

it('the validity of a rule is shown in UTC, with a time only if it has one', () => {
  expect(validityWords({ validFrom: '2027-01-01', validTo: '2027-12-31T09:30:00Z' })).toBe(
    '1 Jan 2027 to 31 Dec 2027, 09:30 UTC',
  );
  expect(validityWords({ validTo: '2027-12-31' })).toBe('until 31 Dec 2027');
  expect(validityWords({})).toBeUndefined();
});
