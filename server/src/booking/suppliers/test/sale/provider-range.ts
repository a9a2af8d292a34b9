/**
 * Determines which hotels, rooms, boards and rates a test provider sells. Each hotel has a main provider that
 * sells all its rooms. Pure.
 */
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import type { SoldHotel, SoldRoom } from '../../../port/supplier.ts';
import { between, chooseFrom, finishHash, hashOf, hashStart, isChosen } from './stable-hash.ts';

export const TEST_PROVIDER_CODES = ['test-1', 'test-2', 'test-3'] as const;
export type TestProviderCode = (typeof TEST_PROVIDER_CODES)[number];

export const RATES = ['FLEX', 'PART', 'NRF'] as const;
/** FLEX: cancellation is free until a deadline. PART: cancellation always costs something. NRF: not refundable. */
export type Rate = (typeof RATES)[number];

const MAX_LEFT = 9;
/** The base room always has at least this many rooms left. */
const MIN_LEFT_OF_BASE_ROOM = 4;
/** Scenario hotels always have enough rooms left for the largest request. */
const MIN_LEFT_IN_SCENARIO = 8;

const PERMILLES = [965, 980, 990, 1_000, 1_000, 1_000, 1_010, 1_025, 1_040];

/** What a provider sells of a hotel on any day. */
export interface Range {
  code: TestProviderCode;
  hash: number;
  /** Scenarios must behave the same at all providers and on all days, so no other variation may interfere. */
  isScenario: boolean;
  /** Whether the provider sells all rooms, boards and rates of the hotel. */
  isMain: boolean;
  /**
   * The smallest room for two, or the smallest room if none is for two. Every provider of the hotel sells it, and it is
   * never closed.
   */
  baseRoomCode: string | undefined;
  /** The rooms that the provider sells, as indexes into `hotel.rooms`. */
  rooms: readonly number[];
  boards: readonly BoardCode[];
  rates: readonly Rate[];
  /** Whether rooms are closed on some nights. */
  isBusy: boolean;
  /** Hashes of room codes, by index into `hotel.rooms`. */
  roomHashes: readonly number[];
  /** The start of the hash for the number of rooms that are left on a date, by index into `hotel.rooms`. */
  leftStarts: readonly number[];
}

/** By hotel, because catalogue hotels stay the same object for a long time and hashing would take most of the time of a search. */
const known = new WeakMap<SoldHotel, Map<string, Range>>();

export function rangeOf(code: TestProviderCode, hotel: SoldHotel, isScenario = false): Range {
  let ranges = known.get(hotel);
  if (ranges === undefined) {
    ranges = new Map();
    known.set(hotel, ranges);
  }
  const key = isScenario ? `${code} scenario` : code;
  let range = ranges.get(key);
  if (range === undefined) {
    range = makeRange(code, hotel, isScenario);
    ranges.set(key, range);
  }
  return range;
}

function makeRange(code: TestProviderCode, hotel: SoldHotel, isScenario: boolean): Range {
  const hash = hashOf(hotel.hotelId);
  const isMain = isScenario || chooseFrom(hashOf('main', hash), TEST_PROVIDER_CODES) === code;
  const baseRoomCode = baseRoom(hotel.rooms)?.roomCode;
  const seller = { code, hash, isMain };
  const sells = (roomCode: string) =>
    isMain || roomCode === baseRoomCode || isChosen(hashOf(`${code} ${roomCode}`, hash), 700);
  return {
    ...seller,
    isScenario,
    baseRoomCode,
    rooms: [...hotel.rooms.keys()].filter(i => sells(hotel.rooms[i]?.roomCode ?? '')),
    boards: boardsOf(seller),
    rates: ratesOf(seller),
    isBusy: !isScenario && isChosen(hashOf('busy', hash), 300),
    roomHashes: hotel.rooms.map(({ roomCode }) => hashOf(roomCode, hash)),
    leftStarts: hotel.rooms.map(({ roomCode }) => hashStart(`${code} ${roomCode} `, hash)),
  };
}

function baseRoom(rooms: readonly SoldRoom[]): SoldRoom | undefined {
  const forTwo = rooms.filter(room => room.maxAdults >= 2);
  const candidates = forTwo.length > 0 ? forTwo : rooms;
  return candidates.reduce<SoldRoom | undefined>(
    (least, room) => (least === undefined || room.maxTotal < least.maxTotal ? room : least),
    undefined,
  );
}

export function sellsHotel({ code, hash, isMain }: Range): boolean {
  return isMain || isChosen(hashOf(code, hash), 620);
}

type Seller = Pick<Range, 'code' | 'hash' | 'isMain'>;

function boardsOf({ code, hash, isMain }: Seller): BoardCode[] {
  const sells = (board: BoardCode, permille: number) =>
    isChosen(hashOf(board, hash), permille) && (isMain || isChosen(hashOf(`${code} ${board}`, hash), 600));
  const boards: BoardCode[] = [isChosen(hashOf('kitchen', hash), 120) ? 'SC' : 'RO'];
  if (isChosen(hashOf('BB', hash), 850)) boards.push('BB');
  if (sells('HB', 350)) boards.push('HB');
  if (sells('FB', 150)) boards.push('FB');
  if (sells('AI', 100)) boards.push('AI');
  return boards;
}

function ratesOf({ code, hash, isMain }: Seller): Rate[] {
  const rates: Rate[] = ['FLEX'];
  const isPart = isChosen(hashOf('part', hash), 250);
  if (isPart && (isMain || isChosen(hashOf(`${code} part`, hash), 500))) rates.push('PART');
  if (isChosen(hashOf('nrf', hash), 780)) rates.push('NRF');
  return rates;
}

/** Busy hotels close some rooms on some nights at all providers. `room` is an index into `hotel.rooms`. */
export function isClosed(range: Range, hotel: SoldHotel, room: number, nights: readonly string[]): boolean {
  const { isBusy, baseRoomCode, roomHashes } = range;
  if (!isBusy || hotel.rooms[room]?.roomCode === baseRoomCode) return false;
  return nights.some(night => isChosen(hashOf(night, roomHashes[room]), 40));
}

/** `room` is an index into `hotel.rooms`. */
export function roomsLeft(range: Range, hotel: SoldHotel, room: number, checkIn: string): number {
  const { isScenario, baseRoomCode, leftStarts } = range;
  const usual = hotel.rooms[room]?.roomCode === baseRoomCode ? MIN_LEFT_OF_BASE_ROOM : 1;
  const least = isScenario ? MIN_LEFT_IN_SCENARIO : usual;
  return between(finishHash(leftStarts[room] as number, checkIn), least, MAX_LEFT);
}

const permilles = new WeakMap<Range, Map<BoardCode, readonly number[]>>();

/** Price factors by index into `hotel.rooms`. Prices differ by a few per cent between providers, and are often equal. */
export function providerPermilles(range: Range, hotel: SoldHotel, board: BoardCode): readonly number[] {
  let byBoard = permilles.get(range);
  if (byBoard === undefined) {
    byBoard = new Map();
    permilles.set(range, byBoard);
  }
  let found = byBoard.get(board);
  if (found === undefined) {
    const { code, hash } = range;
    found = hotel.rooms.map(({ roomCode }) =>
      chooseFrom(hashOf(`${code} ${roomCode} ${board}`, hash), PERMILLES),
    );
    byBoard.set(board, found);
  }
  return found;
}
