/** Translates the rates of a search and the prices of a price check into offers. Pure. */
import { hash } from 'node:crypto';
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import { type Json, listOf, numberOf, objectOf, textOf } from '../../../platform/json-values.ts';
import { plainText } from '../../../platform/text/plain-text.ts';
import {
  offerNetMinor,
  type SuppliedBed,
  type SuppliedOffer,
  type SuppliedRoom,
  type SuppliedText,
} from '../../port/supplied-offer.ts';
import type { Occupancy, Stay } from '../../port/supplier.ts';
import { addCharges, type RoomPricing, readPricing } from './pricing.ts';
import { boardOf, nightsBetween, policyOf, readTerms } from './terms.ts';
import { encodeOffer, type RateCore } from './tokens.ts';

const MAX_NAME_LENGTH = 200;
const MAX_PROMOTIONS = 10;
const RATE_KEY_LENGTH = 32;
/** `available_rooms` of a rate whose number of rooms is unknown. */
const UNKNOWN_ROOMS = 2_147_483_647;
const RATE_STATES: ReadonlySet<unknown> = new Set([undefined, 'available', 'price_changed', 'sold_out']);
const MERCHANTS: ReadonlySet<unknown> = new Set(['expedia', 'property']);

export interface RateContext extends Stay {
  nowMs: number;
  /** Whether package rates may be sold, which are only valid together with another product. */
  sellsPackages?: boolean;
}

export type MappedProperty =
  | { kind: 'OFFERS'; propertyId: string; offers: SuppliedOffer[] }
  | { kind: 'UNAVAILABLE'; propertyId: string; reason: UnavailableReason }
  /** The property contains an unknown value, so its offers could be misinterpreted. */
  | { kind: 'UNREADABLE'; propertyId: string | undefined };

/** How Rapid's reasons are reported. A reason that is not listed is a PROVIDER_ERROR. */
export const REASONS: Readonly<Record<string, UnavailableReason>> = {
  adults_exceed_threshold: 'MAXIMUM_OCCUPANCY',
  children_exceed_threshold: 'MAXIMUM_OCCUPANCY',
  infants_exceed_threshold: 'MAXIMUM_OCCUPANCY',
  maximum_occupancy: 'MAXIMUM_OCCUPANCY',
  maximum_rooms: 'MAXIMUM_OCCUPANCY',
  minimum_child_age: 'CHILDREN_NOT_ALLOWED',
  children_not_supported: 'CHILDREN_NOT_ALLOWED',
  checkin_not_allowed: 'CHECKIN_NOT_ALLOWED',
  checkout_not_allowed: 'CHECKOUT_NOT_ALLOWED',
  minimum_stay: 'MINIMUM_STAY',
  maximum_stay: 'MAXIMUM_STAY',
  restricted_dates: 'STOP_SELL',
  restricted_stay_lengths: 'STOP_SELL',
  same_day_restrictions: 'RELEASE_PERIOD',
  minimum_advance_purchase: 'RELEASE_PERIOD',
  maximum_advance_purchase: 'RELEASE_PERIOD',
  partial_inventory_available: 'SOLD_OUT',
  no_inventory_available: 'SOLD_OUT',
};

/** Rapid's format for a party, for example `2-9,4`. It is also the key of the party's price. */
export function occupancyText({ adults, childAges }: Occupancy): string {
  return childAges.length === 0 ? String(adults) : `${adults}-${childAges.join(',')}`;
}

