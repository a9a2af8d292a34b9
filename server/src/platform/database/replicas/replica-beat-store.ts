import type { Database } from '../connect.ts';

export interface Beat {
  installation: string;
  at: Date;
}

/** A beat that is younger than this was written by another node and is not replaced. */
const KEPT_MS = 400;
/** A beat that is further ahead was written before the clock of the primary was set back. */
const AHEAD_MS = 1_000;

/**
 * Writes a beat. `at` must be a time before which everything is committed. Several nodes do this, and most find a recent
 * beat. Returns the id of the installation.
 */
export async function writeBeat(db: Database, atMs: number): Promise<string | undefined> {
  const found = await readBeat(db);
  // An upsert locks the row even if it changes nothing, so that all nodes would wait for each other.
  if (found !== undefined && isKept(found.at.getTime(), atMs)) return found.installation;
  await db`
    INSERT INTO replica_beat AS beat (at) VALUES (${new Date(atMs)})
    ON CONFLICT (only_row) DO UPDATE SET at = excluded.at
    WHERE beat.at NOT BETWEEN ${new Date(atMs - KEPT_MS)} AND ${new Date(atMs + AHEAD_MS)}`;
  return (await readBeat(db))?.installation;
}

function isKept(foundMs: number, atMs: number): boolean {
  return foundMs >= atMs - KEPT_MS && foundMs <= atMs + AHEAD_MS;
}

export async function readBeat(db: Database): Promise<Beat | undefined> {
  const [beat] = await db<Beat[]>`SELECT installation, at FROM replica_beat`;
  return beat;
}
