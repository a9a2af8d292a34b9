/** The price of a plan for a room, party and night. Exact: rounded half up only once. Pure. */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import { derivedTotal, type Step } from '@serai/contract/inventory/derivation.ts';
import type { Prices, RateCells } from './cells.ts';
import type { PropertyPlan, PropertyRoom } from './property.ts';
import { partyOfAdults, type RoomParty } from './room-party.ts';

/** Returned if the night has no price. */
export const CLOSED = -1;

/** A sum of prices with their levels of inheritance. Uses plain numbers while they are exact. */
class Total {
  #sum = 0;
  #terms: { count: number; minor: number; level: number; isExtra: boolean }[] | undefined;
  readonly #steps: PropertyPlan['steps'];

  constructor(steps: PropertyPlan['steps']) {
    this.#steps = steps;
  }

  add(count: number, prices: Prices | undefined, at: number, isExtra: boolean): boolean {
    const minor = prices?.minor[at] ?? Number.NaN;
    if (Number.isNaN(minor)) return false;
    this.#add(count, minor, prices?.level?.[at] ?? 0, isExtra);
    return true;
  }

  #add(count: number, minor: number, level: number, isExtra: boolean): void {
    if (level === 0 && this.#terms === undefined) this.#sum += count * minor;
    else {
      this.#terms ??= [{ count: 1, minor: this.#sum, level: 0, isExtra: true }];
      this.#terms.push({ count, minor, level, isExtra });
    }
  }

  plain(minor: number): void {
    this.#add(1, minor, 0, true);
  }

  rounded(): number {
    if (this.#terms === undefined) return this.#sum;
    let sum = 0;
    for (const { count, minor, level, isExtra } of this.#terms) {
      const step = this.#steps[level];
      if (step === undefined) return CLOSED;
      const term = count * (isExtra ? minor * step.extraFactor : minor * step.factor + step.plus);
      sum += term;
      if (!Number.isSafeInteger(term) || !Number.isSafeInteger(sum)) return this.#exact();
    }
    const bottom = this.#steps[0]?.denominator ?? 1;
    const top = sum * 2 + bottom;
    return Number.isSafeInteger(top) ? Math.max(0, Math.floor(top / (bottom * 2))) : this.#exact();
  }

  #exact(): number {
    const steps = this.#steps;
    return derivedTotal(
      (this.#terms ?? []).map(({ level, ...term }) => ({ ...term, step: steps[level] as Step })),
    );
  }
}

export function nightPrice(
  plan: PropertyPlan,
  room: PropertyRoom,
  cells: RateCells,
  at: number,
  party: RoomParty,
): number {
  if (party.isPlain && plan.supplement === undefined && !cells.amount.level?.[at]) {
    if (plan.priceModel === 'PER_ROOM' && party.extraAdults === 0)
      return plainPrice(cells.amount.minor[at], 1);
    if (plan.priceModel === 'PER_PERSON') return plainPrice(cells.amount.minor[at], party.adults);
  }
  const total = new Total(plan.steps);
  const children = plan.priceModel === 'PER_ROOM' ? party.extraChildren : party.payingChildren;
  let asAdults = 0;
  for (const [band, count] of children.entries()) {
    if (count > 0 && !addChild(total, room, cells, at, band, count)) asAdults += count;
  }
  for (const [band, count] of party.infants.entries()) {
    if (count > 0) addChild(total, room, cells, at, band, count);
  }
  if (!addAdults(total, plan, room, cells, at, party, asAdults)) return CLOSED;
  if (plan.supplement !== undefined) {
    let minor = plan.supplement.adultMinor * party.adults;
    for (const [band, count] of party.banded.entries()) {
      minor += count * (plan.supplement.childrenMinor[band] ?? 0);
    }
    total.plain(minor);
  }
  return total.rounded();
}

/** Why a night has no price for a party. STOP_SELL if it has no price for a smaller party either. */
export function noPriceReason(
  plan: PropertyPlan,
  room: PropertyRoom,
  cells: RateCells,
  at: number,
  party: RoomParty,
): UnavailableReason {
  const isPriced = (adults: number) =>
    nightPrice(plan, room, cells, at, partyOfAdults(room, adults)) !== CLOSED;
  if (!party.isPlain && isPriced(party.grown)) return 'CHILDREN_NOT_ALLOWED';
  for (let adults = party.grown - 1; adults > 0; adults--) if (isPriced(adults)) return 'MAXIMUM_OCCUPANCY';
  return 'STOP_SELL';
}

/** The most common case: there are only adults, and the price is not inherited. */
function plainPrice(minor: number | undefined, times: number): number {
  return minor === undefined || Number.isNaN(minor) ? CLOSED : minor * times;
}

/** Returns false if neither the night nor the room sets a price. */
function addChild(
  total: Total,
  room: PropertyRoom,
  cells: RateCells,
  at: number,
  band: number,
  count: number,
): boolean {
  if (total.add(count, cells.children[band], at, true)) return true;
  const minor = room.childrenMinor[band];
  if (minor === undefined) return false;
  total.plain(count * minor);
  return true;
}

function addExtraAdults(
  total: Total,
  room: PropertyRoom,
  cells: RateCells,
  at: number,
  count: number,
): boolean {
  if (count === 0 || total.add(count, cells.extraAdult, at, true)) return true;
  if (room.extraAdultMinor === undefined) return false;
  total.plain(count * room.extraAdultMinor);
  return true;
}

/**
 * Adds the price of the adults, and of the children who are charged as adults because they have no price of their own.
 * Returns false if the night has no such price.
 */
function addAdults(
  total: Total,
  plan: PropertyPlan,
  room: PropertyRoom,
  cells: RateCells,
  at: number,
  party: RoomParty,
  asAdults: number,
): boolean {
  switch (plan.priceModel) {
    case 'PER_ROOM':
      return (
        total.add(1, cells.amount, at, false) &&
        addExtraAdults(total, room, cells, at, party.extraAdults + asAdults)
      );
    case 'PER_PERSON':
      return total.add(party.adults + asAdults, cells.amount, at, false);
    case 'PER_OCCUPANCY': {
      const adults = party.adults + asAdults;
      for (let named = Math.min(adults, cells.byAdults.length); named > 0; named--) {
        if (!total.add(1, cells.byAdults[named - 1], at, false)) continue;
        return addExtraAdults(total, room, cells, at, adults - named);
      }
      return false;
    }
  }
}
