/**
 * Converts the cost of a supplied offer to the requested currency, applies the operator's pricing rules, and computes the terms.
 * Only the smallest components are converted: each night, each charge and the margin of the selling price. All totals are sums of
 * these, so they add up exactly. If a supplier reports no nights, the price of the room without its charges is one component.
 */
import { convertMinor } from '../../platform/money/convert-minor.ts';
import {
  roomNetMinor,
  type StayCharge,
  type SuppliedCharge,
  type SuppliedOffer,
  type SuppliedRoom,
} from '../port/supplied-offer.ts';
import type { OfferPrices, OfferRules, RoomParts } from '../pricing-port.ts';
import { calculateTerms } from '../terms/calculate-terms.ts';
import { convertTerms, markUpTerms } from '../terms/terms.ts';
import { offerFingerprint } from './offer-fingerprint.ts';
import type { Exchange, PricedOffer, PricedRoom } from './priced-offer.ts';

/** The data that all offers of one provider for one hotel and stay share. */
export interface Pricing {
  provider: string;
  hotelId: string;
  timeZone: string | null;
  checkIn: string;
  nights: number;
  fetchedAtMs: number;
  isCached?: boolean;
  /** The pricing rules of the partner. If omitted, net equals cost. */
  prices?: OfferPrices | undefined;
}

/** Thrown if the offer is not sold to the partner. */
export class HiddenOfferError extends RangeError {
  override readonly name = 'HiddenOfferError';
}

/**
 * `exchange` is null if the supplier sells in the requested currency. Throws RangeError for a contradictory offer: a
 * wrong number of nights, a room with neither a code nor a name, a total that is not the sum of its parts, a currency
 * that `exchange` does not convert from, or a price below zero or too large to be exact. Throws HiddenOfferError if the
 * offer is not sold to the partner.
 */
export function priceOffer(offer: SuppliedOffer, pricing: Pricing, exchange: Exchange | null): PricedOffer {
  const atCost = costOffer(offer, pricing, exchange);
  const { board, terms } = atCost;
  const rules = pricing.prices?.find({ board, refundability: terms.refundability, ratePlan: offer.ratePlan });
  if (rules === 'HIDDEN') throw new HiddenOfferError('The offer is not sold to this partner.');
  return rules ? applyRules(atCost, rules, true) : atCost;
}

/** An offer whose rules are known. */
interface MatchedOffer {
  supplied: SuppliedOffer;
  pricing: Pricing;
  rules: OfferRules | null;
  exchange: Exchange | null;
}

/**
 * Equals `priceOffer`, except that nightly prices may be missing if `withNights` is false. Throws RangeError for a
 * contradictory offer.
 */
export function priceMatched(
  { supplied, pricing, rules, exchange }: MatchedOffer,
  withNights: boolean,
): PricedOffer {
  const atCost = costOffer(supplied, pricing, exchange);
  return rules === null ? atCost : applyRules(atCost, rules, withNights);
}

/**
 * Changes the offer in place, because a search prices hundreds of offers and copying them would cost more than pricing
 * them.
 */
function applyRules(offer: PricedOffer, rules: OfferRules, withNights: boolean): PricedOffer {
  const costMinor = offer.netMinor;
  if (!withNights) for (const room of offer.rooms) dropNights(room);
  const price = rules.price(offer.rooms.map(partsOf), offer.pricing.leastSellingMinor);
  offer.netMinor = price.netMinor;
  offer.sellingMinor = price.sellingMinor;
  for (let i = 0; i < price.rooms.length; i++) {
    const { netMinor, nightlyMinor, stayChargeMinor } = price.rooms[i] as (typeof price.rooms)[number];
    const room = offer.rooms[i] as PricedRoom;
    room.netMinor = netMinor;
    if (room.nightlyMinor !== null) room.nightlyMinor = nightlyMinor;
    if (room.stayCharges.length > 0) {
      room.stayCharges = room.stayCharges.map((charge, at) => ({
        ...charge,
        amountMinor: stayChargeMinor[at] as number,
      }));
    }
  }
  offer.terms = markUpTerms(offer.terms, costMinor, price.netMinor);
  offer.pricing.rules = rules.frozen.rules;
  offer.pricing.rates = rules.frozen.rates;
  return offer;
}

/**
 * Spares spreading the markup over nights that are not shown. A room with stay charges needs its nights, because all of
 * them share the rounding.
 */
function dropNights(room: PricedRoom): void {
  if (room.stayCharges.length === 0) room.nightlyMinor = null;
}

const NO_CHARGES: readonly number[] = [];

/** Without nightly prices, the whole stay counts as one night. */
function partsOf({ netMinor, nightlyMinor, stayCharges }: PricedRoom): RoomParts {
  const stayChargeMinor =
    stayCharges.length === 0 ? NO_CHARGES : stayCharges.map(({ amountMinor }) => amountMinor);
  return { nightlyMinor: nightlyMinor ?? [netMinor - sumOf(stayCharges)], stayChargeMinor };
}

