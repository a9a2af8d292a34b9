/** Finds the hotels of a search by id, destination or distance, and sorts them unless the order depends on prices. */
import type { AvailabilityRequest, SEARCH_SORTS } from '@serai/contract/booking/availability.ts';
import { SCENARIO_TIME_ZONES } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Warning } from '../../platform/operations/handler.ts';
import type { Catalogue, CatalogueHotel } from '../catalogue.ts';
import type { Call } from '../port/call.ts';
import type { RequestMode } from '../request-mode.ts';

export type SearchSort = (typeof SEARCH_SORTS)[number];

export interface Candidate {
  hotel: CatalogueHotel;
  /** Distance from the centre of the search. Undefined if the search has no centre. */
  distanceMetres: number | undefined;
  /** Lower comes first. Ties are broken by hotel id. */
  order: number;
}

export type Reach = Pick<Candidate, 'hotel' | 'distanceMetres'>;

interface FoundCandidates {
  candidates: Candidate[];
  /** Requested ids that match no hotel. */
  unknownIds: readonly string[];
  warnings: readonly Warning[];
}

/** Maximum number of hotels in one search. */
export const MAX_HOTELS = 1_000;

type Where = Pick<AvailabilityRequest, 'hotelIds' | 'destination' | 'geo'>;
type Mode = Pick<RequestMode, 'catalogue' | 'scenario'>;

export async function findCandidates(
  catalogue: Catalogue,
  mode: Mode,
  where: Where,
  sort: SearchSort,
): Promise<FoundCandidates> {
  const { hotelIds, destination, geo } = where;
  if (hotelIds !== undefined) return byIds(catalogue, mode, hotelIds, sort);
  const reach =
    geo === undefined
      ? await catalogue.findAt(mode.catalogue, destination?.canonicalCityId ?? '', MAX_HOTELS)
      : await catalogue.findAround(mode.catalogue, geo, geo.radiusMeters, MAX_HOTELS);
  if (reach === undefined)
    throw new ApiError(
      'DESTINATION_NOT_FOUND',
      'There is no place with this id. Use a place id from a place search.',
    );
  const message = `There are more than ${MAX_HOTELS} hotels. Only those nearest to the centre were searched.`;
  return {
    candidates: candidatesOf(reach.hotels, mode, sort),
    unknownIds: [],
    warnings: reach.isCut ? [{ code: 'TOO_MANY_HOTELS', message }] : [],
  };
}

/** Returns each hotel once, even if two ids refer to it. */
async function byIds(
  catalogue: Catalogue,
  mode: Mode,
  hotelIds: readonly string[],
  sort: SearchSort,
): Promise<FoundCandidates> {
  const ids = [...new Set(hotelIds)];
  const found = await catalogue.findHotels(mode.catalogue, ids);
  const hotels = new Map<string, Candidate['hotel']>();
  for (const id of ids) {
    const hotel = found.get(id);
    if (hotel !== undefined) hotels.set(hotel.hotelId, hotel);
  }
  const reaches = [...hotels.values()].map(hotel => ({ hotel, distanceMetres: undefined }));
  return {
    candidates: candidatesOf(reaches, mode, sort),
    unknownIds: ids.filter(id => !found.has(id)),
    warnings: [],
  };
}

function candidatesOf(found: readonly Reach[], { scenario }: Mode, sort: SearchSort): Candidate[] {
  const adjusted = found.map(reach => ({ ...reach, hotel: applyScenarioZone(reach.hotel, scenario) }));
  return orderCandidates(adjusted, sort);
}

/** Time zone scenarios set their own zone. `forced` is the scenario of the search, even if one of its offers is quoted later. */
export function applyScenarioZone(hotel: CatalogueHotel, forced: Call['scenario']): CatalogueHotel {
  const timeZone = forced && SCENARIO_TIME_ZONES[forced];
  return timeZone === undefined ? hotel : { ...hotel, timeZone };
}

/** `found` is in the requested order, or nearest first. If hotels are sorted by price, the order is set once prices are known. */
export function orderCandidates(found: readonly Reach[], sort: SearchSort): Candidate[] {
  const candidates = found.map((reach, position) => ({ ...reach, order: orderOf(reach, position, sort) }));
  return candidates.sort(byOrder);
}

interface Ordered {
  order: number;
  hotel: { hotelId: string };
}

export function byOrder(a: Ordered, b: Ordered): number {
  return a.order - b.order || (a.hotel.hotelId < b.hotel.hotelId ? -1 : 1);
}

/** Whether a hotel comes after the last hotel of the previous page. */
export function isAfter({ order, hotel }: Ordered, position: { order: number; hotelId: string }): boolean {
  return order > position.order || (order === position.order && hotel.hotelId > position.hotelId);
}

/**
 * Requested hotel ids keep their order. Around a centre, stars compensate for distance: a hotel with five stars may be six times as
 * far away as a hotel with zero stars. Unrated hotels count as two stars.
 */
function orderOf({ hotel, distanceMetres }: Reach, position: number, sort: SearchSort): number {
  switch (sort) {
    case 'DISTANCE':
      return distanceMetres ?? position;
    case 'STARS':
      return -(hotel.stars ?? -1);
    case 'RANK':
      return distanceMetres === undefined ? position : distanceMetres / (1 + (hotel.stars ?? 2));
    case 'PRICE':
      return 0;
  }
}
