/**
 * Counts the rows that a transaction has read from some tables. Compare two counts, because a connection's counters
 * carry over for a while.
 */
import type { Database } from '../src/platform/database/connect.ts';

export async function rowsRead(tx: Database, ...tables: string[]): Promise<number> {
  const [read] = await tx<{ rows: number }[]>`
    SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables
    WHERE relname = ANY (${tables}::text[])`;
  return read?.rows ?? 0;
}
