import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite } from '../../catalogue/writing/catalogue-write.ts';
import { retireHotels } from '../../catalogue/writing/tombstones-store.ts';
import { listMissingHotels } from './named-hotels-store.ts';

const MANY = 5_000;

/** Makes hotels that no line lists INACTIVE. Returns their number. */
export async function removeMissing(tx: Database, write: CatalogueWrite): Promise<number> {
  let ended = 0;
  for (let after = ''; ; ) {
    const ids = await listMissingHotels(tx, write.environment, after, MANY);
    if (ids.length === 0) return ended;
    after = ids.at(-1) ?? after;
    ended += (await retireHotels(tx, write, ids)).changed;
  }
}
