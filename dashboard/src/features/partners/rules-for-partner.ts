import type { Partner } from '../../components/partners/partners.tsx';
import type { Rule } from '../../components/pricing/rule-words.ts';

/** Whether the rule can apply to an offer for this partner. Other conditions depend on the offer. */
export function appliesTo(
  { conditions: { partners, partnerGroups } }: Pick<Rule, 'conditions'>,
  { partnerId, groups }: Pick<Partner, 'partnerId' | 'groups'>,
): boolean {
  if (partners !== undefined && !(partners as readonly string[]).includes(partnerId)) return false;
  return partnerGroups === undefined || partnerGroups.some(group => groups.includes(group));
}
