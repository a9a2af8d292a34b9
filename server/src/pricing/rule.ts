/** A pricing rule as the evaluation needs it. Pure. */
import type { RuleAction } from '@serai/contract/pricing/rule-action.ts';
import type { RuleConditions } from '@serai/contract/pricing/rule-conditions.ts';

export interface Rule {
  ruleId: string;
  version: number;
  name: string;
  priority: number;
  /** As in the contract: a date, a timestamp or null. */
  validFrom: string | null;
  validTo: string | null;
  conditions: RuleConditions;
  action: RuleAction;
  /** A sequence number. An older rule has a smaller number. */
  age: number;
}

/** The steps of the calculation, in order. In each step, only the first matching rule applies. */
export const STEPS = ['HIDE', 'NET', 'ROUND_NET', 'RETAIL', 'ROUND_SELLING'] as const;
export type Step = (typeof STEPS)[number];

export function stepOf(action: RuleAction): Step {
  switch (action.type) {
    case 'HIDE':
      return 'HIDE';
    case 'MARKUP':
    case 'COMMISSION':
      return 'NET';
    case 'RETAIL':
      return 'RETAIL';
    case 'ROUND':
      return action.target === 'NET' ? 'ROUND_NET' : 'ROUND_SELLING';
  }
}

/** Higher priority first, then the older rule. */
export function byPrecedence(a: Pick<Rule, 'priority' | 'age'>, b: Pick<Rule, 'priority' | 'age'>): number {
  return b.priority - a.priority || a.age - b.age;
}
