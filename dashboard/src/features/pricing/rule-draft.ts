/** The form of a pricing rule: its values, and the input it sends. Pure. The server validates everything. */

import type { Action, ConditionName, Conditions, Rule } from '../../components/pricing/rule-words.ts';
import type { Input } from '../../lib/calls/operator-client.ts';

export type ActionType = Action['type'];

export interface RuleDraft {
  name: string;
  priority: string;
  validFrom: string;
  validTo: string;
  lists: Partial<Record<ConditionName, readonly string[]>>;
  ranges: Partial<Record<ConditionName, { from: string; to: string }>>;
  type: ActionType;
  percent: string;
  sellingPercent: string;
  currency: string;
  amount: string;
  minimum: string;
  maximum: string;
  allowLoss: boolean;
  target: 'NET' | 'SELLING';
  to: '0.05' | '0.50' | '1' | '5';
  mode: 'UP' | 'NEAREST';
}

export const EMPTY_RULE: RuleDraft = {
  name: '',
  priority: '0',
  validFrom: '',
  validTo: '',
  lists: {},
  ranges: {},
  type: 'MARKUP',
  percent: '',
  sellingPercent: '',
  currency: 'EUR',
  amount: '',
  minimum: '',
  maximum: '',
  allowLoss: false,
  target: 'NET',
  to: '1',
  mode: 'NEAREST',
};

/** Applies to all partners unless one is given. */
export function newRule(partner: string | undefined): RuleDraft {
  return partner === undefined ? EMPTY_RULE : { ...EMPTY_RULE, lists: { partners: [partner] } };
}

/** Conditions whose bounds are numbers. The others are dates. */
const NUMBERS = new Set<ConditionName>(['stars', 'leadDays', 'nights']);

export function draftOf(rule: Rule): RuleDraft {
  const draft: RuleDraft = {
    ...EMPTY_RULE,
    name: rule.name,
    priority: String(rule.priority),
    validFrom: validityText(rule.validFrom),
    validTo: validityText(rule.validTo),
    lists: {},
    ranges: {},
    ...actionDraft(rule.action),
  };
  for (const [name, value] of Object.entries(rule.conditions) as [ConditionName, unknown][]) {
    if (Array.isArray(value)) draft.lists[name] = value as string[];
    else if (value !== undefined) {
      const { from, to } = value as { from?: string | number; to?: string | number };
      draft.ranges[name] = { from: String(from ?? ''), to: String(to ?? '') };
    }
  }
  return draft;
}

function actionDraft(action: Rule['action']): Partial<RuleDraft> {
  if (action.type === 'COMMISSION') return { ...action, allowLoss: action.allowLoss ?? false };
  if (action.type !== 'MARKUP') return action;
  const { amountPerRoomNight: amount, minimumPerRoomNight: minimum, maximumPerRoomNight: maximum } = action;
  return {
    type: 'MARKUP',
    percent: action.percent ?? '',
    currency: (amount ?? minimum ?? maximum)?.currency ?? EMPTY_RULE.currency,
    amount: amount?.amount ?? '',
    minimum: minimum?.amount ?? '',
    maximum: maximum?.amount ?? '',
    allowLoss: action.allowLoss ?? false,
  };
}

export type RuleInput = Input<'pricing/rules/create'>;

export function toRuleInput(draft: RuleDraft): RuleInput {
  return {
    name: draft.name.trim(),
    priority: numberOf(draft.priority),
    validFrom: validityOf(draft.validFrom),
    validTo: validityOf(draft.validTo),
    conditions: conditionsOf(draft),
    action: actionOf(draft),
  };
}

/** The form shows `2027-06-01T09:30` instead of `2027-06-01T09:30:00Z`. */
function validityText(validity: string | null): string {
  return validity?.replace(/(:00)?(\.0+)?Z$/, '') ?? '';
}

function validityOf(text: string): string | null {
  if (text === '') return null;
  if (!text.includes('T')) return text;
  return text.length > 'yyyy-mm-ddThh:mm'.length ? `${text}Z` : `${text}:00Z`;
}

function conditionsOf({ lists, ranges }: RuleDraft): Conditions {
  const found: Record<string, unknown> = {};
  for (const [name, values] of Object.entries(lists)) if (values.length > 0) found[name] = values;
  for (const [name, { from, to }] of Object.entries(ranges)) {
    const bound = (text: string) =>
      NUMBERS.has(name as ConditionName) ? numberOf(text.trim()) : text.trim();
    if (from.trim() === '' && to.trim() === '') continue;
    found[name] = { ...(from.trim() && { from: bound(from) }), ...(to.trim() && { to: bound(to) }) };
  }
  return found as Conditions;
}

/** Text that is not a number is sent unchanged, so that the server reports an error for its field. */
function numberOf(text: string): number {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : (text as unknown as number);
}

function actionOf(draft: RuleDraft): Action {
  const { type, currency, allowLoss } = draft;
  const percent = draft.percent.trim();
  const loss = allowLoss ? { allowLoss } : {};
  switch (type) {
    case 'MARKUP': {
      const money = (text: string) => ({ amount: text.trim(), currency: currency.trim() });
      return {
        type,
        ...(percent && { percent }),
        ...(draft.amount.trim() && { amountPerRoomNight: money(draft.amount) }),
        ...(draft.minimum.trim() && { minimumPerRoomNight: money(draft.minimum) }),
        ...(draft.maximum.trim() && { maximumPerRoomNight: money(draft.maximum) }),
        ...loss,
      };
    }
    case 'COMMISSION':
      return { type, percent, sellingPercent: draft.sellingPercent.trim(), ...loss };
    case 'RETAIL':
      return { type, percent };
    case 'ROUND':
      return { type, target: draft.target, to: draft.to, mode: draft.mode };
    case 'HIDE':
      return { type };
  }
}
