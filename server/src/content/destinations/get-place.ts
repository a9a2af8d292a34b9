import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type FoundPlace, findPlace } from './find-place-store.ts';

/** Throws DESTINATION_NOT_FOUND if the place is unknown, or if it was removed and `includeRemoved` is false. */
export async function getPlace(
  db: Database,
  environment: Environment,
  placeId: string,
  { includeRemoved = false }: { includeRemoved?: boolean } = {},
): Promise<FoundPlace> {
  const found = await findPlace(db, environment, placeId);
  if (found === undefined || (found.status !== 'ACTIVE' && !includeRemoved)) {
    throw new ApiError(
      'DESTINATION_NOT_FOUND',
      'There is no place with this ID. Use a place ID from a place search.',
    );
  }
  return found;
}

type Extent = { place: number; hotels: number } | { radiusMetres: number };

export function extentOf({ id, hotelCount }: FoundPlace, radiusMetres: number | undefined): Extent {
  return radiusMetres === undefined ? { place: id, hotels: hotelCount } : { radiusMetres };
}
