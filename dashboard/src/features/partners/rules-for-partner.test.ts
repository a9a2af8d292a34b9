import { expect, test } from 'vitest';
import { appliesTo } from './rules-for-partner.ts';

const GOLD = { partnerId: 'prt_1' as never, groups: ['gold'] };

test.each([
  [{}, true],
  [{ partners: ['prt_1'] }, true],
  [{ partners: ['prt_2'] }, false],
  [{ partnerGroups: ['silver', 'gold'] }, true],
  [{ partnerGroups: ['silver'] }, false],
  [{ partners: ['prt_1'], partnerGroups: ['silver'] }, false],
  [{ stars: { from: 4 } }, true],
])('a rule with the conditions %j applies to a gold partner: %s', (conditions, expected) => {
  expect(appliesTo({ conditions: conditions as never }, GOLD)).toBe(expected);
});
