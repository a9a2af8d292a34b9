import { expect, it } from 'vitest';
import type { Rule } from '../../components/pricing/rule-words.ts';
import { draftOf, EMPTY_RULE, newRule, toRuleInput } from './rule-draft.ts';

const RULE: Rule = {
  ruleId: 'prc_1',
  version: 1,
  status: 'ACTIVE',
  name: 'Gold, Spain',
  priority: 100,
  validFrom: null,
  validTo: '2027-12-31',
  conditions: { partnerGroups: ['gold'], leadDays: { from: 30 }, checkIn: { to: '2027-10-01' } },
  action: { type: 'MARKUP', percent: '8', minimumPerRoomNight: { amount: '2.00', currency: 'EUR' } },
  createdAt: '2027-01-12T09:30:00Z',
  updatedAt: '2027-01-12T09:30:00Z',
  updatedBy: 'ana@example.com',
};

it('a pricing rule is sent unchanged if nothing was changed in the form', () => {
  const { name, priority, validFrom, validTo, conditions, action } = RULE;
  expect(toRuleInput(draftOf(RULE))).toEqual({ name, priority, validFrom, validTo, conditions, action });
});

it('the form shows times of validity without seconds, and sends them in UTC', () => {
  const timed = { ...RULE, validFrom: '2027-06-01T09:30:00Z', validTo: '2027-06-30T23:59:59Z' };
  const draft = draftOf(timed);
  expect([draft.validFrom, draft.validTo]).toEqual(['2027-06-01T09:30', '2027-06-30T23:59:59']);
  expect(toRuleInput(draft)).toMatchObject({ validFrom: timed.validFrom, validTo: timed.validTo });
});

it('the rule form omits empty conditions and sends text that is not a number, so that the server reports it', () => {
  const draft = {
    ...EMPTY_RULE,
    lists: { hotels: [] },
    ranges: { nights: { from: 'many', to: '' }, stars: { from: '', to: '' } },
  };
  expect(toRuleInput(draft).conditions).toEqual({ nights: { from: 'many' } });
});

it('a new rule applies to the partner from whose page it is created, otherwise to all', () => {
  expect(toRuleInput(newRule('prt_1')).conditions).toEqual({ partners: ['prt_1'] });
  expect(toRuleInput(newRule(undefined)).conditions).toEqual({});
});
