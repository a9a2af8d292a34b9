/** The hotels that a search is about, by id, destination or distance, in the order they are shown. */
import type { AvailabilityRequest } from '@serai/contract/booking/availability.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Warning } from '../../platform/operations/handler.ts';
import type { Catalogue } from '../catalogue.ts';
import type { RequestMode } from '../request-mode.ts';
import { type Candidate, orderCandidates, type Reach, type SearchSort } from './candidates.ts';
import { stageHotel } from './stage-hotel.ts';

export interface FoundCandidates {
  candidates: Candidate[];
  /** Ids that were asked for and name no hotel. */
  unknownIds: readonly string[];
  warnings: readonly Warning[];
}

/** A search asks for prices of so many hotels at most. */
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
  if (reach === undefined) throw new ApiError('DESTINATION_NOT_FOUND', 'There is no place with this id.');
  const message = `There are more than ${MAX_HOTELS} hotels; the nearest to the centre were searched.`;
  return {
    candidates: candidatesOf(reach.hotels, mode, sort),
    unknownIds: [],
    warnings: reach.isCut ? [{ code: 'TOO_MANY_HOTELS', message }] : [],
  };
}

/** One hotel once, also where two ids lead to it. */
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
  const staged = found.map(reach => ({ ...reach, hotel: stageHotel(reach.hotel, scenario) }));
  return orderCandidates(staged, sort);
}
