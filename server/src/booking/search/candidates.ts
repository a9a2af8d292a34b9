/** Finds the hotels of a search by id, destination, distance or rectangle, and sorts them unless the order depends on prices. */
import {
  type AvailabilityRequest,
  DEFAULT_SEARCH_SORT,
  type SEARCH_SORTS,
  type SORT_DIRECTIONS,
} from '@serai/contract/booking/availability.ts';
import { SCENARIO_TIME_ZONES } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Warning } from '../../platform/operations/handler.ts';
import type { Catalogue, CatalogueHotel } from '../catalogue.ts';
import type { Call } from '../port/call.ts';
import type { RequestMode } from '../request-mode.ts';

export interface SearchOrder {
  sort: (typeof SEARCH_SORTS)[number];
  direction: (typeof SORT_DIRECTIONS)[number];
}

export function searchOrder({
  sort = DEFAULT_SEARCH_SORT,
  sortDirection = sort === 'STARS' ? 'DESC' : 'ASC',
}: Pick<AvailabilityRequest, 'sort' | 'sortDirection'>): SearchOrder {
  return { sort, direction: sortDirection };
}

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
  unknownIds: readonly string[];
  warnings: readonly Warning[];
}

export const MAX_HOTELS = 1_000;

type Where = Pick<AvailabilityRequest, 'hotelIds' | 'destination' | 'geo' | 'boundingBox'>;
type Mode = Pick<RequestMode, 'catalogue' | 'scenario'>;

export async function findCandidates(
  catalogue: Catalogue,
  mode: Mode,
  where: Where,
  order: SearchOrder,
): Promise<FoundCandidates> {
  if (where.hotelIds !== undefined) return byIds(catalogue, mode, where.hotelIds, order);
  const reach = await findInReach(catalogue, mode, where);
  if (reach === undefined)
    throw new ApiError(
      'DESTINATION_NOT_FOUND',
      'There is no place with this ID. Use a place ID from a place search.',
    );
  const message = `The area has more than ${MAX_HOTELS} hotels. Only the ${MAX_HOTELS} nearest to its centre were searched.`;
  return {
    candidates: candidatesOf(reach.hotels, mode, order),
    unknownIds: [],
    warnings: reach.isCut ? [{ code: 'TOO_MANY_HOTELS', message }] : [],
  };
}

function findInReach(catalogue: Catalogue, { catalogue: environment }: Mode, where: Where) {
  const { destination, geo, boundingBox } = where;
  if (geo !== undefined) return catalogue.findAround(environment, geo, geo.radiusMeters, MAX_HOTELS);
  if (boundingBox !== undefined) return catalogue.findInBox(environment, boundingBox, MAX_HOTELS);
  return catalogue.findAt(environment, destination?.canonicalCityId ?? '', MAX_HOTELS);
}

/** Returns each hotel once, even if two ids refer to it. */
async function byIds(
  catalogue: Catalogue,
  mode: Mode,
  hotelIds: readonly string[],
  order: SearchOrder,
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
    candidates: candidatesOf(reaches, mode, order),
    unknownIds: ids.filter(id => !found.has(id)),
    warnings: [],
  };
}

function candidatesOf(found: readonly Reach[], { scenario }: Mode, order: SearchOrder): Candidate[] {
  const adjusted = found.map(reach => ({ ...reach, hotel: applyScenarioZone(reach.hotel, scenario) }));
  return orderCandidates(adjusted, order);
}

/** Time zone scenarios set their own zone. `forced` is the scenario of the search, even if one of its offers is quoted later. */
export function applyScenarioZone(hotel: CatalogueHotel, forced: Call['scenario']): CatalogueHotel {
  const timeZone = forced && SCENARIO_TIME_ZONES[forced];
  return timeZone === undefined ? hotel : { ...hotel, timeZone };
}

/** `found` is in the requested order, or nearest first. If hotels are sorted by price, the order is set once prices are known. */
export function orderCandidates(found: readonly Reach[], order: SearchOrder): Candidate[] {
  const candidates = found.map((reach, position) => ({ ...reach, order: orderOf(reach, position, order) }));
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

/** Hotels without stars come last in both directions. */
const AFTER_ALL_STARS = 100;

/**
 * Requested hotel ids keep their order. Around a centre, stars compensate for distance: a hotel with five stars may be six times as
 * far away as a hotel with zero stars. Unrated hotels count as two stars.
 */
function orderOf(
  { hotel, distanceMetres }: Reach,
  position: number,
  { sort, direction }: SearchOrder,
): number {
  const sign = direction === 'ASC' ? 1 : -1;
  switch (sort) {
    case 'DISTANCE':
      return sign * (distanceMetres ?? position);
    case 'STARS':
      return hotel.stars === null ? AFTER_ALL_STARS : sign * hotel.stars;
    case 'RANK':
      return sign * (distanceMetres === undefined ? position : distanceMetres / (1 + (hotel.stars ?? 2)));
    case 'PRICE':
      return 0;
  }
}

/** The sort key of a hotel when results are sorted by price. The lowest key comes first. */
export function priceOrder(netMinor: number, { direction }: SearchOrder): number {
  return direction === 'ASC' ? netMinor : -netMinor;
}