/** The offer with net equal to cost. */
function costOffer(offer: SuppliedOffer, pricing: Pricing, exchange: Exchange | null): PricedOffer {
  if (exchange !== null && exchange.from !== offer.currency) {
    throw new RangeError(
      `The exchange rate is from ${exchange.from}, but the offer is in ${offer.currency}.`,
    );
  }
  const { timeZone, checkIn, nights } = pricing;
  const supplied = offer.rooms.map(room => priceRoom(room, nights));
  const supplierNet = netOf(supplied);
  if (!Number.isSafeInteger(supplierNet) || supplierNet < 0) {
    throw new RangeError('The price is below zero or too large to be exact.');
  }
  const convert = (minor: number) => (exchange === null ? minor : convertMinor(minor, exchange));
  const rooms = exchange === null ? supplied : supplied.map(room => convertRoom(room, convert));
  const netMinor = exchange === null ? supplierNet : netOf(rooms);
  const supplierTerms = calculateTerms(offer.policy, { netMinor: supplierNet, timeZone, checkIn });
  const terms =
    exchange === null
      ? supplierTerms
      : convertTerms(supplierTerms, { beforeMinor: supplierNet, afterMinor: netMinor, convert });
  const { board, payment, ratePlan } = offer;
  const currency = exchange?.to ?? offer.currency;
  const sellingMinor =
    offer.sellingMinor === null ? null : netMinor + convert(offer.sellingMinor - supplierNet);
  return {
    provider: pricing.provider,
    rateKey: offer.rateKey,
    fingerprint: offerFingerprint(pricing.hotelId, { board, refundability: terms.refundability, rooms }),
    board,
    payment,
    currency,
    netMinor,
    sellingMinor: sellingMinor ?? netMinor,
    rooms,
    charges: exchange === null ? offer.charges : offer.charges.map(charge => convertTax(charge, convert)),
    terms,
    promotions: offer.promotions,
    supplier: { currency: offer.currency, netMinor: supplierNet },
    pricing: {
      nights,
      currency,
      roomCosts: rooms.map(room => room.netMinor),
      leastSellingMinor: sellingMinor,
      ...(ratePlan !== undefined && { ratePlan }),
      rules: [],
      rates: {},
    },
    exchange,
    fetchedAtMs: pricing.fetchedAtMs,
    ...(pricing.isCached && { isCached: true }),
    ...(offer.endsAtMs !== undefined && { endsAtMs: offer.endsAtMs }),
  };
}

type Convert = (minor: number) => number;
type Amounts = Pick<PricedRoom, 'netMinor' | 'nightlyMinor' | 'stayCharges'>;

function priceRoom(room: SuppliedRoom, nights: number): PricedRoom {
  const { nightlyMinor, stayCharges } = room;
  return pricedRoom(room, { netMinor: checkedNet(room, nights), nightlyMinor, stayCharges });
}

/** Returns the net price of a room. Throws RangeError if the prices of the room are inconsistent. */
export function checkedNet(room: SuppliedRoom, nights: number): number {
  const { roomCode, name, nightlyMinor, totalMinor } = room;
  if (roomCode === null && name === undefined)
    throw new RangeError('The room has neither a code nor a name.');
  if (nightlyMinor !== null && nightlyMinor.length !== nights) {
    throw new RangeError('Each room must have one price per night.');
  }
  const netMinor = roomNetMinor(room);
  if (totalMinor !== undefined && totalMinor !== netMinor) {
    throw new RangeError('The total of the room is not the sum of its nights and charges.');
  }
  return netMinor;
}

/** Sets optional fields afterwards, because most rooms have none and a search prices hundreds. */
function pricedRoom(
  { roomCode, allotment, name, beds }: Omit<PricedRoom, keyof Amounts>,
  { netMinor, nightlyMinor, stayCharges }: Amounts,
): PricedRoom {
  const room: PricedRoom = { roomCode, allotment, netMinor, nightlyMinor, stayCharges };
  if (name !== undefined) room.name = name;
  if (beds !== undefined) room.beds = beds;
  return room;
}

function convertRoom(room: PricedRoom, convert: Convert): PricedRoom {
  const { netMinor, nightlyMinor } = room;
  const stayCharges = room.stayCharges.map(charge => ({
    ...charge,
    amountMinor: convert(charge.amountMinor),
  }));
  const chargesMinor = sumOf(stayCharges);
  if (nightlyMinor === null) {
    const stayMinor = convert(netMinor - sumOf(room.stayCharges));
    return { ...room, netMinor: stayMinor + chargesMinor, stayCharges };
  }
  const nights = nightlyMinor.map(convert);
  let nightsMinor = 0;
  for (const night of nights) nightsMinor += night;
  return { ...room, netMinor: nightsMinor + chargesMinor, nightlyMinor: nights, stayCharges };
}

/** An amount in the currency of the property stays as it is. */
function convertTax(charge: SuppliedCharge, convert: Convert): SuppliedCharge {
  const { amountMinor } = charge;
  return amountMinor === null ? charge : { ...charge, amountMinor: convert(amountMinor) };
}

function sumOf(charges: readonly StayCharge[]): number {
  let sum = 0;
  for (const { amountMinor } of charges) sum += amountMinor;
  return sum;
}

function netOf(rooms: readonly PricedRoom[]): number {
  let total = 0;
  for (const { netMinor } of rooms) total += netMinor;
  return total;
}
