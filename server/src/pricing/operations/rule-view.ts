/** Converts a rule to the form of the operator API, and finds the fields that differ between two versions. Pure. */
import type { PricingRule } from '@serai/contract/pricing/pricing-rule.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { StoredRule } from '../rule-store.ts';

export function ruleView(rule: StoredRule): PricingRule {
  const { ruleId, version, status, name, priority, validFrom, validTo, conditions, action } = rule;
  return {
    ruleId,
    version,
    status,
    name,
    priority,
    validFrom,
    validTo,
    conditions,
    action,
    createdAt: instantText(rule.createdAt.getTime()),
    updatedAt: instantText(rule.updatedAt.getTime()),
    updatedBy: rule.updatedBy,
  };
}

export const RULE_FIELDS = ['name', 'priority', 'validFrom', 'validTo', 'conditions', 'action'] as const;

type Fields = Pick<StoredRule, (typeof RULE_FIELDS)[number]>;

export function changedFields(before: Fields, after: Fields): (typeof RULE_FIELDS)[number][] {
  return RULE_FIELDS.filter(name => canonical(before[name]) !== canonical(after[name]));
}

/** Sorts the keys, so that their order does not matter in a comparison. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
