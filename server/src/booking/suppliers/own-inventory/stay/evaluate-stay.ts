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
import { CLOSED, nightPrice } from './night-price.ts';
import type { Property, PropertyPlan, PropertyRoom } from './property.ts';
import { rateKey } from './rate-key.ts';
import { type RoomParty, roomParty } from './room-party.ts';
import { stayCharges } from './stay-charges.ts';
import { stayPolicy } from './stay-policy.ts';

export interface StayQuestion {
  property: Property;
  cells: StayCells;
  hotel: Pick<SoldHotel, 'rooms'>;
  stay: StayRequest;
  /** The date at the property. */
  today: string;
}

export type StayAnswer = { offers: SuppliedOffer[] } | { reason: UnavailableReason };

/** How far a plan came, in this order; where several reasons apply the furthest is told. */
const STAGES = { NONE: -1, OCCUPANCY: 0, ADVANCE: 1, STOP: 2, ARRIVAL: 3, DEPARTURE: 4, LENGTH: 5, ROOMS: 6 };

interface Refusal {
  stage: number;
  reason: UnavailableReason;
}
const NOT_OPEN: Refusal = { stage: STAGES.NONE, reason: 'STOP_SELL' };
const SOLD_OUT: Refusal = { stage: STAGES.ROOMS, reason: 'SOLD_OUT' };

/** One room type for one position, at its price. */
interface Choice {
  netMinor: number;
  nightlyMinor: readonly number[];
}

interface Question extends StayQuestion {
  nights: number;
  daysAhead: number;
}

