/** A cancellation policy as a sentence, such as `Free until 2 days before arrival, then 1 night`. Pure. */
import type { DocumentDraft } from './document-draft.ts';

type Policy = NonNullable<DocumentDraft['cancellationPolicies']>[number];
type Rule = Policy['rules'][number];

const HOURS_PER_DAY = 24;

/** When the penalty of a rule starts, in hours before the arrival. A penalty that always applies starts first. */
function startOf({ always, daysBefore, hoursBefore }: Rule): number {
  if (always) return Number.POSITIVE_INFINITY;
  return hoursBefore ?? (daysBefore ?? 0) * HOURS_PER_DAY;
}

function whenText({ daysBefore, hoursBefore }: Rule): string {
  const [count, unit] = hoursBefore === undefined ? [daysBefore ?? 0, 'day'] : [hoursBefore, 'hour'];
  return count === 0 ? 'the day of arrival' : `${count} ${unit}${count === 1 ? '' : 's'} before arrival`;
}

export function penaltyText({ percent, nights, amount }: Rule['penalty'], currency: string): string {
  if (nights !== undefined) return nights === 1 ? '1 night' : `${nights} nights`;
  if (amount !== undefined) return `${amount || '…'} ${currency} per room`;
  return Number(percent) === 100 ? 'the full price' : `${percent || '…'}%`;
}

export function policySentence({ rules }: Pick<Policy, 'rules'>, currency: string): string {
  const [first, ...later] = [...rules].sort((a, b) => startOf(b) - startOf(a));
  if (first === undefined) return 'Free until arrival';
  const penalty = penaltyText(first.penalty, currency);
  const begin = first.always ? `Always ${penalty}` : `Free until ${whenText(first)}, then ${penalty}`;
  return [
    begin,
    ...later.map(rule => `then ${penaltyText(rule.penalty, currency)} from ${whenText(rule)}`),
  ].join(', ');
}

/** Policies as options. The code is added only if two policies read the same. */
export function policyOptions({
  cancellationPolicies: policies = [],
  currency,
}: Pick<DocumentDraft, 'cancellationPolicies' | 'currency'>): (readonly [code: string, label: string])[] {
  const sentences = policies.map(policy => policySentence(policy, currency));
  return policies.map(({ code }, i) => {
    const sentence = sentences[i] as string;
    const isUnique = sentences.filter(one => one === sentence).length === 1;
    return [code, isUnique ? sentence : `${sentence} (${code})`] as const;
  });
}
