/** Cancellation policies with the same terms, and how one of them replaces the other. Pure. */
import type { DocumentDraft } from './document-draft.ts';

export type Policy = NonNullable<DocumentDraft['cancellationPolicies']>[number];
type Rule = Policy['rules'][number];

const amountKey = (amount: string | undefined) => (amount ? Number(amount) : amount);

const penaltyKey = ({ percent, nights, amount }: Rule['penalty']) => [
  amountKey(percent),
  nights,
  amountKey(amount),
];

/** A rule that always applies has no time. */
function ruleKey({ always, daysBefore, hoursBefore, at = '00:00', penalty }: Rule): string {
  const start = always ? ['always'] : [daysBefore, hoursBefore, at];
  return JSON.stringify([...start, penaltyKey(penalty)]);
}

/** The same for policies with the same terms, however their rules are ordered and their amounts are written. */
function termsKey({ rules, noShow }: Policy): string {
  return JSON.stringify([rules.map(ruleKey).sort(), penaltyKey(noShow)]);
}

/** The first other policy with the same terms. Plans refer to policies by code, so each of the two needs its own. */
export function twinOf(policies: readonly Policy[], policy: Policy): Policy | undefined {
  if (policy.code === '') return undefined;
  const key = termsKey(policy);
  return policies.find(
    one => one !== policy && one.code !== '' && one.code !== policy.code && termsKey(one) === key,
  );
}

/** Moves all rate plans from a policy to another one, and removes it. */
export function withPolicyReplaced(document: DocumentDraft, policy: Policy, by: Policy): DocumentDraft {
  return {
    ...document,
    plans: document.plans.map(plan =>
      plan.cancellationPolicy === policy.code ? { ...plan, cancellationPolicy: by.code } : plan,
    ),
    cancellationPolicies: document.cancellationPolicies?.filter(one => one !== policy),
  };
}
