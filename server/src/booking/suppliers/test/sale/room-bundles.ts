/** Determines which rooms of a hotel can be sold together for the parties of a stay. Pure. */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import { nightsOf } from '../../../../platform/time/civil-date.ts';
import type { Occupancy, SoldHotel, SoldRoom, Stay } from '../../../port/supplier.ts';
import { isClosed, type Range, roomsLeft, sellsRoom } from './provider-range.ts';

/** Indexes into `hotel.rooms`. The room at position i is for the party at position i. */
export type Bundle = readonly number[];

export function bundlesOf(range: Range, hotel: SoldHotel, stay: Stay): Bundle[] | UnavailableReason {
  const sold = [...hotel.rooms.keys()].filter(i => sellsRoom(range, roomAt(hotel, i).roomCode));
  const unfit = unfitReason(hotel, sold, stay.occupancies);
  if (unfit !== undefined) return unfit;

  const nights = nightsOf(stay.checkIn, stay.checkOut);
  const left = new Map(
    sold
      .filter(i => !isClosed(range, roomAt(hotel, i).roomCode, nights))
      .map(i => [i, roomsLeft(range, roomAt(hotel, i).roomCode, stay.checkIn)]),
  );
  const bundles: Bundle[] = [...left]
    .filter(([i, rooms]) => rooms >= stay.occupancies.length && fitsAll(roomAt(hotel, i), stay.occupancies))
    .map(([i]) => stay.occupancies.map(() => i));
  const mixed = mixedBundle(hotel, left, stay.occupancies);
  if (mixed !== undefined && new Set(mixed).size > 1) bundles.push(mixed);
  return bundles.length > 0 ? bundles : 'SOLD_OUT';
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
