/**
 * Runs work in a transaction. Retries it after deadlocks and serialisation failures, and after a migration has changed
 * a table.
 */
import { randomFraction, withJitter } from '../backoff.ts';
import { sleep, systemClock } from '../clock.ts';
import type { Database } from './connect.ts';

interface TransactionOptions {
  retries?: number;
  /** Settings that apply during the transaction, such as the organisation for row security. */
  settings?: Readonly<Record<string, string>>;
}

const RETRYABLE: ReadonlySet<unknown> = new Set(['40001', '40P01']);
const BACKOFF_MS = 10;
const JITTER = 0.5;
/**
 * The error routine that PostgreSQL reports if a migration changed a table after a statement on it was prepared. The
 * driver prepares the statement again, so this happens once per statement and connection.
 */
const STALE_PLAN = 'RevalidateCachedQuery';
const MOST_STALE = 40;

/** `work` may run more than once, so it must have no effects outside the database. */
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

/** For work that consists of a single statement and needs no BEGIN and COMMIT. */
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
