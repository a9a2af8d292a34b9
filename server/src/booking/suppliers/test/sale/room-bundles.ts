/** Determines which rooms of a hotel can be sold together for the parties of a stay. Pure. */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { Occupancy, SoldHotel, SoldRoom, Stay } from '../../../port/supplier.ts';
import { isClosed, type Range, roomsLeft } from './provider-range.ts';

/** Indexes into `hotel.rooms`. The room at position i is for the party at position i. */
export type Bundle = readonly number[];

export interface Bundles {
  bundles: readonly Bundle[];
  /** How many rooms are left, by index into `hotel.rooms`. */
  left: ReadonlyMap<number, number>;
}

export function bundlesOf(
  range: Range,
  hotel: SoldHotel,
  { checkIn, occupancies }: Stay,
  nights: readonly string[],
): Bundles | UnavailableReason {
  const unfit = unfitReason(hotel, range.rooms, occupancies);
  if (unfit !== undefined) return unfit;
  const left = new Map<number, number>();
  const bundles: Bundle[] = [];
  for (const i of range.rooms) {
    const room = roomAt(hotel, i);
    if (isClosed(range, hotel, i, nights)) continue;
    const rooms = roomsLeft(range, hotel, i, checkIn);
    left.set(i, rooms);
    if (rooms >= occupancies.length && fitsAll(room, occupancies)) bundles.push(occupancies.map(() => i));
  }
  const mixed = occupancies.length > 1 ? mixedBundle(hotel, left, occupancies) : undefined;
  if (mixed !== undefined && new Set(mixed).size > 1) bundles.push(mixed);
  return bundles.length > 0 ? { bundles, left } : 'SOLD_OUT';
}

/** The smallest available room that fits each party. */
function mixedBundle(
  hotel: SoldHotel,
  left: ReadonlyMap<number, number>,
  occupancies: readonly Occupancy[],
): Bundle | undefined {
  const rest = new Map(left);
  const bundle: number[] = [];
  for (const occupancy of occupancies) {
    let best: number | undefined;
    for (const [i, rooms] of rest) {
      if (rooms < 1 || !fits(roomAt(hotel, i), occupancy)) continue;
      if (best === undefined || roomAt(hotel, i).maxTotal < roomAt(hotel, best).maxTotal) best = i;
    }
    if (best === undefined) return undefined;
    rest.set(best, (rest.get(best) ?? 0) - 1);
    bundle.push(best);
  }
  return bundle;
}

function unfitReason(
  hotel: SoldHotel,
  sold: readonly number[],
  occupancies: readonly Occupancy[],
): UnavailableReason | undefined {
  const allowsChildren = hotel.rooms.some(room => room.maxChildren > 0);
  if (!allowsChildren && occupancies.some(({ childAges }) => childAges.length > 0)) {
    return 'CHILDREN_NOT_ALLOWED';
  }
  const everyoneFits = occupancies.every(occupancy => sold.some(i => fits(roomAt(hotel, i), occupancy)));
  return everyoneFits ? undefined : 'MAXIMUM_OCCUPANCY';
}

function fitsAll(room: SoldRoom, occupancies: readonly Occupancy[]): boolean {
  return occupancies.every(occupancy => fits(room, occupancy));
}

function fits(room: SoldRoom, { adults, childAges }: Occupancy): boolean {
  const children = childAges.length;
  return adults <= room.maxAdults && children <= room.maxChildren && adults + children <= room.maxTotal;
}

export function roomAt(hotel: SoldHotel, index: number): SoldRoom {
  const room = hotel.rooms[index];
  if (room === undefined) throw new RangeError(`There is no room at index ${index}.`);
  return room;
}
