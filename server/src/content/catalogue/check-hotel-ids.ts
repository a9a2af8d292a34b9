/** Finds hotel ids of a request that the catalogue does not have. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Warning } from '../../platform/operations/handler.ts';
import { findKnownHotels } from './list-hotels-store.ts';

/** Returns a warning that lists them. Throws HOTEL_NOT_FOUND if none of the ids is known. */
export async function checkHotelIds(
  db: Database,
  environment: Environment,
  hotelIds: readonly string[] | undefined,
): Promise<Warning[]> {
  if (hotelIds === undefined) return [];
  const known = await findKnownHotels(db, environment, hotelIds);
  if (known.size === 0) throw new ApiError('HOTEL_NOT_FOUND', 'None of the hotel ids is known.');
  const unknown = [...new Set(hotelIds)].filter(id => !known.has(id));
  if (unknown.length === 0) return [];
  const message = `${unknown.length} of the hotel ids ${unknown.length === 1 ? 'is' : 'are'} not known.`;
  return [{ code: 'HOTEL_NOT_FOUND', message, hotelIds: unknown }];
}