export function evaluateStay(asked: StayQuestion): StayAnswer {
  const { property, stay, today } = asked;
  const question: Question = {
    ...asked,
    nights: nightsBetween(stay.checkIn, stay.checkOut),
    daysAhead: nightsBetween(today, stay.checkIn),
  };
  const parties = partiesOf(question);
  const offers: SuppliedOffer[] = [];
  let furthest = NOT_OPEN;
  for (const plan of property.plans) {
    if (!isOnSale(plan, stay.market.nationality, today)) continue;
    const refusal = addOffers(offers, plan, parties, question);
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
function partiesOf({ property, hotel, stay }: Question): Parties {
  const sold = property.rooms.map(({ roomCode }) => hotel.rooms.find(one => one.roomCode === roomCode));
  return stay.occupancies.map(occupancy =>
    property.rooms.map((room, i) => {
      const limits: SoldRoom | undefined = sold[i];
      return limits === undefined ? 'STOP_SELL' : roomParty(room, limits, property.bands, occupancy);
    }),
  );
}

/** Adds what the plan sells, or tells how far it came. */
function addOffers(
  offers: SuppliedOffer[],
  plan: PropertyPlan,
  parties: Parties,
  question: Question,
): Refusal | undefined {
  const { property, cells, nights } = question;
  const rooms = plan.slots.map(slot => property.slots[slot]?.room ?? 0);
  const free = rooms.map(room => freeRooms(cells.free[room], cells.at, nights));
  const refusals = plan.slots.map(slot => checkRestrictions(cells.rates[slot] as RateCells, question));
  const choices: (Choice | undefined)[][] = [];
  let worst: Refusal | undefined;
  for (const party of parties) {
    const row = plan.slots.map((slot, i) =>
      chooseRoom(plan, slot, party[rooms[i] ?? 0], refusals[i], free[i] ?? 0, question),
    );
    choices.push(row.map(one => ('stage' in one ? undefined : one)));
    const refusal = furthestOf(row);
    if (refusal !== undefined && (worst === undefined || refusal.stage < worst.stage)) worst = refusal;
  }
  if (worst !== undefined) return worst;

  for (const i of rooms.keys()) {
    const row = choices.map(one => one[i]);
    if ((free[i] ?? 0) < row.length || row.includes(undefined)) continue;
    offers.push(
      makeOffer(
        plan,
        row as Choice[],
        row.map(() => rooms[i] ?? 0),
        row.map(() => free[i] ?? 0),
        question,
        property.slots[plan.slots[i] ?? 0]?.rateKey,
      ),
    );
  }
  if (choices.length === 1) return undefined;
  const costs = choices.map(row => row.map(one => one?.netMinor ?? Number.POSITIVE_INFINITY));
  const mix = cheapestMix(costs, free);
  if (mix === undefined) return SOLD_OUT;
  // It has been offered with the others.
  if (mix.every(type => type === mix[0])) return undefined;
  const row = mix.map((type, position) => choices[position]?.[type] as Choice);
  offers.push(
    makeOffer(
      plan,
      row,
      mix.map(type => rooms[type] ?? 0),
      mix.map(type => free[type] ?? 0),
      question,
    ),
  );
  return undefined;
}

/** Undefined where one of the rooms will do. */
function furthestOf(row: readonly (Choice | Refusal)[]): Refusal | undefined {
  let furthest: Refusal | undefined;
  for (const one of row) {
    if (!('stage' in one)) return undefined;
    if (furthest === undefined || one.stage > furthest.stage) furthest = one;
  }
  return furthest ?? NOT_OPEN;
}

function chooseRoom(
  plan: PropertyPlan,
  slot: number,
  party: RoomParty | UnavailableReason | undefined,
  { advance, later }: Restrictions = { advance: undefined, later: undefined },
  free: number,
  { property, cells, nights }: Question,
): Choice | Refusal {
  if (party === undefined || party === 'STOP_SELL') return NOT_OPEN;
  if (typeof party === 'string') return { stage: STAGES.OCCUPANCY, reason: party };
  if (advance !== undefined) return advance;
  const room = property.rooms[property.slots[slot]?.room ?? 0] as PropertyRoom;
  const rates = cells.rates[slot] as RateCells;
  const nightlyMinor: number[] = [];
  let netMinor = 0;
  for (let night = 0; night < nights; night++) {
    const at = cells.at + night;
    const price = rates.stopSell[at] === 1 ? CLOSED : nightPrice(plan, room, rates, at, party);
    if (price === CLOSED) return { stage: STAGES.STOP, reason: 'STOP_SELL' };
    nightlyMinor.push(price);
    netMinor += price;
  }
  if (later !== undefined) return later;
  return free > 0 ? { netMinor, nightlyMinor } : SOLD_OUT;
}

/** What the dates alone decide, before and after the prices in the order of the stages. */
interface Restrictions {
  advance: Refusal | undefined;
  later: Refusal | undefined;
}

function checkRestrictions(rates: RateCells, { cells, nights, daysAhead }: Question): Restrictions {
  const { at } = cells;
  const isTooLate = daysAhead < (rates.minAdvance[at] ?? 0) || daysAhead < 0;
  const isOff = isTooLate || daysAhead > (rates.maxAdvance[at] ?? 0);
  const advance: Refusal | undefined = isOff
    ? { stage: STAGES.ADVANCE, reason: 'RELEASE_PERIOD' }
    : undefined;
  return { advance, later: checkLater(rates, at, nights) };
}

function checkLater(rates: RateCells, at: number, nights: number): Refusal | undefined {
  if (rates.closedToArrival[at] === 1) return { stage: STAGES.ARRIVAL, reason: 'CHECKIN_NOT_ALLOWED' };
  if (rates.closedToDeparture[at + nights] === 1) {
    return { stage: STAGES.DEPARTURE, reason: 'CHECKOUT_NOT_ALLOWED' };
  }
  let least = rates.minStayArrival[at] ?? 0;
  for (let night = 0; night < nights; night++) least = Math.max(least, rates.minStayThrough[at + night] ?? 0);
  if (nights < least) return { stage: STAGES.LENGTH, reason: 'MINIMUM_STAY' };
  const most = rates.maxStay[at] ?? 0;
  return most > 0 && nights > most ? { stage: STAGES.LENGTH, reason: 'MAXIMUM_STAY' } : undefined;
}

function freeRooms(free: Int32Array | undefined, at: number, nights: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let night = 0; night < nights; night++) least = Math.min(least, free?.[at + night] ?? 0);
  return Math.max(0, least);
}

function makeOffer(
  plan: PropertyPlan,
  choices: readonly Choice[],
  types: readonly number[],
  free: readonly number[],
  { property, stay, nights }: Question,
  key?: string,
): SuppliedOffer {
  const rooms: SuppliedRoom[] = choices.map(({ nightlyMinor }, i) => ({
    roomCode: property.rooms[types[i] ?? 0]?.roomCode ?? '',
    allotment: free[i] ?? 0,
    nightlyMinor,
    stayCharges: [],
  }));
  let netMinor = 0;
  for (const choice of choices) netMinor += choice.netMinor;
  return {
    rateKey:
      key ??
      rateKey(
        plan.code,
        rooms.map(({ roomCode }) => roomCode),
      ),
    board: plan.board,
    payment: plan.payment,
    currency: property.currency,
    rooms,
    sellingMinor: null,
    charges: stayCharges(property, netMinor, nights, stay.occupancies),
    policy: stayPolicy(plan.policy, stay.checkIn, netMinor, rooms),
    promotions: [],
  };
}
