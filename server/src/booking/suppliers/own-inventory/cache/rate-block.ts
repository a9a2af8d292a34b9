/** Converts rate rows into arrays by night. A plan inherits missing values from its parent plans. Pure. */
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { type NightRules, NO_LIMIT, type Prices, type RateCells } from '../stay/cells.ts';
import type { Property, Slot } from '../stay/property.ts';
import { noPrices } from './night-blocks.ts';

/** A rate row as stored. Null means not set. Amounts are in minor units. */
export interface RateRow {
  night: string;
  planCode: string;
  roomCode: string;
  amount: number | null;
  byAdults: Readonly<Record<string, number>> | null;
  extraAdult: number | null;
  children: Readonly<Record<string, number>> | null;
  stopSell: boolean | null;
  closedToArrival: boolean | null;
  closedToDeparture: boolean | null;
  minStayArrival: number | null;
  minStayThrough: number | null;
  maxStay: number | null;
  minAdvance: number | null;
  maxAdvance: number | null;
}

type Sources = readonly (RateRow | undefined)[];

/** Returns one element per slot of the property. */
export function rateBlock(
  property: Property,
  firstNight: string,
  days: number,
  rows: readonly RateRow[],
): RateCells[] {
  const byKey = new Map<string, (RateRow | undefined)[]>();
  for (const row of rows) {
    const key = `${row.planCode} ${row.roomCode}`;
    let nights = byKey.get(key);
    if (nights === undefined) {
      nights = new Array(days).fill(undefined);
      byKey.set(key, nights);
    }
    nights[nightsBetween(firstNight, row.night)] = row;
  }
  return property.slots.map(slot => slotCells(property, slot, days, byKey));
}

function slotCells(
  property: Property,
  { plan, room, sources }: Slot,
  days: number,
  byKey: ReadonlyMap<string, readonly (RateRow | undefined)[]>,
): RateCells {
  const roomCode = property.rooms[room]?.roomCode;
  const lines = sources.map(({ planCode }) => byKey.get(`${planCode} ${roomCode}`));
  const nights: Sources[] = Array.from({ length: days }, (_, at) => lines.map(line => line?.[at]));
  const maxAdults = property.plans[plan]?.priceModel === 'PER_OCCUPANCY' ? mostAdults(nights) : 0;
  const prices = (pick: (row: RateRow) => number | null | undefined) => pricesOf(nights, pick);
  return {
    amount: prices(row => row.amount) ?? noPrices(days),
    byAdults: Array.from(
      { length: maxAdults },
      (_, i) => prices(row => row.byAdults?.[i + 1]) ?? noPrices(days),
    ),
    extraAdult: prices(row => row.extraAdult),
    children: property.bands.map(({ code }) => prices(row => row.children?.[code])),
    rules: rulesOf(nights),
  };
}

/** Returns undefined if the rules forbid nothing. */
function rulesOf(nights: readonly Sources[]): NightRules | undefined {
  const flags = (pick: (row: RateRow) => boolean | null) =>
    Uint8Array.from(nights, sources => (inherited(sources, pick)?.value ? 1 : 0));
  const counts = (pick: (row: RateRow) => number | null, none = 0) =>
    Uint16Array.from(nights, sources => inherited(sources, pick)?.value ?? none);
  const rules = {
    stopSell: flags(row => row.stopSell),
    closedToArrival: flags(row => row.closedToArrival),
    closedToDeparture: flags(row => row.closedToDeparture),
    minStayArrival: counts(row => row.minStayArrival),
    minStayThrough: counts(row => row.minStayThrough),
    maxStay: counts(row => row.maxStay),
    minAdvance: counts(row => row.minAdvance),
    maxAdvance: counts(row => row.maxAdvance, NO_LIMIT),
  };
  return forbidsAny(rules) ? rules : undefined;
}

function forbidsAny(rules: NightRules): boolean {
  const { stopSell, closedToArrival, closedToDeparture, maxStay, minAdvance } = rules;
  const has = (numbers: Uint8Array | Uint16Array, least = 1) => numbers.some(value => value >= least);
  return (
    [stopSell, closedToArrival, closedToDeparture, maxStay, minAdvance].some(numbers => has(numbers)) ||
    // A minimum of one night forbids nothing, because every stay has at least one night.
    has(rules.minStayArrival, 2) ||
    has(rules.minStayThrough, 2) ||
    rules.maxAdvance.some(value => value < NO_LIMIT)
  );
}

function inherited<T>(
  sources: Sources,
  pick: (row: RateRow) => T | null | undefined,
): { value: T; level: number } | undefined {
  for (const [level, row] of sources.entries()) {
    const value = row === undefined ? undefined : pick(row);
    if (value !== null && value !== undefined) return { value, level };
  }
  return undefined;
}

/** Returns undefined if no night has a price. */
function pricesOf(
  nights: readonly Sources[],
  pick: (row: RateRow) => number | null | undefined,
): Prices | undefined {
  let prices: Prices | undefined;
  for (const [at, sources] of nights.entries()) {
    const found = inherited(sources, pick);
    if (found === undefined) continue;
    prices ??= noPrices(nights.length);
    prices.minor[at] = found.value;
    if (found.level === 0) continue;
    prices.level ??= new Uint8Array(nights.length);
    prices.level[at] = found.level;
  }
  return prices;
}

function mostAdults(nights: readonly Sources[]): number {
  let most = 0;
  for (const sources of nights) {
    for (const row of sources) {
      for (const adults of Object.keys(row?.byAdults ?? {})) most = Math.max(most, Number(adults));
    }
  }
  return most;
}
