/**
 * Pure. What a property offers for a stay, or the reason of the plan that came furthest. One offer for each plan and room type that
 * can take all rooms of the request and, for several rooms, one more of the cheapest types mixed.
 */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { SuppliedOffer, SuppliedRoom } from '../../../port/supplied-offer.ts';
import type { SoldHotel, SoldRoom, StayRequest } from '../../../port/supplier.ts';
import type { RateCells, StayCells } from './cells.ts';
import { cheapestMix } from './cheapest-mix.ts';
import { CLOSED, nightPrice, whyNoPrice } from './night-price.ts';
import type { Property, PropertyPlan, PropertyRoom, Slot } from './property.ts';
import { rateKey } from './rate-key.ts';
import { type RoomParty, roomParty } from './room-party.ts';
import { stayCharges } from './stay-charges.ts';
import { stayPolicy } from './stay-policy.ts';
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

export interface StayQuestion {
  property: Property;
  cells: StayCells;
  hotel: Pick<SoldHotel, 'rooms'>;
  stay: StayRequest;
  /** The date at the property. */
  today: string;
  /** Room types by position, sold together while they are free: what was quoted need not be the cheapest for ever. */
  mix?: readonly string[] | undefined;
}

export type StayAnswer = { offers: SuppliedOffer[] } | { reason: UnavailableReason };

/** One room type for one position, at its price. */
interface Choice {
  netMinor: number;
  nightlyMinor: readonly number[];
}

interface Question extends StayQuestion {
  nights: number;
  daysAhead: number;
  /** By room type: rooms that are free in every night. */
  free: readonly number[];
  parties: Parties;
}

