/**
 * Pure. What is needed to compare a supplied offer with others: its product and its price. Thousands are supplied where hundreds are
 * shown, so that only those get the rest of their price and terms.
 */
import { convertMinor } from '../../platform/money/convert-minor.ts';
import { MAX_WHOLE_UNITS } from '../../platform/money/minor-units.ts';
import type { SuppliedOffer, SuppliedPolicy } from '../port/supplied-offer.ts';
import { convertPenalty, type Refundability, refundabilityFrom } from '../terms/terms.ts';
import { type Pricing, priceOffer } from './price-offer.ts';
import type { Exchange, PricedOffer } from './priced-offer.ts';

/** In the currency asked for. */
export interface WeighedOffer {
  provider: string;
  rateKey: string;
  /** The same for the same product of a hotel: rooms, board, refundability. */
  product: string;
  board: SuppliedOffer['board'];
  payment: SuppliedOffer['payment'];
  currency: string;
  netMinor: number;
  refundability: Refundability;
  /** What it is made of. */
  supplied: SuppliedOffer;
  pricing: Pricing;
  exchange: Exchange | null;
}

/**
 * As `priceOffer` has it. Throws RangeError for another number of nights and for a price below zero or beyond what can be
 * written exactly.
 */
export function weighOffer(
  supplied: SuppliedOffer,
  pricing: Pricing,
  exchange: Exchange | null,
): WeighedOffer {
  const { rateKey, board, payment } = supplied;
  const convert = (minor: number) => (exchange === null ? minor : convertMinor(minor, exchange));
  let supplierNet = 0;
  let netMinor = 0;
  let rooms = '';
  for (const { roomCode, nightlyMinor, stayCharges } of supplied.rooms) {
    if (nightlyMinor.length !== pricing.nights) throw new RangeError('A room must have one price a night.');
    for (const minor of nightlyMinor) {
      supplierNet += minor;
      netMinor += convert(minor);
    }
    for (const { amountMinor } of stayCharges) {
      supplierNet += amountMinor;
      netMinor += convert(amountMinor);
    }
    rooms += `\n${roomCode.length} ${roomCode}`;
  }
  if (!Number.isSafeInteger(supplierNet) || supplierNet < 0) {
    throw new RangeError('The price is below zero or not exact.');
  }
  if (supplierNet > MAX_WHOLE_UNITS || netMinor > MAX_WHOLE_UNITS) {
    throw new RangeError('The price is too large to be written in every currency.');
  }
  const prices = { beforeMinor: supplierNet, afterMinor: netMinor, convert };
  const refundability = refundabilityOf(supplied.policy, prices);
  return {
    provider: pricing.provider,
    rateKey,
    product: `${board} ${refundability}${rooms}`,
    board,
    payment,
    currency: exchange?.to ?? supplied.currency,
    netMinor,
    refundability,
    supplied,
    pricing,
    exchange,
  };
}

/** Throws RangeError for an offer that contradicts itself. */
export function priceWeighed({ supplied, pricing, exchange }: WeighedOffer): PricedOffer {
  return priceOffer(supplied, pricing, exchange);
}

/** What a cancellation costs at first tells it; no moment has to be known. */
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
  // Of a price that vanishes by rounding nothing can be told.
  if (afterMinor === 0) return refundabilityFrom(first, beforeMinor);
  return refundabilityFrom(convertPenalty(first, prices), afterMinor);
}
