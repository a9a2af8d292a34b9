/**
 * Returns the offers of a property for a stay, or the reason why it has none, from the plan that got furthest. There is
 * one offer for each plan and room type that fits all rooms of the request. If the request has several rooms, each plan
 * may add one offer with the cheapest mix of types. Pure.
 */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { NightlyOffer, NightlyRoom } from '../../../port/supplied-offer.ts';
import type { SoldHotel, SoldRoom, StayRequest } from '../../../port/supplier.ts';
import type { RateCells, StayCells } from './cells.ts';
import { cheapestMix } from './cheapest-mix.ts';
import { CLOSED, nightPrice, noPriceReason } from './night-price.ts';
import type { Property, PropertyPlan, PropertyRoom, Slot } from './property.ts';
import { rateKey } from './rate-key.ts';
import { type RoomParty, roomParty } from './room-party.ts';
import {
  checkAdvance,
  checkLength,
  NOT_OPEN,
  noPrice,
  type Refusal,
  SOLD_OUT,
  STAGES,
  STOPPED,
} from './stay-rules.ts';
import { stayCharges, stayPolicy } from './stay-terms.ts';

export interface StayQuery {
  property: Property;
  cells: StayCells;
  hotel: Pick<SoldHotel, 'rooms'>;
  stay: StayRequest;
  /** The current date at the property. */
  today: string;
  /**
   * The room type for each occupancy of the request. If they are free, exactly these room types are sold, because the
   * mix of a quote may no longer be the cheapest.
   */
  mix?: readonly string[] | undefined;
}

export type StayResult = { offers: NightlyOffer[] } | { reason: UnavailableReason };

interface Choice {
  netMinor: number;
  nightlyMinor: readonly number[];
}

interface PreparedQuery extends StayQuery {
  nights: number;
  daysAhead: number;
  /** Number of rooms that are free on every night, indexed by room type. */
  free: readonly number[];
  parties: Parties;
}

export function evaluateStay(input: StayQuery): StayResult {
  const { property, cells, hotel, stay, today, mix } = input;
  const nights = nightsBetween(stay.checkIn, stay.checkOut);
  const query: PreparedQuery = {
    property,
    cells,
    hotel,
    stay,
    today,
    mix,
    nights,
    daysAhead: nightsBetween(today, stay.checkIn),
    free: cells.free.map(free => freeRooms(free, cells.at, nights)),
    parties: partiesOf(input),
  };
  const offers: NightlyOffer[] = [];
  let furthest = NOT_OPEN;
  for (const plan of property.plans) {
    if (!isOnSale(plan, stay.market.nationality, today)) continue;
    const refusal = addOffers(offers, plan, query);
    if (refusal !== undefined && refusal.stage > furthest.stage) furthest = refusal;
  }
  return offers.length > 0 ? { offers } : { reason: furthest.reason };
}

function isOnSale(
  { active, markets, bookingWindow }: PropertyPlan,
  nationality: string,
  today: string,
): boolean {
  if (!active) return false;
  if (markets?.include !== undefined && !markets.include.includes(nationality)) return false;
  if (markets?.exclude?.includes(nationality)) return false;
  if (bookingWindow === undefined) return true;
  const { from = today, to = today } = bookingWindow;
  return from <= today && today <= to;
}

type Parties = readonly (readonly (RoomParty | UnavailableReason)[])[];

/** Indexed by occupancy of the request, then by room. A room that is not in the catalogue takes no guests. */
function partiesOf({ property, hotel, stay }: StayQuery): Parties {
  const sold = property.rooms.map(({ roomCode }) => hotel.rooms.find(one => one.roomCode === roomCode));
  return stay.occupancies.map(occupancy =>
    property.rooms.map((room, i) => {
      const limits: SoldRoom | undefined = sold[i];
      return limits === undefined ? 'STOP_SELL' : roomParty(room, limits, property.bands, occupancy);
    }),
  );
}

/** Adds the offers of the plan, or returns the refusal of the occupancy that got least far. */
function addOffers(offers: NightlyOffer[], plan: PropertyPlan, query: PreparedQuery): Refusal | undefined {
  const choices: (Choice | undefined)[][] = [];
  let worst: Refusal | undefined;
  for (const party of query.parties) {
    const row: (Choice | undefined)[] = [];
    const refusal = chooseRooms(row, plan, party, query);
    choices.push(row);
    if (refusal !== undefined && (worst === undefined || refusal.stage < worst.stage)) worst = refusal;
  }
  if (worst !== undefined) return worst;
  addUniform(offers, plan, choices, query);
  return choices.length === 1 ? undefined : addMixed(offers, plan, choices, query);
}

/**
 * Prices each room type of the plan for one occupancy of the request. If none fits, returns the refusal that got
 * furthest.
 */
function chooseRooms(
  row: (Choice | undefined)[],
  plan: PropertyPlan,
  party: Parties[number],
  query: PreparedQuery,
): Refusal | undefined {
  let furthest: Refusal | undefined;
  let isSold = false;
  for (const slot of plan.slots) {
    const room = (query.property.slots[slot] as Slot).room;
    const one = chooseRoom(plan, slot, party[room], query.free[room] ?? 0, query);
    if ('stage' in one) {
      row.push(undefined);
      if (furthest === undefined || one.stage > furthest.stage) furthest = one;
    } else {
      row.push(one);
      isSold = true;
    }
  }
  return isSold ? undefined : (furthest ?? NOT_OPEN);
}

