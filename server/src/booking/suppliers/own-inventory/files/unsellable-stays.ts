/**
 * Finds stays that cannot be sold although their nights are open: parties that fit but have no price, and nights without an
 * allotment or price. Uses the same pricing code as sales, so that a warning never contradicts a search. Pure.
 */
import type { Occupancy, SoldRoom } from '../../../port/supplier.ts';
import type { Prices, RateCells } from '../stay/cells.ts';
import { CLOSED, nightPrice } from '../stay/night-price.ts';
import type { Band, Property, PropertyPlan, PropertyRoom, Slot } from '../stay/property.ts';
import { type RoomParty, roomParty } from '../stay/room-party.ts';

/** Consecutive nights of one room type. */
export interface NightsToCheck {
  /** Days from the first night of the whole check to the first night of this range. */
  offset: number;
  days: number;
  /** Indexed by slot of the room type. */
  rates: readonly RateCells[];
  /** Undefined for a night without an allotment. */
  totals: readonly (number | undefined)[];
  /** 1 for each night to check. */
  isChecked: Uint8Array;
}

export interface UnsellableStay {
  roomCode: string;
  planCodes: string[];
  /** Description of an example party. */
  party: string;
  /** Offsets in days from the first night that was checked. */
  nights: Set<number>;
  reason: string;
}

interface ExampleParty {
  occupancy: Occupancy;
  party: RoomParty;
  reason: string;
}

const MAX_AGE = 17;
/** Preferred age of the children in examples. If a band does not contain it, the nearest age in the band is used. */
const EXAMPLE_AGE = 7;

/** Checks the nights of one room type. They are passed in batches, in order. */
export class RoomCheck {
  /** The slots that correspond to `NightsToCheck.rates`. */
  readonly slots: readonly Slot[];
  readonly #room: PropertyRoom;
  readonly #couple: Occupancy;
  /** Indexed by slot. Undefined for an inactive plan. */
  readonly #plans: readonly ({ code: string; missing: MissingPrices } | undefined)[];
  readonly #found = new Map<string, UnsellableStay>();

  constructor(property: Property, type: number, limits: SoldRoom) {
    const room = property.rooms[type] as PropertyRoom;
    const parties = examplesOf(room, limits, property.bands);
    this.#room = room;
    this.#couple = { adults: Math.min(2, room.maxAdults, limits.maxAdults), childAges: [] };
    this.slots = property.slots.filter(slot => slot.room === type);
    this.#plans = this.slots.map(slot => {
      const plan = property.plans[slot.plan] as PropertyPlan;
      return plan.active ? { code: plan.code, missing: missingPrices(plan, room, parties) } : undefined;
    });
  }

  get stays(): UnsellableStay[] {
    return [...this.#found.values()];
  }

  check({ offset, days, rates, totals, isChecked }: NightsToCheck): void {
    for (let night = 0; night < days; night++) {
      if (isChecked[night] !== 1) continue;
      let [isPriced, isStopped] = [false, false];
      for (const [i, plan] of this.#plans.entries()) {
        const cells = rates[i] as RateCells;
        if (plan === undefined) continue;
        if (cells.rules?.stopSell[night] === 1) {
          isStopped = true;
          continue;
        }
        const unpriced = plan.missing(cells, night);
        if (unpriced === undefined) continue;
        isPriced = true;
        for (const { reason, occupancy } of unpriced) this.#add(reason, occupancy, offset + night, plan.code);
      }
      const total = totals[night];
      if (isPriced && total === undefined) this.#add('no allotment', this.#couple, offset + night);
      if (!isPriced && !isStopped && (total ?? 0) > 0)
        this.#add('no plan has a price', this.#couple, offset + night);
    }
  }

  #add(reason: string, { adults, childAges }: Occupancy, night: number, planCode?: string): void {
    const party = partyText(adults, childAges);
    const stay = this.#found.get(`${party} ${reason}`) ?? {
      ...{ roomCode: this.#room.roomCode, planCodes: [], party, nights: new Set<number>(), reason },
    };
    this.#found.set(`${party} ${reason}`, stay);
    stay.nights.add(night);
    if (planCode !== undefined && !stay.planCodes.includes(planCode)) stay.planCodes.push(planCode);
  }
}

/** Parties that fit into the room, smallest first: only adults, or adults with children of the same age. */
function examplesOf(room: PropertyRoom, limits: SoldRoom, bands: readonly Band[]): ExampleParty[] {
  const mostAdults = Math.min(room.maxAdults, room.maxTotal, limits.maxAdults, limits.maxTotal);
  const mostChildren = Math.min(
    room.maxChildren,
    limits.maxChildren,
    room.baseOccupancy + room.freeChildren + 1,
  );
  const examples: ExampleParty[] = [];
  for (let people = 1; people <= mostAdults + mostChildren; people++) {
    for (const age of [undefined, ...agesToTry(bands)]) {
      for (
        let children = age === undefined ? 0 : 1;
        children <= (age === undefined ? 0 : mostChildren);
        children++
      ) {
        const adults = people - children;
        if (adults < 1 || adults > mostAdults) continue;
        const occupancy = { adults, childAges: new Array<number>(children).fill(age ?? 0) };
        const party = roomParty(room, limits, bands, occupancy);
        if (typeof party !== 'string')
          examples.push({ occupancy, party, reason: unpricedReason(adults, age, bands) });
      }
    }
  }
  return examples;
}

