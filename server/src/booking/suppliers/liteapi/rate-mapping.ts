/** Translates LiteAPI's rates of a search or prebook into offers. Pure. */
import { hash } from 'node:crypto';
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import { Memo } from '../../../platform/cache/memo.ts';
import { type Json, listOf, numberOf, objectOf, textOf } from '../../../platform/json-values.ts';
import { plainText } from '../../../platform/text/plain-text.ts';
import type {
  SuppliedCharge,
  SuppliedOffer,
  SuppliedPolicy,
  SuppliedRoom,
  SuppliedText,
} from '../../port/supplied-offer.ts';
import { offerNetMinor } from '../../port/supplied-offer.ts';
import type { Occupancy } from '../../port/supplier.ts';
import { amountMinor, currencyOf, type Price, priceOf, shownMinor } from './money.ts';
import { boardOf, combinedPolicy, roomTerms, withoutBoard } from './terms.ts';

const MAX_NAME_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 200;
const MAX_NOTICE_LENGTH = 2_000;
const RATE_KEY_LENGTH = 32;
/** A rate that allows no other payment type is paid by the guest at the property. */
const PROPERTY_PAY = 'PROPERTY_PAY';

export interface RateContext {
  supplierHotelId: string;
  occupancies: readonly Occupancy[];
  /** Tokens of the search are valid until this time. Omitted for a prebook, whose tokens are stored with the quote. */
  tokensEndAtMs?: number;
}

/** The offers of one entry of `data[]`. A rate that cannot be read or sold is left out. */
export function mapRoomTypes(roomTypes: readonly unknown[], context: RateContext): SuppliedOffer[] {
  const offers: SuppliedOffer[] = [];
  for (const each of roomTypes) {
    const roomType = objectOf(each);
    const offer = roomType && mapRoomType(roomType, context);
    if (offer !== undefined) offers.push(offer);
  }
  return offers;
}

function mapRoomType(roomType: Json, context: RateContext): SuppliedOffer | undefined {
  const offerId = textOf(roomType.offerId);
  // A package rate may only be sold together with another product.
  if (offerId === undefined || (roomType.rateType ?? 'standard') !== 'standard') return undefined;
  if (roomType.loyaltyMembershipIdRequired === true || isPaidAtProperty(roomType)) return undefined;
  const offer = mapRates(listOf(roomType.rates), context, {
    total: roomType.offerRetailRate === undefined ? undefined : priceOf(roomType.offerRetailRate),
    isTotalRequired: roomType.offerRetailRate !== undefined,
    selling: priceOf(roomType.suggestedSellingPrice),
  });
  if (offer === undefined) return undefined;
  // Assigned instead of copied, because a search maps thousands of offers.
  offer.tokens = offerId;
  if (context.tokensEndAtMs !== undefined) offer.tokensEndAtMs = context.tokensEndAtMs;
  return offer;
}

function isPaidAtProperty(roomType: Json): boolean {
  const types = listOf(roomType.paymentTypes ?? objectOf(listOf(roomType.rates)[0])?.paymentTypes);
  return types.length > 0 && types.every(type => type === PROPERTY_PAY);
}

export interface OfferTotals {
  /** The price of all rooms, as the supplier states it. */
  total: Price | undefined;
  /** If false, the sum of the rooms is used when there is no total. */
  isTotalRequired: boolean;
  selling: Price | undefined;
}

interface MappedRate {
  room: SuppliedRoom & { totalMinor: number };
  board: BoardCode;
  currency: string;
  policy: SuppliedPolicy;
  taxes: readonly unknown[];
  promotions: readonly unknown[];
  identity: string;
}

/** Returns undefined if any room cannot be read, or if the rooms contradict each other or the total. */
export function mapRates(
  rates: readonly unknown[],
  context: RateContext,
  { total, isTotalRequired, selling }: OfferTotals,
): SuppliedOffer | undefined {
  const mapped = inOrder(rates, context.occupancies)?.map(mapRate);
  const [first] = mapped ?? [];
  if (mapped === undefined || first === undefined) return undefined;
  const rooms: MappedRate[] = [];
  for (const rate of mapped) {
    if (rate?.currency !== first.currency || rate.board !== first.board) return undefined;
    rooms.push(rate);
  }
  const { currency, board } = first;
  if (isTotalRequired && total?.currency !== currency) return undefined;
  if (total !== undefined && !agree(rooms, total.minor)) return undefined;
  const offer: SuppliedOffer = {
    rateKey: rateKeyOf(context.supplierHotelId, board, rooms),
    board,
    payment: 'MERCHANT',
    currency,
    rooms: rooms.map(({ room }) => room),
    sellingMinor: null,
    charges: chargesOf(rooms, currency),
    policy: combinedPolicy(rooms.map(({ policy }) => policy)),
    promotions: promotionsOf(rooms),
  };
  const netMinor = offerNetMinor(offer);
  if (netMinor === 0) return undefined;
  if (selling?.currency === currency && selling.minor >= netMinor) offer.sellingMinor = selling.minor;
  return offer;
}