/** Maps one element of a search response. Older versions of Rapid send no status. */
export function mapProperty(value: unknown, context: RateContext): MappedProperty {
  const property = objectOf(value);
  const propertyId = textOf(property?.property_id);
  if (property === undefined || propertyId === undefined) return { kind: 'UNREADABLE', propertyId };
  const { status = 'available' } = property;
  if (status === 'partially_unavailable') {
    const code = textOf(objectOf(property.unavailable_reason)?.code) ?? 'no_inventory_available';
    return { kind: 'UNAVAILABLE', propertyId, reason: REASONS[code] ?? 'PROVIDER_ERROR' };
  }
  if (status !== 'available') return { kind: 'UNREADABLE', propertyId };
  const offers: SuppliedOffer[] = [];
  for (const each of listOf(property.rooms)) {
    const room = objectOf(each);
    for (const rate of listOf(room?.rates)) {
      const mapped = mapRate(objectOf(rate), room, propertyId, context);
      if (mapped === undefined) return { kind: 'UNREADABLE', propertyId };
      offers.push(...mapped);
    }
  }
  return { kind: 'OFFERS', propertyId, offers };
}

/**
 * Returns one offer per bed group, an empty list if the rate cannot be sold, or undefined if it contains an unknown
 * value.
 */
function mapRate(
  rate: Json | undefined,
  room: Json | undefined,
  propertyId: string,
  context: RateContext,
): SuppliedOffer[] | undefined {
  if (rate === undefined || room === undefined) return [];
  if (!RATE_STATES.has(rate.status) || !MERCHANTS.has(rate.merchant_of_record)) return undefined;
  if (rate.status === 'sold_out' || rate.merchant_of_record !== 'expedia') return [];
  const scenario = objectOf(rate.sale_scenario);
  if ((scenario?.package === true && context.sellsPackages !== true) || scenario?.corporate === true)
    return [];
  const rooms = priceRooms(rate.occupancy_pricing, context);
  const [first] = rooms ?? [];
  const core = first && readCore(rate, room, first.currency, context);
  if (rooms === undefined || core === undefined) return [];
  const offers: SuppliedOffer[] = [];
  for (const each of Object.values(objectOf(rate.bed_groups) ?? {})) {
    const group = objectOf(each);
    const bedGroupId = textOf(group?.id);
    const link = objectOf(objectOf(group?.links)?.price_check);
    const href = textOf(link?.href);
    if (group === undefined || bedGroupId === undefined || link === undefined || href === undefined) continue;
    const own = { ...core, bedGroupId, beds: listOf(group.configuration).flatMap(readBed) };
    const offer = buildOffer(propertyId, own, rooms);
    offer.tokens = encodeOffer({ propertyId, link: href, core: own });
    const endsAtMs = Date.parse(textOf(link.expires) ?? '');
    if (!Number.isNaN(endsAtMs)) offer.tokensEndAtMs = endsAtMs;
    offers.push(offer);
  }
  return offers;
}

function readCore(rate: Json, room: Json, currency: string, context: RateContext): RateCore | undefined {
  const roomId = textOf(room.id);
  const rateId = textOf(rate.id);
  const roomName = plainText(textOf(room.room_name) ?? '', MAX_NAME_LENGTH);
  if (roomId === undefined || rateId === undefined || roomName === '') return undefined;
  const available = numberOf(rate.available_rooms);
  const isCounted = available !== undefined && Number.isInteger(available) && available > 0;
  const { checkIn, checkOut, nowMs } = context;
  return {
    roomId,
    rateId,
    roomName,
    bedGroupId: '',
    beds: [],
    board: boardOf(rate.amenities),
    allotment: isCounted && available !== UNKNOWN_ROOMS ? available : null,
    terms: readTerms(rate, { atMs: nowMs, checkIn, checkOut, currency }),
    promotions: readPromotions(objectOf(rate.promotions)),
  };
}

const BED_WORDS: readonly [RegExp, SuppliedBed['type']][] = [
  [/sofa/i, 'SOFA_BED'],
  [/bunk/i, 'BUNK_BED'],
  [/futon/i, 'FUTON'],
  [/crib/i, 'CRIB'],
  [/king/i, 'KING'],
  [/queen/i, 'QUEEN'],
  [/full|double/i, 'DOUBLE'],
  [/twin|single/i, 'SINGLE'],
];