const bandOf = (age: number, bands: readonly Band[]) =>
  bands.find(({ fromAge, toAge }) => fromAge <= age && age <= toAge);

/** Returns one age from each band, and one age that belongs to no band, if there is one. */
function agesToTry(bands: readonly Band[]): number[] {
  const ages = bands.map(({ fromAge, toAge }) => Math.min(Math.max(EXAMPLE_AGE, fromAge), toAge));
  const without = ageWithoutBand(bands);
  return without === undefined ? ages : [...ages, without];
}

function ageWithoutBand(bands: readonly Band[]): number | undefined {
  if (bandOf(EXAMPLE_AGE, bands) === undefined) return EXAMPLE_AGE;
  for (let age = MAX_AGE; age >= 0; age--) if (bandOf(age, bands) === undefined) return age;
  return undefined;
}

function unpricedReason(adults: number, age: number | undefined, bands: readonly Band[]): string {
  if (age === undefined) return `no price for ${adults === 1 ? '1 adult' : `${adults} adults`}`;
  const isBanded = bandOf(age, bands) !== undefined;
  return `no price for a child aged ${age}${isBanded ? '' : ', who belongs to no age band and pays as an adult'}`;
}

/** Returns the parties without a price on a night: for each cause, only the smallest. Returns undefined if no party has a price. */
type MissingPrices = (cells: RateCells, night: number) => ExampleParty[] | undefined;

/** Memoised, because nights that set the same fields have the same result. */
function missingPrices(
  plan: PropertyPlan,
  room: PropertyRoom,
  examples: readonly ExampleParty[],
): MissingPrices {
  const known = new Map<string, ExampleParty[] | undefined>();
  return (cells, night) => {
    const mark = (one: Prices | undefined) => (Number.isNaN(one?.minor[night] ?? Number.NaN) ? '-' : '+');
    let key = mark(cells.amount) + mark(cells.extraAdult);
    for (const one of cells.byAdults) key += mark(one);
    for (const one of cells.children) key += mark(one);
    if (!known.has(key)) known.set(key, tryParties(plan, room, cells, night, examples));
    return known.get(key);
  };
}

function tryParties(
  plan: PropertyPlan,
  room: PropertyRoom,
  cells: RateCells,
  night: number,
  examples: readonly ExampleParty[],
): ExampleParty[] | undefined {
  const unpriced = examples.filter(({ party }) => nightPrice(plan, room, cells, night, party) === CLOSED);
  if (unpriced.length === examples.length) return undefined;
  const unpricedAdults = new Set(
    unpriced.flatMap(({ occupancy: { adults, childAges } }) => (childAges.length === 0 ? adults : [])),
  );
  const causes = new Map<string, ExampleParty>();
  for (const one of unpriced) {
    const { adults, childAges } = one.occupancy;
    // These adults have no price without children either, so the children are not the cause.
    if (childAges.length > 0 && unpricedAdults.has(adults)) continue;
    const cause = childAges.length === 0 ? 'adults' : String(childAges[0]);
    if (!causes.has(cause)) causes.set(cause, one);
  }
  return [...causes.values()];
}

/**
 * Finds children who count as adults because they belong to no age band, in rooms that cannot take that many
 * adults.
 */
export function childrenWithoutBand({ bands, rooms }: Property, sold: readonly SoldRoom[]): UnsellableStay[] {
  const age = ageWithoutBand(bands);
  if (age === undefined) return [];
  return rooms.flatMap(room => {
    const limits = sold.find(({ roomCode }) => roomCode === room.roomCode);
    if (limits === undefined || Math.min(room.maxChildren, limits.maxChildren) === 0) return [];
    const adults = Math.min(room.maxAdults, limits.maxAdults);
    const fitsAsChild = adults + 1 <= Math.min(room.maxTotal, limits.maxTotal);
    const party = roomParty(room, limits, bands, { adults, childAges: [age] });
    if (!fitsAsChild || typeof party !== 'string') return [];
    const reason = `a child aged ${age} belongs to no age band and counts as an adult, but the room takes only ${partyText(adults, [])}`;
    return [
      {
        roomCode: room.roomCode,
        planCodes: [],
        party: partyText(adults, [age]),
        nights: new Set<number>(),
        reason,
      },
    ];
  });
}

function partyText(adults: number, ages: readonly number[]): string {
  const grown = adults === 1 ? '1 adult' : `${adults} adults`;
  if (ages.length === 0) return grown;
  return ages.length === 1
    ? `${grown} and 1 child aged ${ages[0]}`
    : `${grown} and ${ages.length} children aged ${ages[0]}`;
}
