/** Finds the places of hotels that are about to be written, and problems that a check of the format cannot find. */
import type { Database } from '../../../platform/database/connect.ts';
import type { IdentifiedHotel } from '../catalogue-hotel.ts';
import { type KnownPlaces, type ResolvedPlaces, resolvePlaces } from './resolve-places-store.ts';

export interface PlacedHotel {
  hotel: IdentifiedHotel;
  where: ResolvedPlaces;
}

export interface MergeProblem {
  hotelId: string;
  /** JSON Pointer to the field in the record. */
  path: string;
  code: 'UNKNOWN_PLACE' | 'UNKNOWN_ROOM';
  message: string;
}

export interface PlacedHotels {
  placed: PlacedHotel[];
  problems: MergeProblem[];
  /** Corrections that were made. The corrected hotels are in `placed`. */
  warnings: Warning[];
}

export interface Warning {
  hotelId: string;
  path: string;
  message: string;
}

export async function placeHotels(
  tx: Database,
  hotels: readonly IdentifiedHotel[],
  known?: KnownPlaces,
): Promise<PlacedHotels> {
  if (hotels.length === 0) return { placed: [], problems: [], warnings: [] };
  const resolved = await resolvePlaces(
    tx,
    hotels.map(({ canonicalCityId, address, location }) => ({ canonicalCityId, ...address, ...location })),
    known,
  );
  const all = hotels.map((hotel, i) => inPlace(hotel, resolved[i] as ResolvedPlaces));
  const problems = all.flatMap(problemsOf);
  const bad = new Set(problems.map(({ hotelId }) => hotelId));
  const placed = all.filter(({ hotel }) => !bad.has(hotel.hotelId));
  const given = new Map(hotels.map(({ hotelId, canonicalCityId }) => [hotelId, canonicalCityId]));
  const warnings = placed
    .filter(({ where }) => where.isRemoved)
    .map(({ hotel: { hotelId } }) => ({
      hotelId,
      path: '/canonicalCityId',
      message: `The place ${given.get(hotelId)} was removed. The hotel is assigned to the nearest remaining city.`,
    }));
  return { placed, problems, warnings };
}

/** Removes the id of a removed place from the record. */
function inPlace(hotel: IdentifiedHotel, where: ResolvedPlaces): PlacedHotel {
  if (!where.isRemoved) return { hotel, where };
  const { canonicalCityId: _removed, ...rest } = hotel;
  return { hotel: rest, where };
}

function problemsOf({ hotel, where }: PlacedHotel): MergeProblem[] {
  const { hotelId, canonicalCityId, rooms = [] } = hotel;
  const problems: MergeProblem[] = [];
  if (where.unknown) {
    const message = `The place ${canonicalCityId} does not exist.`;
    problems.push({ hotelId, path: '/canonicalCityId', code: 'UNKNOWN_PLACE', message });
  }
  const codes = new Set(rooms.map(({ roomCode }) => roomCode));
  for (const [i, { mergedInto }] of rooms.entries()) {
    if (mergedInto === undefined || codes.has(mergedInto)) continue;
    const message = `The hotel has no room ${mergedInto}.`;
    problems.push({ hotelId, path: `/rooms/${i}/mergedInto`, code: 'UNKNOWN_ROOM', message });
  }
  return problems;
}