function readBed(value: unknown): SuppliedBed[] {
  const bed = objectOf(value);
  const words = `${textOf(bed?.type) ?? ''} ${textOf(bed?.size) ?? ''}`;
  const count = numberOf(bed?.quantity) ?? 1;
  const type = BED_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'UNKNOWN';
  return Number.isInteger(count) && count >= 1 && count <= 50 ? [{ type, count }] : [];
}

/** Value adds and the deal of a rate. */
function readPromotions(promotions: Json | undefined): SuppliedText[] {
  if (promotions === undefined) return [];
  const entries = [...Object.values(objectOf(promotions.value_adds) ?? {}), promotions.deal];
  return entries.slice(0, MAX_PROMOTIONS).flatMap(each => {
    const entry = objectOf(each);
    const code = textOf(entry?.id);
    const text = plainText(textOf(entry?.description) ?? '', MAX_NAME_LENGTH);
    return code === undefined || text === '' ? [] : [{ code: code.slice(0, 40), text, language: 'en' }];
  });
}

/**
 * Returns the price of each requested room, or undefined if a price is missing or currencies differ. Equal parties
 * share an entry.
 */
export function priceRooms(
  pricing: unknown,
  { occupancies, checkIn, checkOut }: Stay,
): RoomPricing[] | undefined {
  const byParty = objectOf(pricing);
  if (byParty === undefined) return undefined;
  const nights = nightsBetween(checkIn, checkOut);
  const read = new Map<string, RoomPricing>();
  const rooms: RoomPricing[] = [];
  for (const party of occupancies) {
    const key = occupancyText(party);
    const room = read.get(key) ?? readPricing(byParty[key], nights);
    if (room === undefined || room.currency !== (rooms[0] ?? room).currency) return undefined;
    read.set(key, room);
    rooms.push(room);
  }
  return rooms.length === 0 ? undefined : rooms;
}

/** Builds the offer of a rate at the given prices. A price check returns new prices for the same rate. */
export function buildOffer(propertyId: string, core: RateCore, rooms: readonly RoomPricing[]): SuppliedOffer {
  const { roomId, roomName, rateId, beds, board, allotment, promotions, terms } = core;
  const supplied = rooms.map(
    ({ totalMinor, nightlyMinor, stayCharges }): SuppliedRoom => ({
      roomCode: null,
      name: { code: 'ROOM', text: roomName, language: 'en' },
      supplierRoomCode: roomId,
      beds,
      allotment,
      nightlyMinor,
      totalMinor,
      stayCharges,
    }),
  );
  const selling = rooms.map(({ sellingMinor }) => sellingMinor);
  return {
    rateKey: rateKeyOf(propertyId, core),
    ratePlan: rateId,
    board,
    payment: 'MERCHANT',
    currency: rooms[0]?.currency ?? '',
    rooms: supplied,
    sellingMinor: selling.reduce<number | null>(
      (sum, each) => (sum === null || each === null ? null : sum + each),
      0,
    ),
    charges: addCharges(rooms),
    policy: policyOf(terms, rooms),
    promotions,
  };
}

/** Identifies the product across searches. */
function rateKeyOf(propertyId: string, { roomId, rateId, bedGroupId, board, terms }: RateCore): string {
  const isFixed =
    terms.kind === 'FULL' || (terms.kind === 'PENALTIES' && terms.penalties[0]?.fromMs === null);
  const text = `${propertyId}\n${roomId}\n${rateId}\n${bedGroupId}\n${board}\n${isFixed}`;
  return hash('sha256', text, 'base64url').slice(0, RATE_KEY_LENGTH);
}

/** If two offers are for the same product, the cheaper one is kept. */
export function keepCheaper(offers: Map<string, SuppliedOffer>, offer: SuppliedOffer): void {
  const known = offers.get(offer.rateKey);
  if (known === undefined || offerNetMinor(offer) < offerNetMinor(known)) offers.set(offer.rateKey, offer);
}
