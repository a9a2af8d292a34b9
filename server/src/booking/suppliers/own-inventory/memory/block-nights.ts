/** Pure. Nights in blocks of a fixed length, counted from 1970, so that stays share them. */
import type { RateCells } from '../stay/cells.ts';
import type { Property } from '../stay/property.ts';
import { concatCells, concatNumbers } from './concat-cells.ts';

export const DAYS_A_BLOCK = 16;
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
      DAYS_A_BLOCK,
    ),
  );
}

/** `[block][room type]`; without a row there are none. */
export function unsoldBlocks(
  { rooms }: Property,
  firstNight: string,
  blocks: number,
  rows: readonly { night: string; roomCode: string; unsold: number }[],
): Int32Array[][] {
  const types = new Map(rooms.map(({ roomCode }, type) => [roomCode, type]));
  const made = Array.from({ length: blocks }, () => rooms.map(() => new Int32Array(DAYS_A_BLOCK)));
  const firstDay = dayOf(firstNight);
  for (const { night, roomCode, unsold } of rows) {
    const day = dayOf(night) - firstDay;
    const type = types.get(roomCode);
    const cells = type === undefined ? undefined : made[Math.floor(day / DAYS_A_BLOCK)]?.[type];
    if (cells !== undefined) cells[day % DAYS_A_BLOCK] = unsold;
  }
  return made;
}

interface HeldRooms {
  checkIn: string;
  checkOut: string;
  roomCodes: readonly string[];
}

/** Free rooms by type: those unsold without those held. */
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
