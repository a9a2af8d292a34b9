/** Tables of one transaction in which sources are gathered before they are merged. */
import type { Database } from '../../../platform/database/connect.ts';
import type { CopyChunks } from '../../../platform/database/connection/copy-in.ts';
import { copyChunks } from './copy-text.ts';
import { STAGED_PLACE_COLUMNS, type StagedName, type StagedPlace, stagedPlaceRow } from './staged-place.ts';

/**
 * Once in a transaction, before anything is staged. The server has no statistics of rows that the transaction itself
 * wrote, and then likes to visit all of one table for each row of another: with places, minutes instead of a second.
 */
export async function createStaging(tx: Database): Promise<void> {
  await tx.script(`
    SET LOCAL idle_in_transaction_session_timeout = 0;
    SET LOCAL work_mem = '128MB';
    SET LOCAL temp_buffers = '64MB';
    SET LOCAL jit = off;
    SET LOCAL enable_nestloop = off;
    CREATE TEMPORARY TABLE staged_place (${STAGED_PLACE_COLUMNS.join(', ')}) ON COMMIT DROP;
    CREATE TEMPORARY TABLE staged_name (source text, source_id text, name text, language text, class smallint)
      ON COMMIT DROP;
    CREATE TEMPORARY TABLE merged_place (n integer, id integer, is_new boolean, tells_names boolean) ON COMMIT DROP;
    CREATE TEMPORARY TABLE touched_place (place integer, language text, class smallint) ON COMMIT DROP;`);
}

export function copyPlaces(tx: Database, chunks: CopyChunks): Promise<void> {
  return tx.copyIn('COPY staged_place FROM STDIN', chunks);
}

export function stagePlaces(tx: Database, firstN: number, places: readonly StagedPlace[]): Promise<void> {
  return copyPlaces(tx, copyChunks(places.map((place, i) => stagedPlaceRow(firstN + i, place))));
}

export function stageNames(tx: Database, names: readonly StagedName[]): Promise<void> {
  const rows = names.map(name => [name.source, name.sourceId, name.name, name.language, name.class]);
  return tx.copyIn('COPY staged_name FROM STDIN', copyChunks(rows));
}

/** The server knows nothing of how much was staged until it is told to look. */
export async function analyseStaging(tx: Database): Promise<void> {
  await tx.script('ANALYZE staged_place; ANALYZE staged_name');
}
