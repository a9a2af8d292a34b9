/**
 * The part of a supplied offer that is needed to compare it with others: its product and price. Suppliers return thousands of
 * offers, but a response shows only hundreds. Only these are priced completely.
 */
import { convertMinor } from '../../platform/money/convert-minor.ts';
import { MAX_WHOLE_UNITS } from '../../platform/money/minor-units.ts';
import type { SuppliedOffer, SuppliedPolicy, SuppliedRoom } from '../port/supplied-offer.ts';
import { convertPenalty, type Refundability, refundabilityFrom } from '../terms/terms.ts';
import { roomIdentity } from './offer-fingerprint.ts';
import { keepOfferJson } from './offers-json.ts';
import { checkedNet, type Pricing, priceOffer } from './price-offer.ts';
import type { Exchange, PricedOffer } from './priced-offer.ts';

/** Amounts are in the requested currency. */
export interface ComparableOffer {
  provider: string;
  rateKey: string;
  /** Equal for the same product of a hotel: rooms, board and refundability. */
  product: string;
  board: SuppliedOffer['board'];
  payment: SuppliedOffer['payment'];
  currency: string;
  /** Before the pricing rules of the partner. */
  costMinor: number;
  netMinor: number;
  refundability: Refundability;
  /** The input of `priceComparable`. */
  supplied: SuppliedOffer;
  pricing: Pricing;
  exchange: Exchange | null;
  /** Set if later searches use this object again. */
  reuse?: { priced?: PricedOffer };
}

/**
 * Computes the same price as `priceOffer`. Returns undefined if the offer is not sold to the partner. Throws RangeError
 * for a room with inconsistent prices, and for a price below zero or too large to be exact.
 */
export function comparableOffer(
  supplied: SuppliedOffer,
  pricing: Pricing,
  exchange: Exchange | null,
): ComparableOffer | undefined {
  const { rateKey, board, payment } = supplied;
  const convert = (minor: number) => (exchange === null ? minor : convertMinor(minor, exchange));
  let supplierNet = 0;
  let costMinor = 0;
  let rooms = '';
  const roomCosts: number[] = [];
  for (const room of supplied.rooms) {
    const roomNet = checkedNet(room, pricing.nights);
    const roomCost = exchange === null ? roomNet : convertedNet(room, roomNet, convert);
    supplierNet += roomNet;
    costMinor += roomCost;
    roomCosts.push(roomCost);
    rooms += `\n${roomIdentity(room)}`;
  }
  if (!Number.isSafeInteger(supplierNet) || supplierNet < 0) {
    throw new RangeError('The price is below zero or too large to be exact.');
  }
  const prices = { beforeMinor: supplierNet, afterMinor: costMinor, convert };
  const refundability = refundabilityOf(supplied.policy, prices);
  const rules = pricing.prices?.find({ board, refundability, ratePlan: supplied.ratePlan });
  if (rules === 'HIDDEN') return undefined;
  const netMinor = rules ? rules.netOf(roomCosts) : costMinor;
  if (supplierNet > MAX_WHOLE_UNITS || costMinor > MAX_WHOLE_UNITS || netMinor > MAX_WHOLE_UNITS) {
    throw new RangeError('The price is too large to be represented in every currency.');
  }
  return {
    provider: pricing.provider,
    rateKey,
    product: `${board} ${refundability}${rooms}`,
    board,
    payment,
    currency: exchange?.to ?? supplied.currency,
    costMinor,
    netMinor,
    refundability,
    supplied,
    pricing,
    exchange,
  };
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

/** Throws RangeError for a contradictory offer. */
export function priceComparable({ supplied, pricing, exchange, reuse }: ComparableOffer): PricedOffer {
  if (reuse?.priced !== undefined) return reuse.priced;
  const priced = priceOffer(supplied, pricing, exchange);
  if (reuse !== undefined) {
    reuse.priced = priced;
    keepOfferJson(priced);
  }
  return priced;
}

/** Refundability depends only on the first penalty, so no deadlines need to be computed. */
function refundabilityOf(
  policy: SuppliedPolicy,
  prices: Parameters<typeof convertPenalty>[1],
): Refundability {
  if (policy.kind === 'UNKNOWN') return 'UNKNOWN';
  const { beforeMinor, afterMinor } = prices;
  let first = 0;
  for (const { from, penaltyMinor } of policy.penalties) {
    if (from.kind === 'ALWAYS') first = Math.max(first, Math.min(penaltyMinor, beforeMinor));
  }
  // A price that rounds to zero after conversion cannot be compared, so the supplier's own amounts are used.
  if (afterMinor === 0) return refundabilityFrom(first, beforeMinor);
  return refundabilityFrom(convertPenalty(first, prices), afterMinor);
}
