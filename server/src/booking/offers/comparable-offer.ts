/**
 * The part of a supplied offer that is needed to compare it with others: its product and price. Suppliers return thousands of
 * offers, but a response shows only hundreds. Only these are priced completely.
 */
import { convertMinor } from '../../platform/money/convert-minor.ts';
import { MAX_WHOLE_UNITS } from '../../platform/money/minor-units.ts';
import type { SuppliedOffer, SuppliedPolicy, SuppliedRoom } from '../port/supplied-offer.ts';
import type { OfferRules } from '../pricing-port.ts';
import { convertPenalty, type Refundability, refundabilityFrom } from '../terms/terms.ts';
import { keepOfferJson } from './offers-json.ts';
import { type Pricing, priceMatched } from './price-offer.ts';
import type { Exchange, PricedOffer } from './priced-offer.ts';
import { firstPenalty, type SuppliedCost, suppliedCost } from './supplied-cost.ts';

/** Amounts are in the requested currency. */
export interface ComparableOffer {
  provider: string;
  rateKey: string;
  /** Equal for the same rooms of a hotel. */
  rooms: string;
  board: SuppliedOffer['board'];
  payment: SuppliedOffer['payment'];
  currency: string;
  /** Before the pricing rules of the partner. */
  costMinor: number;
  netMinor: number;
  refundability: Refundability;
  supplied: SuppliedOffer;
  pricing: Pricing;
  /** The pricing rules that apply to the offer, or null. */
  rules: OfferRules | null;
  exchange: Exchange | null;
  /** Set if later searches use this object again. */
  reuse?: OfferReuse;
}

interface OfferReuse {
  priced?: PricedOffer;
  /** Counts the kept offers. All offers of a cached result share this object. */
  kept: { add(): boolean };
}

/** An offer that a pricing rule hides from the partner. Other prices are still compared with its cost. */
export interface HiddenOffer {
  provider: string;
  /** In the requested currency. */
  costMinor: number;
}

type ComparedProduct = Pick<ComparableOffer, 'rooms' | 'board' | 'refundability'>;

/** For offers of the same hotel. Equal products have equal fingerprints. */
export function isSameProduct(a: ComparedProduct, b: ComparedProduct): boolean {
  return a.rooms === b.rooms && a.board === b.board && a.refundability === b.refundability;
}

export function isHidden(offer: ComparableOffer | HiddenOffer): offer is HiddenOffer {
  return !('rateKey' in offer);
}

/**
 * Computes the same price as `priceOffer`. Throws RangeError for a room with inconsistent prices, and for a price below
 * zero or too large to be exact.
 */
export function comparableOffer(
  supplied: SuppliedOffer,
  pricing: Pricing,
  exchange: Exchange | null,
): ComparableOffer | HiddenOffer {
  const supplierCost = suppliedCost(supplied, pricing.nights);
  const cost = exchange === null ? supplierCost : convertCost(supplied, supplierCost, exchange);
  const { rateKey, board, payment } = supplied;
  const { netMinor: costMinor, refundability } = cost;
  const rules =
    pricing.prices === undefined
      ? null
      : pricing.prices.find({ board, refundability, ratePlan: supplied.ratePlan });
  if (rules === 'HIDDEN') return { provider: pricing.provider, costMinor };
  const netMinor = rules === null ? costMinor : rules.netOf(cost.roomNets);
  if (supplierCost.netMinor > MAX_WHOLE_UNITS || costMinor > MAX_WHOLE_UNITS || netMinor > MAX_WHOLE_UNITS) {
    throw new RangeError('The price is too large to be represented in every currency.');
  }
  return {
    provider: pricing.provider,
    rateKey,
    rooms: cost.rooms,
    board,
    payment,
    currency: exchange?.to ?? supplied.currency,
    costMinor,
    netMinor,
    refundability,
    supplied,
    pricing,
    rules,
    exchange,
  };
}

function convertCost(supplied: SuppliedOffer, cost: SuppliedCost, exchange: Exchange): SuppliedCost {
  const convert = (minor: number) => convertMinor(minor, exchange);
  const roomNets = supplied.rooms.map((room, i) => convertedNet(room, cost.roomNets[i] as number, convert));
  let netMinor = 0;
  for (const roomNet of roomNets) netMinor += roomNet;
  const prices = { beforeMinor: cost.netMinor, afterMinor: netMinor, convert };
  return { roomNets, netMinor, refundability: refundabilityOf(supplied.policy, prices), rooms: cost.rooms };
}

/** Converts the same parts as `priceOffer`, so that both round in the same way. */
function convertedNet(
  { nightlyMinor, stayCharges }: SuppliedRoom,
  netMinor: number,
  convert: (minor: number) => number,
): number {
  let cost = 0;
  let stayMinor = netMinor;
  for (const { amountMinor } of stayCharges) {
    cost += convert(amountMinor);
    stayMinor -= amountMinor;
  }
  if (nightlyMinor === null) return cost + convert(stayMinor);
  for (const minor of nightlyMinor) cost += convert(minor);
  return cost;
}

export interface PricingPurpose {
  withNights: boolean;
  /** Whether the response contains the offer. Other offers are not kept for later searches. */
  isShown: boolean;
}

/**
 * Prices the offer completely, except for nightly prices that are not needed. Throws RangeError for a contradictory
 * offer.
 */
export function priceComparable(
  offer: ComparableOffer,
  { withNights, isShown }: PricingPurpose,
): PricedOffer {
  const { reuse } = offer;
  if (reuse?.priced !== undefined) return reuse.priced;
  const priced = priceMatched(offer, withNights);
  if (isShown && reuse?.kept.add()) {
    reuse.priced = priced;
    keepOfferJson(priced);
  }
  return priced;
}

function refundabilityOf(
  policy: SuppliedPolicy,
  prices: Parameters<typeof convertPenalty>[1],
): Refundability {
  if (policy.kind === 'UNKNOWN') return 'UNKNOWN';
  const { beforeMinor, afterMinor } = prices;
  const first = firstPenalty(policy, beforeMinor);
  // A price that rounds to zero after conversion cannot be compared, so the supplier's own amounts are used.
  if (afterMinor === 0) return refundabilityFrom(first, beforeMinor);
  return refundabilityFrom(convertPenalty(first, prices), afterMinor);
}