function chooseRoom(
  plan: PropertyPlan,
  slot: number,
  party: RoomParty | UnavailableReason | undefined,
  free: number,
  { property, cells, nights, daysAhead }: PreparedQuery,
): Choice | Refusal {
  if (party === undefined || party === 'STOP_SELL') return NOT_OPEN;
  if (typeof party === 'string') return { stage: STAGES.OCCUPANCY, reason: party };
  const rates = cells.rates[slot] as RateCells;
  const { rules } = rates;
  const advanceRefusal = checkAdvance(rules, cells.at, daysAhead);
  if (advanceRefusal !== undefined) return advanceRefusal;
  const room = property.rooms[(property.slots[slot] as Slot).room] as PropertyRoom;
  const nightlyMinor = new Array<number>(nights);
  let netMinor = 0;
  for (let night = 0; night < nights; night++) {
    const at = cells.at + night;
    if (rules?.stopSell[at] === 1) return STOPPED;
    const price = nightPrice(plan, room, rates, at, party);
    if (price === CLOSED) return noPrice(noPriceReason(plan, room, rates, at, party));
    nightlyMinor[night] = price;
    netMinor += price;
  }
  const refusal = rules && checkLength(rules, cells.at, nights);
  if (refusal !== undefined) return refusal;
  return free > 0 ? { netMinor, nightlyMinor } : SOLD_OUT;
}

function addUniform(
  offers: NightlyOffer[],
  plan: PropertyPlan,
  choices: readonly (readonly (Choice | undefined)[])[],
  query: PreparedQuery,
): void {
  for (const [i, slot] of plan.slots.entries()) {
    const { room, rateKey: key } = query.property.slots[slot] as Slot;
    if ((query.free[room] ?? 0) < choices.length) continue;
    const row: Choice[] = [];
    for (const position of choices) {
      const choice = position[i];
      if (choice !== undefined) row.push(choice);
    }
    if (row.length < choices.length) continue;
    offers.push(
      makeOffer(
        plan,
        row.map(choice => roomOf(choice, room, query)),
        row,
        query,
        key,
      ),
    );
  }
}

/** Adds one offer with the requested mix or the cheapest mix of types, unless all types are the same. */
function addMixed(
  offers: NightlyOffer[],
  plan: PropertyPlan,
  choices: readonly (readonly (Choice | undefined)[])[],
  query: PreparedQuery,
): Refusal | undefined {
  const types = plan.slots.map(slot => (query.property.slots[slot] as Slot).room);
  const costs = choices.map(row => row.map(one => one?.netMinor ?? Number.POSITIVE_INFINITY));
  const free = types.map(type => query.free[type] ?? 0);
  const mix = requestedMix(types, costs, free, query) ?? cheapestMix(costs, free);
  if (mix === undefined) return SOLD_OUT;
  if (mix.every(one => one === mix[0])) return undefined;
  const row = mix.map((one, position) => choices[position]?.[one] as Choice);
  const rooms = row.map((choice, position) => roomOf(choice, types[mix[position] ?? 0] ?? 0, query));
  const key = rateKey(
    plan.code,
    rooms.map(({ roomCode }) => roomCode),
  );
  offers.push(makeOffer(plan, rooms, row, query, key));
  return undefined;
}

/** Returns undefined if no mix is requested or the mix is not available. */
function requestedMix(
  types: readonly number[],
  costs: readonly (readonly number[])[],
  free: readonly number[],
  { property, mix }: PreparedQuery,
): number[] | undefined {
  const left = [...free];
  const requested = mix?.map(code => types.findIndex(type => property.rooms[type]?.roomCode === code));
  const isAvailable = requested?.every((one, position) => {
    left[one] = (left[one] ?? 0) - 1;
    return Number.isFinite(costs[position]?.[one]) && (left[one] ?? 0) >= 0;
  });
  return isAvailable ? requested : undefined;
}

function freeRooms(free: Int32Array, at: number, nights: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let night = 0; night < nights; night++) least = Math.min(least, free[at + night] ?? 0);
  return Math.max(0, least);
}

/** Shared by all offers to save memory. */
const NONE: readonly never[] = [];

function roomOf({ nightlyMinor }: Choice, type: number, { property, free }: PreparedQuery): NightlyRoom {
  return {
    roomCode: (property.rooms[type] as PropertyRoom).roomCode,
    allotment: free[type] ?? 0,
    nightlyMinor,
    stayCharges: NONE,
  };
}

function makeOffer(
  plan: PropertyPlan,
  rooms: readonly NightlyRoom[],
  choices: readonly Choice[],
  { property, stay, nights }: PreparedQuery,
  key: string,
): NightlyOffer {
  let netMinor = 0;
  for (const choice of choices) netMinor += choice.netMinor;
  return {
    rateKey: key,
    ratePlan: plan.code,
    board: plan.board,
    payment: plan.payment,
    currency: property.currency,
    rooms,
    sellingMinor: null,
    charges: stayCharges(property, netMinor, nights, stay.occupancies),
    policy: stayPolicy(plan.policy, stay.checkIn, netMinor, rooms),
    promotions: NONE,
  };
}