/**
 * Returns the rates in the order of the requested rooms, or undefined if a room is missing, repeated, or for another
 * party.
 */
function inOrder(rates: readonly unknown[], occupancies: readonly Occupancy[]): Json[] | undefined {
  if (rates.length !== occupancies.length) return undefined;
  const ordered: (Json | undefined)[] = occupancies.map(() => undefined);
  for (const [index, each] of rates.entries()) {
    const rate = objectOf(each);
    const position = numberOf(rate?.occupancyNumber) ?? index + 1;
    const party = occupancies[position - 1];
    if (rate === undefined || party === undefined || ordered[position - 1] !== undefined) return undefined;
    if ((numberOf(rate.adultCount) ?? party.adults) !== party.adults) return undefined;
    if ((numberOf(rate.childCount) ?? party.childAges.length) !== party.childAges.length) return undefined;
    ordered[position - 1] = rate;
  }
  return ordered as Json[];
}

function mapRate(rate: Json): MappedRate | undefined {
  const retail = objectOf(rate.retailRate);
  const price = priceOf(retail?.total);
  const board = boardOf(rate.boardType, rate.boardName);
  const given = textOf(rate.name);
  if (retail === undefined || price === undefined || board === undefined || given === undefined)
    return undefined;
  const text = roomNames.get(given, readRoomName);
  if (text === '') return undefined;
  const code = numberOf(rate.mappedRoomId);
  const { policy, deadline } = roomTerms(rate.cancellationPolicies, price.minor, price.currency);
  return {
    room: {
      roomCode: null,
      name: { code: 'ROOM', text, language: 'en' },
      ...(code === undefined ? {} : { supplierRoomCode: String(code) }),
      allotment: null,
      nightlyMinor: null,
      totalMinor: price.minor,
      stayCharges: [],
    },
    board,
    currency: price.currency,
    policy,
    taxes: listOf(retail.taxesAndFees),
    promotions: listOf(retail.promotions),
    identity: `${code ?? text}|${deadline}`,
  };
}

const roomNames = new Memo<string, string>();

function readRoomName(given: string): string {
  return withoutBoard(plainText(given, MAX_NAME_LENGTH));
}

/**
 * Whether the rooms add up to the stated total. Rooms may have been rounded, so a difference of less than one minor unit per room is
 * accepted. It is added to the first room, because the total is what is charged.
 */
function agree(rooms: readonly MappedRate[], totalMinor: number): boolean {
  const [first] = rooms;
  const apart = totalMinor - rooms.reduce((sum, { room }) => sum + room.totalMinor, 0);
  if (first === undefined || Math.abs(apart) >= rooms.length || first.room.totalMinor + apart < 0)
    return false;
  first.room.totalMinor += apart;
  return true;
}

/** Identifies the product across searches: the hotel, the board, and the id or name and the terms of each room. */
function rateKeyOf(supplierHotelId: string, board: BoardCode, rooms: readonly MappedRate[]): string {
  let text = `${supplierHotelId}\n${board}`;
  for (const { identity } of rooms) text += `\n${identity}`;
  return hash('sha256', text, 'base64url').slice(0, RATE_KEY_LENGTH);
}

const NO_TEXTS: readonly SuppliedText[] = [];

function promotionsOf(rooms: readonly MappedRate[]): readonly SuppliedText[] {
  const names = new Set<string>();
  for (const { promotions } of rooms) {
    for (const each of promotions) {
      const name = textOf(objectOf(each)?.name);
      if (name !== undefined) names.add(plainText(name, MAX_DESCRIPTION_LENGTH));
    }
  }
  if (names.size === 0) return NO_TEXTS;
  return [...names].map(text => ({ code: 'PROMOTION', text, language: 'en' }));
}

