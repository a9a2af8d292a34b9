import { previewRule as operation, PREVIEW_QUOTES } from '@serai/contract/pricing/explain.ts';
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
import { appliedRules, explainPrice, factsOf, sumOf } from './explain-price.ts';
import type { PricingParts, SoldOffer } from './pricing-parts.ts';

type Output = z.input<typeof operation.output>;

const MAX_EXAMPLES = 20;

export function pricingPreview({ sold, known, clock }: PricingParts): OperatorHandler {
  return operate(operation, async ({ db }, { rule, ruleId }) => {
    const active = await readActiveRules(db);
    const replaced = active.find(other => other.ruleId === ruleId);
    if (ruleId !== undefined && replaced === undefined) {
      throw new ApiError('NOT_FOUND', 'There is no active rule with this id.');
    }
    const candidate = asRule(rule, replaced);
    const others = active.filter(other => other !== replaced);
    const quotes = await sold.listQuotes(db, PREVIEW_QUOTES);
    const warnings = await warningsOf(db, known, candidate, others, clock.nowMs());
    const before = active.toSorted(byPrecedence);
    const after = [...others, candidate].toSorted(byPrecedence);
    return { ...(await replay(quotes, before, after, candidate)), warnings };
  });
}

/** A new rule is younger than every other rule. */
function asRule(rule: NewRule, replaced: StoredRule | undefined): Rule {
  const { ruleId = 'preview', version = 0, age = Number.MAX_SAFE_INTEGER } = replaced ?? {};
  return { ...rule, ruleId, version, age };
}

interface Price {
  netMinor: number;
  sellingMinor: number;
  isHidden: boolean;
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
  const sums = new Map<string, Margins & { quotes: number }>();
  const examples: Output['examples'] = [];
  for (const quote of quotes) {
    await takeTurn();
    if (mismatches(candidate, factsOf(quote)).length === 0) result.matched += 1;
    const [old, now] = [priceWith(quote, before), priceWith(quote, after)];
    if (old === undefined || now === undefined) {
      result.skipped += 1;
      continue;
    }
    if (now.isHidden && !old.isHidden) result.hidden += 1;
    if (now.isHidden || old.isHidden) continue;
    const margins = { cost: sumOf(quote.roomCosts), netBefore: old.netMinor, netAfter: now.netMinor };
    addTo(sums, quote.currency, margins);
    if (old.netMinor === now.netMinor && old.sellingMinor === now.sellingMinor) continue;
    result.changed += 1;
    if (examples.length >= MAX_EXAMPLES) continue;
    examples.push({
      quoteId: quote.id as Output['examples'][0]['quoteId'],
      partnerId: quote.partnerId,
      hotelId: quote.hotel.hotelId as Output['examples'][0]['hotelId'],
      ...marginView(margins, quote.currency),
    });
  }
  const currencies = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...result,
    currencies: currencies.map(([currency, { quotes: count, ...margins }]) => ({
      currency,
      quotes: count,
      ...marginView(margins, currency),
    })),
    examples,
  };
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

interface Margins {
  cost: number;
  netBefore: number;
  netAfter: number;
}

function addTo(sums: Map<string, Margins & { quotes: number }>, currency: string, margins: Margins): void {
  const sum = sums.get(currency) ?? { quotes: 0, cost: 0, netBefore: 0, netAfter: 0 };
  sums.set(currency, {
    quotes: sum.quotes + 1,
    cost: sum.cost + margins.cost,
    netBefore: sum.netBefore + margins.netBefore,
    netAfter: sum.netAfter + margins.netAfter,
  });
}

function marginView({ cost, netBefore, netAfter }: Margins, currency: string) {
  return {
    cost: toMoney(cost, currency),
    netBefore: toMoney(netBefore, currency),
    netAfter: toMoney(netAfter, currency),
    marginBefore: toMoney(netBefore - cost, currency),
    marginAfter: toMoney(netAfter - cost, currency),
  };
}
