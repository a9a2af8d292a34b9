/** Runs work in one transaction and again when the database asks for it. */
import { randomFraction, withJitter } from '../backoff.ts';
import { sleep, systemClock } from '../clock.ts';
import type { Database } from './connect.ts';

interface TransactionOptions {
  /** How often the whole work is repeated after a deadlock or a serialisation failure. */
  retries?: number;
  /** Settings that hold until the end of the transaction, such as the organisation that row security compares. */
  settings?: Readonly<Record<string, string>>;
}

const RETRYABLE: ReadonlySet<unknown> = new Set(['40001', '40P01']);
const BACKOFF_MS = 10;
const JITTER = 0.5;
/**
 * Where PostgreSQL finds that a migration gave a table another column since the connection prepared its statement. The driver
 * prepares it anew, once for each statement and connection.
 */
const STALE_PLAN = 'RevalidateCachedQuery';
const MOST_STALE = 40;

/** `work` may run several times: it must change nothing but the database. */
export function inTransaction<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
  { retries = 3, settings }: TransactionOptions = {},
): Promise<T> {
  const attempt = () =>
    db.transaction(async tx => {
      if (settings) await applySettings(tx, settings);
      return work(tx);
    });
  return retrying(attempt, retries);
}

/** The same for work of a single statement, which needs no begin and no commit. */
export function inStatement<T>(db: Database, work: (db: Database) => Promise<T>, retries = 3): Promise<T> {
  return retrying(() => db.alone(work), retries);
}

async function retrying<T>(work: () => Promise<T>, retries: number): Promise<T> {
  let stale = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const { code, routine } = error as { code?: unknown; routine?: unknown };
      if (routine === STALE_PLAN && stale++ < MOST_STALE) {
        attempt -= 1;
        continue;
      }
      if (attempt > retries || !RETRYABLE.has(code)) throw error;
      await sleep(systemClock, withJitter(BACKOFF_MS * attempt, JITTER, randomFraction()));
    }
  }
}

async function applySettings(tx: Database, settings: Readonly<Record<string, string>>): Promise<void> {
  await tx`
    SELECT set_config(name, value, true)
    FROM unnest(${Object.keys(settings)}::text[], ${Object.values(settings)}::text[]) AS setting (name, value)`;
}
