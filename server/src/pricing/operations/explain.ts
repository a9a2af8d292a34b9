import { explainPrice as operation } from '@serai/contract/pricing/explain.ts';
import type { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { Rule } from '../rule.ts';
import { findVersions, readActiveRules, readRulesAt } from '../rule-store.ts';
import { type ConsideredRule, explainPrice, factsOf, matchRules, sumOf } from './explain-price.ts';
import type { PricingParts, SoldKey, SoldOffer } from './pricing-parts.ts';

type Output = z.input<typeof operation.output>;

export function pricingExplain({ sold }: PricingParts): OperatorHandler {
  return operate(operation, async ({ db }, input) => {
    const offer = await sold.find(db, keyOf(input));
    if (offer === undefined)
      throw new ApiError('NOT_FOUND', 'There is no such offer, quote or booking. Check the ID.');
    const { applied, considered } = await rulesOf(db, offer);
    const rateFrom = (from: string) => offer.frozen?.rates[from] ?? offer.rateFrom(from);
    const explained = explainPrice(offer, applied, rateFrom);
    return viewOf(offer, explained, considered);
  });
}

function keyOf({ bookingId, quoteId, offerId }: z.output<typeof operation.input>): SoldKey {
  if (bookingId !== undefined) return { bookingId };
  return quoteId === undefined ? { offerId: offerId ?? '' } : { quoteId };
}

/**
 * For an offer, matches the current rules. For a quote or booking, the frozen rules are the applied ones, even if the
 * catalogue or the partner has changed since then, and the others are those at the time of the quote.
 */
async function rulesOf(
  db: Database,
  offer: SoldOffer,
): Promise<{ applied: Rule[]; considered: ConsideredRule[] }> {
  const { frozen } = offer;
  if (frozen === undefined) return matchRules(await readActiveRules(db), factsOf(offer));
  const [then, versions] = await Promise.all([
    readRulesAt(db, offer.pricedAt),
    findVersions(db, frozen.rules),
  ]);
  const key = ({ ruleId, version }: { ruleId: string; version: number }) => `${ruleId} ${version}`;
  const applied = frozen.rules.flatMap(rule => versions.find(version => key(version) === key(rule)) ?? []);
  const isApplied = new Set(applied.map(key));
  const missed = applied.filter(rule => !then.some(other => key(other) === key(rule)));
  const { considered } = matchRules([...then, ...missed], factsOf(offer));
  return {
    applied,
    considered: considered.map(each => {
      if (isApplied.has(key(each.rule))) return { ...each, result: 'APPLIED' as const, mismatches: [] };
      return each.result === 'APPLIED' ? { ...each, result: 'LOWER_PRIORITY' as const } : each;
    }),
  };
}

function viewOf(
  offer: SoldOffer,
  explained: ReturnType<typeof explainPrice>,
  considered: readonly ConsideredRule[],
): Output {
  return {
    partnerId: offer.partnerId,
    provider: offer.provider,
    hotelId: offer.hotel.hotelId as Output['hotelId'],
    checkIn: offer.checkIn,
    nights: offer.nights,
    ratePlan: offer.ratePlan,
    pricedAt: instantText(offer.pricedAt.getTime()),
    exchange: offer.exchange,
    ...priceView(offer, explained),
    rules: considered.map(({ rule, result, mismatches }) => ({
      ruleId: rule.ruleId,
      version: rule.version,
      name: rule.name,
      priority: rule.priority,
      action: rule.action.type,
      result,
      mismatches: [...mismatches],
    })),
  };
}

/** The price of an offer and the steps from its cost. */
export function priceView(
  { currency, supplier, roomCosts, exchange }: SoldOffer,
  { isHidden, steps, netMinor, sellingMinor }: ReturnType<typeof explainPrice>,
): Pick<Output, 'hidden' | 'steps' | 'net' | 'selling' | 'margin' | 'marginPercent'> {
  const money = (minor: number) => toMoney(minor, currency);
  const cost = sumOf(roomCosts);
  const none = { ruleId: null, version: null, name: null };
  const supplierCost = toMoney(supplier.netMinor, supplier.currency);
  return {
    hidden: isHidden,
    steps: [
      {
        step: 'COST',
        ...none,
        // In the provider's currency, only the total is known, not the amounts of the rooms.
        rooms: exchange === null ? roomCosts.map(money) : [supplierCost],
        total: supplierCost,
      },
      ...steps.map(({ step, rule, rooms }) => ({
        step,
        ...(rule ? { ruleId: rule.ruleId, version: rule.version, name: rule.name } : none),
        rooms: rooms.map(money),
        total: money(sumOf(rooms)),
      })),
    ],
    net: money(netMinor),
    selling: money(sellingMinor),
    margin: money(netMinor - cost),
    marginPercent: percentOf(netMinor - cost, netMinor),
  };
}

/** Returns a percentage with two decimals, or null if `whole` is 0. Halves are rounded away from zero. */
function percentOf(part: number, whole: number): string | null {
  if (whole === 0) return null;
  const scaled = (BigInt(Math.abs(part)) * 20_000n + BigInt(whole)) / (BigInt(whole) * 2n);
  const digits = scaled.toString().padStart(3, '0');
  const sign = part < 0 && scaled !== 0n ? '-' : '';
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
