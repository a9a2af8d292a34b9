/** Splits nights into blocks of fixed length, counted from 1970 so that stays share them, and joins blocks again. Pure. */
import { type NightRules, NO_LIMIT, type Prices, type RateCells } from '../stay/cells.ts';
import type { Property } from '../stay/property.ts';

export const DAYS_PER_BLOCK = 16;
const DAY_MS = 86_400_000;

/** Days since 1970. */
export function dayOf(date: string): number {
  return Date.parse(date) / DAY_MS;
}

export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export function joinRates(blocks: readonly (readonly RateCells[])[]): readonly RateCells[] {
  const [first = []] = blocks;
  if (blocks.length < 2) return first;
  return first.map((_, slot) =>
    concatCells(
      blocks.map(block => block[slot] as RateCells),
      DAYS_PER_BLOCK,
    ),
  );
}

/** Indexed by `[block][room type]`. A room without a row has no allotment. */
export function unsoldBlocks(
  { rooms }: Property,
  firstNight: string,
  blocks: number,
  rows: readonly { night: string; roomCode: string; unsold: number }[],
): Int32Array[][] {
  const types = new Map(rooms.map(({ roomCode }, type) => [roomCode, type]));
  const result = Array.from({ length: blocks }, () => rooms.map(() => new Int32Array(DAYS_PER_BLOCK)));
  const firstDay = dayOf(firstNight);
  for (const { night, roomCode, unsold } of rows) {
    const day = dayOf(night) - firstDay;
    const type = types.get(roomCode);
    const cells = type === undefined ? undefined : result[Math.floor(day / DAYS_PER_BLOCK)]?.[type];
    if (cells !== undefined) cells[day % DAYS_PER_BLOCK] = unsold;
  }
  return result;
}

interface HeldRooms {
  checkIn: string;
  checkOut: string;
  roomCodes: readonly string[];
}

/** Free rooms by type: unsold rooms minus held rooms. */
export function freeRooms(
  { rooms }: Property,
  blocks: readonly (readonly Int32Array[])[],
  { firstNight, holds }: { firstNight: string; holds: readonly HeldRooms[] },
): readonly Int32Array[] {
  const [first = []] = blocks;
  if (blocks.length < 2 && holds.length === 0) return first;
  const free = rooms.map((_, type) => concatNumbers(blocks.map(block => block[type] as Int32Array)));
  const firstDay = dayOf(firstNight);
  for (const { checkIn, checkOut, roomCodes } of holds) {
    for (const code of roomCodes) {
      const cells = free[rooms.findIndex(({ roomCode }) => roomCode === code)];
      if (cells === undefined) continue;
      const end = Math.min(cells.length, dayOf(checkOut) - firstDay);
      for (let at = Math.max(0, dayOf(checkIn) - firstDay); at < end; at++) cells[at] = (cells[at] ?? 0) - 1;
    }
  }
  return free;
}

type Numbers = Uint8Array | Uint16Array | Int32Array | Float64Array;

function concatNumbers<T extends Numbers>(parts: readonly T[]): T {
  const [first] = parts as readonly [T];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const all = new (first.constructor as new (size: number) => T)(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function concatCells(parts: readonly RateCells[], days: number): RateCells {
  const prices = (pick: (cells: RateCells) => Prices | undefined) => concatPrices(parts.map(pick), days);
  const mostAdults = Math.max(...parts.map(({ byAdults }) => byAdults.length));
  return {
    amount: prices(part => part.amount) ?? noPrices(days * parts.length),
    byAdults: Array.from(
      { length: mostAdults },
      (_, i) => prices(part => part.byAdults[i]) ?? noPrices(days * parts.length),
    ),
    extraAdult: prices(part => part.extraAdult),
    children: (parts[0]?.children ?? []).map((_, i) => prices(part => part.children[i])),
    rules: concatRules(
      parts.map(({ rules }) => rules),
      days,
    ),
  };
}

export function noPrices(days: number): Prices {
  return { minor: new Float64Array(days).fill(Number.NaN), level: undefined };
}

function concatPrices(parts: readonly (Prices | undefined)[], days: number): Prices | undefined {
  if (parts.every(part => part === undefined)) return undefined;
  const hasLevels = parts.some(part => part?.level !== undefined);
  return {
    minor: concatNumbers(parts.map(part => part?.minor ?? noPrices(days).minor)),
    level: hasLevels ? concatNumbers(parts.map(part => part?.level ?? new Uint8Array(days))) : undefined,
  };
}

function concatRules(parts: readonly (NightRules | undefined)[], days: number): NightRules | undefined {
  if (parts.every(part => part === undefined)) return undefined;
  const all = parts.map(part => part ?? noRules(days));
  const numbers = <T extends Numbers>(pick: (rules: NightRules) => T) => concatNumbers(all.map(pick));
  return {
    stopSell: numbers(part => part.stopSell),
    closedToArrival: numbers(part => part.closedToArrival),
    closedToDeparture: numbers(part => part.closedToDeparture),
    minStayArrival: numbers(part => part.minStayArrival),
    minStayThrough: numbers(part => part.minStayThrough),
    maxStay: numbers(part => part.maxStay),
    minAdvance: numbers(part => part.minAdvance),
    maxAdvance: numbers(part => part.maxAdvance),
  };
}

function noRules(days: number): NightRules {
  return {
    stopSell: new Uint8Array(days),
    closedToArrival: new Uint8Array(days),
    closedToDeparture: new Uint8Array(days),
    minStayArrival: new Uint16Array(days),
    minStayThrough: new Uint16Array(days),
    maxStay: new Uint16Array(days),
    minAdvance: new Uint16Array(days),
    maxAdvance: new Uint16Array(days).fill(NO_LIMIT),
  };
}
