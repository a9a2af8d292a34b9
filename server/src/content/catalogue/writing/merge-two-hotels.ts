/** Merges a hotel of the catalogue into another one, or undoes a merge, as a separate catalogue change. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { writeCatalogue } from '../../catalogue-change-store.ts';
import { mergeInto, restoreMerged, settleMerges } from './tombstones-store.ts';

interface TwoHotels {
  environment: Environment;
  hotelId: string;
  into: string;
}

/** Runs in the same transaction as the merge. */
type Alongside<T> = (tx: Database) => Promise<T>;

export function mergeTwoHotels<T>(db: Database, hotels: TwoHotels, alongside: Alongside<T>): Promise<T> {
  const { environment, hotelId, into } = hotels;
  return writing(db, `merge ${hotelId}`, async (tx, changeId) => {
    const result = await alongside(tx);
    const write = { environment, changeId };
    await mergeInto(tx, write, [{ hotelId, mergedInto: into }]);
    await settleMerges(tx, write);
    return result;
  });
}

export function unmergeTwoHotels<T>(db: Database, hotels: TwoHotels, alongside: Alongside<T>): Promise<T> {
  const { environment, hotelId, into } = hotels;
  return writing(db, `unmerge ${hotelId}`, async (tx, changeId) => {
    const result = await alongside(tx);
    const write = { environment, changeId };
    // A later import may have reactivated the hotel or merged it elsewhere. That import takes precedence.
    if (await restoreMerged(tx, write, { hotelId, mergedInto: into })) await settleMerges(tx, write);
    return result;
  });
}

/** An import may hold the lock for minutes, so the caller gets an error instead of waiting. */
function writing<T>(
  db: Database,
  what: string,
  work: (tx: Database, changeId: number) => Promise<T>,
): Promise<T> {
  return writeCatalogue(db, what, work, {
    onWait() {
      throw new ApiError(
        'INVALID_STATE',
        'The catalogue is being changed by an import or another merge. Try again shortly.',
      );
    },
  });
}
