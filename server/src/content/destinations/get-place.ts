/** Returns the place of a request, or throws. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type FoundPlace, findPlace } from './find-place-store.ts';

/** Throws DESTINATION_NOT_FOUND. A removed place is only visible to requests for changes: `withEnded`. */
export async function getPlace(
  db: Database,
  environment: Environment,
  placeId: string,
  { withEnded = false }: { withEnded?: boolean } = {},
): Promise<FoundPlace> {
  const found = await findPlace(db, environment, placeId);
  if (found === undefined || (found.status !== 'ACTIVE' && !withEnded)) {
    throw new ApiError('DESTINATION_NOT_FOUND', 'There is no place with this id.');
  }
  return found;
}
