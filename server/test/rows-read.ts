/** How many rows of some tables a transaction has read. Compare two: counters of a connection go on from one to the next for a while. */
import type { Database } from '../src/platform/database/connect.ts';

export async function rowsRead(tx: Database, ...tables: string[]): Promise<number> {
  const [read] = await tx<{ rows: number }[]>`
    SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables
    WHERE relname = ANY (${tables}::text[])`;
  return read?.rows ?? 0;
}
