/**
 * Finds problems in a rule that are allowed but probably unintended. The contract rejects contradictions within a
 * rule.
 */
import { validToMs } from '@serai/contract/pricing/pricing-rule.ts';
import type { RuleAction } from '@serai/contract/pricing/rule-action.ts';
import type { RuleConditions } from '@serai/contract/pricing/rule-conditions.ts';
import type { Database } from '../../platform/database/connect.ts';
import { byPrecedence, type Rule, stepOf } from '../rule.ts';
import type { KnownValues } from './pricing-parts.ts';

export interface RuleWarning {
  path: string;
  code: 'UNKNOWN_VALUE' | 'NEVER_APPLIES' | 'OVER' | 'NO_EFFECT';
  message: string;
}

/** `others` are the other active rules. */
export async function warningsOf(
  db: Database,
  known: KnownValues,
  rule: Omit<Rule, 'ruleId' | 'version'>,
  others: readonly Rule[],
  nowMs: number,
): Promise<RuleWarning[]> {
  const unknown = await known.listUnknown(db, rule.conditions);
  return [
    ...unknown.map(({ condition, value }) => ({
      path: `/conditions/${condition}`,
      code: 'UNKNOWN_VALUE' as const,
      message: `${value} does not exist, so it matches nothing.`,
    })),
    ...endedDates(rule, nowMs),
    ...shadowedBy(rule, others),
    ...idlePercent(rule.action),
  ];
}

function* endedDates(
  { validTo, conditions }: Pick<Rule, 'validTo' | 'conditions'>,
  nowMs: number,
): Iterable<RuleWarning> {
  const over = (path: string, message: string) => ({ path, code: 'OVER' as const, message });
  if (validToMs(validTo) < nowMs) yield over('/validTo', 'The rule has expired, so it no longer applies.');
  if (conditions.bookedAt?.to !== undefined && validToMs(conditions.bookedAt.to) < nowMs) {
    yield over('/conditions/bookedAt/to', 'All these dates are in the past, so the rule no longer applies.');
  }
  // A day that has ended in UTC may not have ended yet at the hotel.
  if (conditions.checkIn?.to !== undefined && validToMs(conditions.checkIn.to) + DAY_MS < nowMs) {
    yield over(
      '/conditions/checkIn/to',
      'All these arrival dates are in the past, so the rule no longer applies.',
    );
  }
}

const DAY_MS = 86_400_000;

/** Finds a rule of the same step that has precedence and matches everything that this rule matches. */
function* shadowedBy(rule: Omit<Rule, 'ruleId' | 'version'>, others: readonly Rule[]): Iterable<RuleWarning> {
  const step = stepOf(rule.action);
  const shadow = others.find(
    other => stepOf(other.action) === step && byPrecedence(other, rule) < 0 && covers(other, rule),
  );
  if (shadow === undefined) return;
  const message = `The rule "${shadow.name}" has precedence and matches every offer that this rule matches, so this rule never applies.`;
  yield { path: '/priority', code: 'NEVER_APPLIES', message };
}

type Matching = Pick<Rule, 'conditions' | 'validFrom' | 'validTo'>;

/**
 * Returns whether `wide` matches everything that `narrow` matches. It may miss some cases, but never returns true
 * by mistake.
 */
function covers(wide: Matching, narrow: Matching): boolean {
  if (wide.validFrom !== null && wide.validFrom !== narrow.validFrom) return false;
  if (wide.validTo !== null && wide.validTo !== narrow.validTo) return false;
  const names = Object.keys(wide.conditions) as (keyof RuleConditions)[];
  return names.every(name => {
    const outer = wide.conditions[name];
    const inner = narrow.conditions[name];
    if (outer === undefined) return true;
    if (inner === undefined) return false;
    if (Array.isArray(outer))
      return (inner as readonly string[]).every(value => (outer as readonly string[]).includes(value));
    return isInside(inner as Range, outer as Range);
  });
}

interface Range {
  from?: string | number | undefined;
  to?: string | number | undefined;
}

function isInside(inner: Range, outer: Range): boolean {
  const from = outer.from === undefined || (inner.from !== undefined && inner.from >= outer.from);
  const to = outer.to === undefined || (inner.to !== undefined && inner.to <= outer.to);
  return from && to;
}

function* idlePercent(action: RuleAction): Iterable<RuleWarning> {
  if (action.type !== 'MARKUP' || action.allowLoss === true || !action.percent?.startsWith('-')) return;
  if (action.amountPerRoomNight !== undefined) return;
  const message =
    'The negative percentage has no effect, because the minimum markup is zero or more without `allowLoss`.';
  yield { path: '/action/percent', code: 'NO_EFFECT', message };
}