/** Merges taxes of the same kind in several rooms, and adds up their amounts. */
function chargesOf(rooms: readonly MappedRate[], currency: string): SuppliedCharge[] {
  const charges: SuppliedCharge[] = [];
  for (const { taxes } of rooms) {
    for (const each of taxes) {
      const charge = readCharge(objectOf(each), currency);
      if (charge === undefined) continue;
      const same = charges.find(other => isSameCharge(other, charge));
      if (same === undefined) charges.push(charge);
      else addCharge(same, charge);
    }
  }
  return charges;
}

interface Charge extends SuppliedCharge {
  local?: { currency: string; amountMinor: number };
}

/** Returns undefined for a tax of zero and for an amount that cannot be read. */
function readCharge(tax: Json | undefined, currency: string): Charge | undefined {
  const own = currencyOf(tax?.currency) ?? currency;
  const minor = tax && shownMinor(tax.amount, own);
  if (tax === undefined || minor === undefined || minor === 0 || typeof tax.included !== 'boolean')
    return undefined;
  const { description, type } = chargeNames.get(textOf(tax.description) ?? '', readChargeName);
  return {
    code: type,
    description,
    type,
    basis: 'PER_STAY',
    collection: tax.included ? 'INCLUDED' : 'PAY_AT_PROPERTY',
    ...(own === currency
      ? { amountMinor: minor }
      : { amountMinor: null, local: { currency: own, amountMinor: minor } }),
  };
}

const chargeNames = new Memo<string, Pick<Charge, 'description' | 'type'>>();

/** LiteAPI does not state whether a charge is a tax or a fee, so the description decides. */
function readChargeName(given: string): Pick<Charge, 'description' | 'type'> {
  const description = plainText(given, MAX_DESCRIPTION_LENGTH) || 'Tax';
  return { description, type: /tax|vat|gst|levy/i.test(description) ? 'TAX' : 'FEE' };
}

function isSameCharge(a: SuppliedCharge, b: SuppliedCharge): boolean {
  return (
    a.description === b.description &&
    a.collection === b.collection &&
    a.local?.currency === b.local?.currency
  );
}

function addCharge(sum: Charge, more: Charge): void {
  if (sum.amountMinor !== null && more.amountMinor !== null) sum.amountMinor += more.amountMinor;
  if (sum.local !== undefined && more.local !== undefined) {
    sum.local = { ...sum.local, amountMinor: sum.local.amountMinor + more.local.amountMinor };
  }
}

export interface Prebooked {
  prebookId: string;
  supplierHotelId: string;
  offer: SuppliedOffer;
  paymentTypes: readonly unknown[];
  checkIn: string | undefined;
  checkOut: string | undefined;
  /** The remarks of the rooms and the conditions of the booking. */
  notices: readonly SuppliedText[];
}

/** Reads a prebook. `price` is the binding total. Returns undefined if the offer cannot be read. */
export function mapPrebook(data: Json, occupancies: readonly Occupancy[]): Prebooked | undefined {
  const prebookId = textOf(data.prebookId);
  const supplierHotelId = textOf(data.hotelId);
  const currency = currencyOf(data.currency);
  const minor = currency === undefined ? undefined : amountMinor(data.price, currency);
  const roomTypes = listOf(data.roomTypes);
  if (
    prebookId === undefined ||
    supplierHotelId === undefined ||
    currency === undefined ||
    minor === undefined
  )
    return undefined;
  const rates = roomTypes.flatMap(each => listOf(objectOf(each)?.rates));
  const offer = mapRates(
    rates,
    { supplierHotelId, occupancies },
    { total: { minor, currency }, isTotalRequired: true, selling: priceOf(data.suggestedSellingPrice) },
  );
  return (
    offer && {
      prebookId,
      supplierHotelId,
      offer,
      paymentTypes: listOf(data.paymentTypes),
      checkIn: textOf(data.checkin),
      checkOut: textOf(data.checkout),
      notices: noticesOf([...rates.map(rate => objectOf(rate)?.remarks), data.termsAndConditions]),
    }
  );
}

/** Equal texts are listed once. */
function noticesOf(texts: readonly unknown[]): SuppliedText[] {
  const plain = texts.flatMap(each => {
    const text = textOf(each);
    return text === undefined ? [] : [plainText(text, MAX_NOTICE_LENGTH)];
  });
  return [...new Set(plain)]
    .filter(text => text !== '')
    .map(text => ({ code: 'PROVIDER_REMARK', text, language: 'en' }));
}
