import {
  MAX_EXAMPLES,
  previewRule as operation,
  PREVIEW_QUOTES,
  PREVIEW_SEARCHED,
} from '@serai/contract/pricing/explain.ts';
import type { NewRule } from '@serai/contract/pricing/pricing-rule.ts';
import type { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { takeTurn } from '../../platform/take-turn.ts';
import { mismatches } from '../matching/match-rule.ts';
import { byPrecedence, type Rule } from '../rule.ts';
import { readActiveRules, type StoredRule } from '../rule-store.ts';
import { warningsOf } from './check-rule.ts';
import { priceView } from './explain.ts';
import { appliedRules, explainPrice, factsOf, matchRules, sumOf } from './explain-price.ts';
import type { PricingParts, SoldOffer } from './pricing-parts.ts';

type Output = z.input<typeof operation.output>;

export function pricingPreview({ sold, known, clock }: PricingParts): OperatorHandler {
  return operate(operation, async ({ db }, { rule, ruleId, ...filter }) => {
    const active = await readActiveRules(db);
    const replaced = active.find(other => other.ruleId === ruleId);
    if (ruleId !== undefined && replaced === undefined) {
      throw new ApiError('NOT_FOUND', 'There is no active rule with this ID.');
    }
    const candidate = asRule(rule, replaced);
    const others = active.filter(other => other !== replaced);
    const quotes = await sold.listQuotes(db, {
      ...filter,
      limit: PREVIEW_QUOTES,
      searched: PREVIEW_SEARCHED,
    });
    const warnings = await warningsOf(db, known, candidate, others, clock.nowMs());
    const before = active.toSorted(byPrecedence);
    const after = [...others, candidate].toSorted(byPrecedence);
    return { ...(await replay(quotes, before, after, candidate)), warnings };
  });
}

/** The version of a rule that does not exist yet. */
const NEW_VERSION = 0;

/** A new rule is younger than every other rule. */
function asRule(rule: NewRule, replaced: StoredRule | undefined): Rule {
  const { ruleId = 'preview', version = NEW_VERSION, age = Number.MAX_SAFE_INTEGER } = replaced ?? {};
  return { ...rule, ruleId, version, age };
}

type Price = ReturnType<typeof explainPrice>;

interface Replayed {
  quote: SoldOffer;
  before: Price;
  after: Price;
}

/**
 * Yields before each quote, so that other requests need not wait for all quotes. Rules must be sorted by precedence.
 */
async function replay(
  quotes: readonly SoldOffer[],
  before: readonly Rule[],
  after: readonly Rule[],
  candidate: Rule,
): Promise<Omit<Output, 'warnings'>> {
  const result = { quotes: quotes.length, matched: 0, changed: 0, hidden: 0, skipped: 0 };
  const sums = new Map<string, Totals>();
  const changed: Replayed[] = [];
  const unchanged: Replayed[] = [];
  for (const quote of quotes) {
    await takeTurn();
    if (mismatches(candidate, factsOf(quote)).length === 0) result.matched += 1;
    const [old, now] = [priceWith(quote, before), priceWith(quote, after)];
    if (old === undefined || now === undefined) {
      result.skipped += 1;
      continue;
    }
    const replayed = { quote, before: old, after: now };
    if (now.isHidden && !old.isHidden) result.hidden += 1;
    const isSold = !(now.isHidden || old.isHidden);
    if (isSold) addTo(sums, replayed);
    if (isSold && isOtherPrice(old, now)) result.changed += 1;
    const list = now.isHidden !== old.isHidden || (isSold && isOtherPrice(old, now)) ? changed : unchanged;
    if (list.length < MAX_EXAMPLES) list.push(replayed);
  }
  const currencies = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...result,
    currencies: currencies.map(([currency, totals]) => totalsView(totals, currency)),
    examples: [...changed, ...unchanged]
      .slice(0, MAX_EXAMPLES)
      .map(replayed => stayView(replayed, after, candidate)),
  };
}

function isOtherPrice(old: Price, now: Price): boolean {
  return old.netMinor !== now.netMinor || old.sellingMinor !== now.sellingMinor;
}

/** Returns undefined if an amount of a rule cannot be converted. */
function priceWith(quote: SoldOffer, rules: readonly Rule[]): Price | undefined {
  try {
    return explainPrice(quote, appliedRules(rules, factsOf(quote)), from => quote.rateFrom(from));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function stayView(
  { quote, before, after }: Replayed,
  rules: readonly Rule[],
  candidate: Rule,
): Output['examples'][number] {
  const own = matchRules(rules, factsOf(quote)).considered.find(({ rule }) => rule === candidate);
  return {
    quoteId: quote.id as Output['examples'][0]['quoteId'],
    partnerId: quote.partnerId,
    hotelId: quote.hotel.hotelId as Output['examples'][0]['hotelId'],
    checkIn: quote.checkIn,
    nights: quote.nights,
    ratePlan: quote.ratePlan,
    cost: toMoney(sumOf(quote.roomCosts), quote.currency),
    before: previewedView(quote, before, undefined),
    after: previewedView(quote, after, candidate),
    result: own?.result ?? 'NOT_MATCHING',
    mismatches: [...(own?.mismatches ?? [])],
  };
}

function previewedView(quote: SoldOffer, price: Price, candidate: Rule | undefined) {
  const { steps, ...view } = priceView(quote, price);
  const isNew = candidate?.version === NEW_VERSION;
  return {
    ...view,
    steps: steps.map(step => {
      const previewed = candidate !== undefined && step.ruleId === candidate.ruleId;
      return { ...step, ...(previewed && isNew && { ruleId: null, version: null }), previewed };
    }),
  };
}

interface Totals {
  quotes: number;
  cost: number;
  netBefore: number;
  netAfter: number;
  sellingBefore: number;
  sellingAfter: number;
}

function addTo(sums: Map<string, Totals>, { quote, before, after }: Replayed): void {
  const sum = sums.get(quote.currency);
  sums.set(quote.currency, {
    quotes: (sum?.quotes ?? 0) + 1,
    cost: (sum?.cost ?? 0) + sumOf(quote.roomCosts),
    netBefore: (sum?.netBefore ?? 0) + before.netMinor,
    netAfter: (sum?.netAfter ?? 0) + after.netMinor,
    sellingBefore: (sum?.sellingBefore ?? 0) + before.sellingMinor,
    sellingAfter: (sum?.sellingAfter ?? 0) + after.sellingMinor,
  });
}

function totalsView({ quotes, cost, ...prices }: Totals, currency: string): Output['currencies'][number] {
  const money = (minor: number) => toMoney(minor, currency);
  return {
    currency,
    quotes,
    cost: money(cost),
    netBefore: money(prices.netBefore),
    netAfter: money(prices.netAfter),
    sellingBefore: money(prices.sellingBefore),
    sellingAfter: money(prices.sellingAfter),
    marginBefore: money(prices.netBefore - cost),
    marginAfter: money(prices.netAfter - cost),
  };
}
