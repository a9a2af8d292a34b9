/** The hotels that a search is about, by id, destination or distance, in the order they are shown. */
import type { AvailabilityRequest } from '@serai/contract/booking/availability.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Warning } from '../../platform/operations/handler.ts';
import type { Catalogue, HotelsInReach } from '../catalogue.ts';
import { type Candidate, orderCandidates, type SearchSort } from './candidates.ts';

export interface FoundCandidates {
  candidates: Candidate[];
  /** Ids that were asked for and name no hotel. */
  unknownIds: readonly string[];
  warnings: readonly Warning[];
}

/** A search asks for prices of so many hotels at most. */
export const MAX_HOTELS = 1_000;

type Where = Pick<AvailabilityRequest, 'hotelIds' | 'destination' | 'geo'>;

export async function findCandidates(
  catalogue: Catalogue,
  environment: Environment,
  where: Where,
  sort: SearchSort,
): Promise<FoundCandidates> {
  const { hotelIds, destination, geo } = where;
  if (hotelIds !== undefined) return byIds(catalogue, environment, hotelIds, sort);
  const reach =
    geo === undefined
      ? await catalogue.findAt(environment, destination?.canonicalCityId ?? '', MAX_HOTELS)
      : await catalogue.findAround(environment, geo, geo.radiusMeters, MAX_HOTELS);
  if (reach === undefined) throw new ApiError('DESTINATION_NOT_FOUND', 'There is no place with this id.');
  return inReach(reach, sort);
}

/** One hotel once, also where two ids lead to it. */
async function byIds(
  catalogue: Catalogue,
  environment: Environment,
  hotelIds: readonly string[],
  sort: SearchSort,
): Promise<FoundCandidates> {
  const ids = [...new Set(hotelIds)];
  const found = await catalogue.findHotels(environment, ids);
  const hotels = new Map<string, Candidate['hotel']>();
  for (const id of ids) {
    const hotel = found.get(id);
    if (hotel !== undefined) hotels.set(hotel.hotelId, hotel);
  }
  const reaches = [...hotels.values()].map(hotel => ({ hotel, distanceMetres: undefined }));
  return {
    candidates: orderCandidates(reaches, sort),
    unknownIds: ids.filter(id => !found.has(id)),
    warnings: [],
  };
}

function inReach({ hotels, isCut }: HotelsInReach, sort: SearchSort): FoundCandidates {
  const message = `There are more than ${MAX_HOTELS} hotels; the nearest to the centre were searched.`;
  return {
    candidates: orderCandidates(hotels, sort),
    unknownIds: [],
    warnings: isCut ? [{ code: 'TOO_MANY_HOTELS', message }] : [],
  };
}
