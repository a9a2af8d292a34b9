/** Determines the steps from cost to price of one offer, and why each rule was or was not applied. Pure. */
import type { PRICE_STEPS } from '@serai/contract/pricing/explain.ts';
import { sellingOf } from '../evaluation/price-rooms.ts';
import { type RoomSteps, roomSteps } from '../evaluation/room-steps.ts';
import { type Mismatch, mismatches, type OfferFacts } from '../matching/match-rule.ts';
import { actionsOf, applied } from '../price-search.ts';
import { byPrecedence, type Rule, STEPS, type Step, stepOf } from '../rule.ts';
import type { SoldOffer } from './pricing-parts.ts';

/** A step with the amount of each room, in minor units of the currency of the offer. */
export interface ExplainedStep {
  step: Exclude<(typeof PRICE_STEPS)[number], 'COST'>;
  rule: Rule | undefined;
  rooms: readonly number[];
}

export interface ConsideredRule {
  rule: Rule;
  result: 'APPLIED' | 'NOT_MATCHING' | 'LOWER_PRIORITY' | 'NOT_NEEDED';
  mismatches: readonly Mismatch[];
}

export interface Explanation {
  isHidden: boolean;
  steps: ExplainedStep[];
  netMinor: number;
  sellingMinor: number;
  rules: ConsideredRule[];
}

export function factsOf(offer: SoldOffer): OfferFacts {
  const { hotel, pricedAt, ...rest } = offer;
  return { ...rest, ...hotel, bookedAtMs: pricedAt.getTime() };
}

export function matchRules(
  rules: readonly Rule[],
  facts: OfferFacts,
): { applied: Rule[]; considered: ConsideredRule[] } {
  const first = new Map<Step, Rule>();
  const considered: ConsideredRule[] = [];
  for (const rule of rules.toSorted(byPrecedence)) {
    const found = mismatches(rule, facts);
    const step = stepOf(rule.action);
    if (found.length > 0) considered.push({ rule, result: 'NOT_MATCHING', mismatches: found });
    else if (first.has(step)) considered.push({ rule, result: 'LOWER_PRIORITY', mismatches: [] });
    else {
      first.set(step, rule);
      considered.push({ rule, result: 'APPLIED', mismatches: [] });
    }
  }
  const inOrder = STEPS.flatMap(step => first.get(step) ?? []);
  const used = applied(inOrder);
  for (const each of considered) {
    if (each.result === 'APPLIED' && !used.includes(each.rule)) each.result = 'NOT_NEEDED';
  }
  return { applied: used, considered };
}

/** The rules that apply to an offer, without an explanation. `rules` must be sorted by precedence. */
export function appliedRules(rules: readonly Rule[], facts: OfferFacts): Rule[] {
  const first = new Map<Step, Rule>();
  for (const rule of rules) {
    const step = stepOf(rule.action);
    if (!first.has(step) && mismatches(rule, facts).length === 0) first.set(step, rule);
  }
  return applied(STEPS.flatMap(step => first.get(step) ?? []));
}

/** Throws RangeError if an amount of a rule cannot be converted. */
export function explainPrice(
  offer: Pick<SoldOffer, 'roomCosts' | 'currency' | 'nights' | 'leastSellingMinor' | 'exchange'>,
  rules: readonly Rule[],
  rateFrom: (from: string) => string | undefined,
): Omit<Explanation, 'rules'> {
  const { roomCosts, currency, nights, leastSellingMinor, exchange } = offer;
  const stepsOf = (used: readonly Rule[]) => roomSteps(actionsOf(used), { currency, nights, rateFrom });
  const of = (step: Step) => rules.find(({ action }) => stepOf(action) === step);
  const steps: ExplainedStep[] = [];
  const isExchanged = exchange !== null;
  if (isExchanged) steps.push({ step: 'CONVERSION', rule: undefined, rooms: roomCosts });
  const net = of('NET');
  const exact = stepsOf(net ? [net] : []);
  if (net) steps.push({ step: 'NET', rule: net, rooms: netsOf(exact, roomCosts) });
  const all = stepsOf(rules);
  const nets = netsOf(all, roomCosts);
  const roundNet = of('ROUND_NET');
  if (roundNet) steps.push({ step: 'ROUND_NET', rule: roundNet, rooms: nets });
  const advised = roomCosts.map((cost, i) => all.selling(cost, nets[i] as number));
  const retail = of('RETAIL');
  if (retail || net?.action.type === 'COMMISSION') {
    steps.push({ step: 'RETAIL', rule: retail ?? net, rooms: advised });
  }
  const sellingMinor =
    rules.length === 0
      ? (leastSellingMinor ?? sumOf(nets))
      : sellingOf(all, roomCosts, nets, leastSellingMinor);
  if (leastSellingMinor !== null && leastSellingMinor > sumOf(advised)) {
    steps.push({ step: 'MANDATORY_SELLING', rule: undefined, rooms: [leastSellingMinor] });
  }
  const roundSelling = of('ROUND_SELLING');
  if (roundSelling) {
    const rounded = advised.map((minor, i) => all.roundSelling(minor, nets[i] as number));
    steps.push({
      step: 'ROUND_SELLING',
      rule: roundSelling,
      rooms: sumOf(rounded) === sellingMinor ? rounded : [sellingMinor],
    });
  }
  return { isHidden: of('HIDE') !== undefined, steps, netMinor: sumOf(nets), sellingMinor };
}

function netsOf(steps: RoomSteps, costs: readonly number[]): number[] {
  return costs.map(cost => steps.net(cost));
}

export function sumOf(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0);
}
