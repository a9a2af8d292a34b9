/**
 * Pure. A supplied offer in the currency asked for, with its terms. Only the smallest parts are converted: every night and every
 * charge alone, and what the advised price is above the net price. All sums are made of them, so that they hold to the cent.
 */
import { convertMinor } from '../../platform/money/convert-minor.ts';
import type { SuppliedCharge, SuppliedOffer, SuppliedRoom } from '../port/supplied-offer.ts';
import { calculateTerms } from '../terms/calculate-terms.ts';
import { convertTerms } from '../terms/terms.ts';
import { offerFingerprint } from './offer-fingerprint.ts';
import type { Exchange, PricedOffer, PricedRoom } from './priced-offer.ts';

/** What the offers of one provider for one hotel and stay have in common. */
export interface Pricing {
  provider: string;
  hotelId: string;
  /** IANA; null where it is not known. */
  timeZone: string | null;
  checkIn: string;
  nights: number;
  fetchedAtMs: number;
  /** Whether it was kept since. */
  isKept?: boolean;
}

/**
 * `exchange` is null where the supplier sells in the currency asked for. Throws RangeError for an offer that contradicts itself:
 * another number of nights, another currency than `exchange` is from, a price below zero or beyond exact numbers.
 */
export function priceOffer(offer: SuppliedOffer, pricing: Pricing, exchange: Exchange | null): PricedOffer {
  if (exchange !== null && exchange.from !== offer.currency) {
    throw new RangeError(`The rate is from ${exchange.from}, the offer in ${offer.currency}.`);
  }
  const { timeZone, checkIn, nights } = pricing;
  const supplied = offer.rooms.map(room => priceRoom(room, nights));
  const supplierNet = netOf(supplied);
  if (!Number.isSafeInteger(supplierNet) || supplierNet < 0) {
    throw new RangeError('The price is below zero or not exact.');
  }
  const convert = (minor: number) => (exchange === null ? minor : convertMinor(minor, exchange));
  const rooms =
    exchange === null ? supplied : supplied.map(room => priceRoom(convertRoom(room, convert), nights));
  const netMinor = exchange === null ? supplierNet : netOf(rooms);
  const supplierTerms = calculateTerms(offer.policy, { netMinor: supplierNet, timeZone, checkIn });
  const terms =
    exchange === null
      ? supplierTerms
      : convertTerms(supplierTerms, { beforeMinor: supplierNet, afterMinor: netMinor, convert });
  const { board, payment } = offer;
  return {
    provider: pricing.provider,
    rateKey: offer.rateKey,
    fingerprint: offerFingerprint(pricing.hotelId, { board, refundability: terms.refundability, rooms }),
    board,
    payment,
    currency: exchange?.to ?? offer.currency,
    netMinor,
    sellingMinor: netMinor + (offer.sellingMinor === null ? 0 : convert(offer.sellingMinor - supplierNet)),
    rooms,
    charges: exchange === null ? offer.charges : offer.charges.map(charge => convertCharge(charge, convert)),
    terms,
    promotions: offer.promotions,
    supplier: { currency: offer.currency, netMinor: supplierNet },
    exchange,
    fetchedAtMs: pricing.fetchedAtMs,
    ...(pricing.isKept && { isKept: true }),
    ...(offer.endsAtMs !== undefined && { endsAtMs: offer.endsAtMs }),
  };
}

type Convert = (minor: number) => number;

function priceRoom(room: SuppliedRoom, nights: number): PricedRoom {
  const { roomCode, allotment, nightlyMinor, stayCharges } = room;
  if (nightlyMinor.length !== nights) throw new RangeError('A room must have one price a night.');
  let netMinor = 0;
  for (const night of nightlyMinor) netMinor += night;
  for (const { amountMinor } of stayCharges) netMinor += amountMinor;
  return { roomCode, allotment, netMinor, nightlyMinor, stayCharges };
}

function convertRoom(room: SuppliedRoom, convert: Convert): SuppliedRoom {
  return {
    ...room,
    nightlyMinor: room.nightlyMinor.map(convert),
    stayCharges: room.stayCharges.map(charge => convertCharge(charge, convert)),
  };
}

function convertCharge<T extends Pick<SuppliedCharge, 'amountMinor'>>(charge: T, convert: Convert): T {
  return { ...charge, amountMinor: convert(charge.amountMinor) };
}

function netOf(rooms: readonly PricedRoom[]): number {
  let total = 0;
  for (const { netMinor } of rooms) total += netMinor;
  return total;
}