export function evaluateStay(asked: StayQuestion): StayAnswer {
  const { property, cells, hotel, stay, today, mix } = asked;
  const nights = nightsBetween(stay.checkIn, stay.checkOut);
  const question: Question = {
    property,
    cells,
    hotel,
    stay,
    today,
    mix,
    nights,
    daysAhead: nightsBetween(today, stay.checkIn),
    free: cells.free.map(free => freeRooms(free, cells.at, nights)),
    parties: partiesOf(asked),
  };
  const offers: SuppliedOffer[] = [];
  let furthest = NOT_OPEN;
  for (const plan of property.plans) {
    if (!isOnSale(plan, stay.market.nationality, today)) continue;
    const refusal = addOffers(offers, plan, question);
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

/** `[position][room]`; rooms that the catalogue does not have can take nobody. */
function partiesOf({ property, hotel, stay }: StayQuestion): Parties {
  const sold = property.rooms.map(({ roomCode }) => hotel.rooms.find(one => one.roomCode === roomCode));
  return stay.occupancies.map(occupancy =>
    property.rooms.map((room, i) => {
      const limits: SoldRoom | undefined = sold[i];
      return limits === undefined ? 'STOP_SELL' : roomParty(room, limits, property.bands, occupancy);
    }),
  );
}

/** Adds what the plan sells, or tells how far it came. */
function addOffers(offers: SuppliedOffer[], plan: PropertyPlan, question: Question): Refusal | undefined {
  const choices: (Choice | undefined)[][] = [];
  let worst: Refusal | undefined;
  for (const party of question.parties) {
    const row: (Choice | undefined)[] = [];
    const refusal = chooseRooms(row, plan, party, question);
    choices.push(row);
    if (refusal !== undefined && (worst === undefined || refusal.stage < worst.stage)) worst = refusal;
  }
  if (worst !== undefined) return worst;
  addUniform(offers, plan, choices, question);
  return choices.length === 1 ? undefined : addMixed(offers, plan, choices, question);
}

/** One choice for each room of the plan. Where none of them will do, the furthest refusal. */
function chooseRooms(
  row: (Choice | undefined)[],
  plan: PropertyPlan,
  party: Parties[number],
  question: Question,
): Refusal | undefined {
  let furthest: Refusal | undefined;
  let isSold = false;
  for (const slot of plan.slots) {
    const room = (question.property.slots[slot] as Slot).room;
    const one = chooseRoom(plan, slot, party[room], question.free[room] ?? 0, question);
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
  { property, cells, nights, daysAhead }: Question,
): Choice | Refusal {
  if (party === undefined || party === 'STOP_SELL') return NOT_OPEN;
  if (typeof party === 'string') return { stage: STAGES.OCCUPANCY, reason: party };
  const rates = cells.rates[slot] as RateCells;
  const { rules } = rates;
  const tooEarlyOrLate = checkAdvance(rules, cells.at, daysAhead);
  if (tooEarlyOrLate !== undefined) return tooEarlyOrLate;
  const room = property.rooms[(property.slots[slot] as Slot).room] as PropertyRoom;
  const nightlyMinor = new Array<number>(nights);
  let netMinor = 0;
  for (let night = 0; night < nights; night++) {
    const at = cells.at + night;
    if (rules?.stopSell[at] === 1) return STOPPED;
    const price = nightPrice(plan, room, rates, at, party);
    if (price === CLOSED) return noPrice(whyNoPrice(plan, room, rates, at, party));
    nightlyMinor[night] = price;
    netMinor += price;
  }
  const refusal = rules && checkLength(rules, cells.at, nights);
  if (refusal !== undefined) return refusal;
  return free > 0 ? { netMinor, nightlyMinor } : SOLD_OUT;
}

/** One offer for each room type that can take all positions. */
function addUniform(
  offers: SuppliedOffer[],
  plan: PropertyPlan,
  choices: readonly (readonly (Choice | undefined)[])[],
  question: Question,
): void {
  for (const [i, slot] of plan.slots.entries()) {
    const { room, rateKey: key } = question.property.slots[slot] as Slot;
    if ((question.free[room] ?? 0) < choices.length) continue;
    const row: Choice[] = [];
    for (const position of choices) {
      const choice = position[i];
      if (choice !== undefined) row.push(choice);
    }
    if (row.length < choices.length) continue;
    offers.push(
      makeOffer(
        plan,
        row.map(choice => roomOf(choice, room, question)),
        row,
        question,
        key,
      ),
    );
  }
}

/** One offer of the types asked for or the cheapest, unless it has been offered with the others. */
function addMixed(
  offers: SuppliedOffer[],
  plan: PropertyPlan,
  choices: readonly (readonly (Choice | undefined)[])[],
  question: Question,
): Refusal | undefined {
  const types = plan.slots.map(slot => (question.property.slots[slot] as Slot).room);
  const costs = choices.map(row => row.map(one => one?.netMinor ?? Number.POSITIVE_INFINITY));
  const free = types.map(type => question.free[type] ?? 0);
  const mix = askedMix(types, costs, free, question) ?? cheapestMix(costs, free);
  if (mix === undefined) return SOLD_OUT;
  if (mix.every(one => one === mix[0])) return undefined;
  const row = mix.map((one, position) => choices[position]?.[one] as Choice);
  const rooms = row.map((choice, position) => roomOf(choice, types[mix[position] ?? 0] ?? 0, question));
  const key = rateKey(
    plan.code,
    rooms.map(({ roomCode }) => roomCode),
  );
  offers.push(makeOffer(plan, rooms, row, question, key));
  return undefined;
}

/** Undefined where no types are asked for, or these cannot be had. */
function askedMix(
  types: readonly number[],
  costs: readonly (readonly number[])[],
  free: readonly number[],
  { property, mix }: Question,
): number[] | undefined {
  const left = [...free];
  const asked = mix?.map(code => types.findIndex(type => property.rooms[type]?.roomCode === code));
  const canBeHad = asked?.every((one, position) => {
    left[one] = (left[one] ?? 0) - 1;
    return Number.isFinite(costs[position]?.[one]) && (left[one] ?? 0) >= 0;
  });
  return canBeHad ? asked : undefined;
}

function freeRooms(free: Int32Array, at: number, nights: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let night = 0; night < nights; night++) least = Math.min(least, free[at + night] ?? 0);
  return Math.max(0, least);
}

/** Shared by all offers. */
const NONE: readonly never[] = [];

function roomOf({ nightlyMinor }: Choice, type: number, { property, free }: Question): SuppliedRoom {
  return {
    roomCode: (property.rooms[type] as PropertyRoom).roomCode,
    allotment: free[type] ?? 0,
    nightlyMinor,
    stayCharges: NONE,
  };
}

function makeOffer(
  plan: PropertyPlan,
  rooms: readonly SuppliedRoom[],
  choices: readonly Choice[],
  { property, stay, nights }: Question,
  key: string,
): SuppliedOffer {
  let netMinor = 0;
  for (const choice of choices) netMinor += choice.netMinor;
  return {
    rateKey: key,
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
