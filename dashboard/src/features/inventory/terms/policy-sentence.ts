/** A cancellation policy as a sentence, such as `Free until 2 days before arrival, then 1 night`. Pure. */

import type { DocumentDraft } from './document-draft.ts';
import { planName } from './plan-words.ts';
import { type Policy, twinOf } from './policy-twins.ts';

type Rule = Policy['rules'][number];

const HOURS_PER_DAY = 24;

/** When the penalty of a rule starts, in hours before the arrival. A penalty that always applies starts first. */
function startOf({ always, daysBefore, hoursBefore }: Rule): number {
  if (always) return Number.POSITIVE_INFINITY;
  return hoursBefore ?? (daysBefore ?? 0) * HOURS_PER_DAY;
}

function whenText({ daysBefore, hoursBefore, at }: Rule, withTime: boolean): string {
  const [count, unit] = hoursBefore === undefined ? [daysBefore ?? 0, 'day'] : [hoursBefore, 'hour'];
  const day = count === 0 ? 'the day of arrival' : `${count} ${unit}${count === 1 ? '' : 's'} before arrival`;
  return withTime ? `${day} at ${at ?? '00:00'}` : day;
}

export function penaltyText({ percent, nights, amount }: Rule['penalty'], currency: string): string {
  if (nights !== undefined) return nights === 1 ? '1 night' : `${nights} nights`;
  if (amount !== undefined) return `${amount || '…'} ${currency} per room`;
  return Number(percent) === 100 ? 'the full price' : `${percent || '…'}%`;
}

function noShowPenalty({ noShow }: Pick<Policy, 'noShow'>, currency: string): string {
  return penaltyText(noShow, currency).replace(/^the /, '');
}

export function policySentence(
  { rules }: Pick<Policy, 'rules'>,
  currency: string,
  { withTime = false } = {},
): string {
  const [first, ...later] = [...rules].sort((a, b) => startOf(b) - startOf(a));
  if (first === undefined) return 'Free until arrival';
  const penalty = penaltyText(first.penalty, currency);
  const begin = first.always
    ? `Always ${penalty}`
    : `Free until ${whenText(first, withTime)}, then ${penalty}`;
  return [
    begin,
    ...later.map(rule => `then ${penaltyText(rule.penalty, currency)} from ${whenText(rule, withTime)}`),
  ].join(', ');
}

type Policies = Pick<DocumentDraft, 'cancellationPolicies' | 'currency'>;

/**
 * The sentences of all policies. If two read the same, they also name what tells them apart: the time of day or the
 * penalty of a no-show. Policies that are the same keep the same sentence.
 */
export function policySentences({ cancellationPolicies: policies = [], currency }: Policies): string[] {
  const levels = [
    (policy: Policy) => policySentence(policy, currency),
    (policy: Policy) => policySentence(policy, currency, { withTime: true }),
    (policy: Policy) => `${policySentence(policy, currency)}, no-show: ${noShowPenalty(policy, currency)}`,
    (policy: Policy) =>
      `${policySentence(policy, currency, { withTime: true })}, no-show: ${noShowPenalty(policy, currency)}`,
  ].map(level => policies.map(level));
  return policies.map((_, i) => {
    const unique = levels.find(texts => isUnique(texts, texts[i]));
    return (unique ?? levels[0])?.[i] ?? '';
  });
}

function isUnique(texts: readonly string[], text: string | undefined): boolean {
  return texts.filter(one => one === text).length === 1;
}

/** The names of policies. A later one with the same terms has a number, for example `Non-refundable (2)`. */
export function policyNames(document: Policies): string[] {
  const sentences = policySentences(document);
  return sentences.map((sentence, i) => {
    const place = sentences.slice(0, i).filter(one => one === sentence).length;
    return place === 0 ? sentence : `${sentence} (${place + 1})`;
  });
}

/** Policies as options. */
export function policyOptions(document: Policies): (readonly [code: string, label: string])[] {
  const names = policyNames(document);
  return (document.cancellationPolicies ?? []).map(({ code }, i) => [code, names[i] ?? code] as const);
}

/** The first policy with the same terms, if it is before this one. */
export function earlierTwin(policies: readonly Policy[], policy: Policy): Policy | undefined {
  const twin = twinOf(policies, policy);
  return twin && policies.indexOf(twin) < policies.indexOf(policy) ? twin : undefined;
}

/** What a list shows beside the name of a policy: the penalty of a no-show, and the plans that have the policy. */
export function policyDetails(document: Policies & Pick<DocumentDraft, 'plans'>, policy: Policy): string {
  const { code, noShow } = policy;
  const users = document.plans.filter(plan => plan.cancellationPolicy === code);
  return [
    `No-show: ${noShowPenalty({ noShow }, document.currency)}`,
    users.length === 0
      ? 'not used'
      : `used by ${users.map(plan => planName(document, plan.code)).join(', ')}`,
  ].join(' · ');
}
