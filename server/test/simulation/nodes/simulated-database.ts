/**
 * The database as seen by one process. Every statement and commit takes time, may be cut off before or after it takes
 * effect, and may be the last thing that the process does.
 */
import type postgres from 'postgres';
import type { Database } from '../../../src/platform/database/connect.ts';
import { DatabaseError } from '../../../src/platform/database/is-unavailable.ts';
import { type Rows, type SqlValue, Statement } from '../../../src/platform/database/statement.ts';
import type { SeededRandom } from '../chance/seeded-random.ts';
import type { SharedConnection } from './shared-connection.ts';
import type { SimulatedProcess } from './simulated-process.ts';

export interface DatabaseWeather {
  /** Probability that the connection is lost during a statement or transaction, before or after it takes effect. */
  databaseLost: number;
}

interface Parts {
  connection: SharedConnection;
  process: SimulatedProcess;
  random: SeededRandom;
  weather: DatabaseWeather;
  json(value: unknown): postgres.Parameter;
  /** Called when something may have been written. */
  onWrite(): void;
  /** Called when the response to a commit is lost. */
  onUnheard(): void;
}

const MAX_LATENCY_MS = 4;
/**
 * A transaction that loses its connection loses it at one of its first statements, up to this number, or at the commit.
 */
const STATEMENTS = 8;

/** Polling for jobs must not trigger more polling. */
const READS = /^(SELECT|WITH RECURSIVE kinds)/;

type Run = (statement: Statement, text: string) => Promise<Rows<readonly object[]>>;

export function simulatedDatabase(parts: Parts): Database {
  const { connection, process, random, weather, onWrite } = parts;

  /** Runs one statement or transaction as a whole. Its result arrives later, or never. */
  function visit<T>(label: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      process.later(random.between(0, MAX_LATENCY_MS), async () => {
        connection.setTime(process.timeline.nowMs);
        const answered = await work().then(
          value => () => resolve(value),
          error => () => reject(error),
        );
        if (!READS.test(label)) onWrite();
        if (process.isAlive) process.later(random.between(0, MAX_LATENCY_MS), answered);
        else process.timeline.note(`${process.name} crashed during: ${label}`);
      });
    });
  }

  const lost = (label: string) => {
    process.timeline.note(`${process.name} loses its database connection during: ${label}`);
    return new DatabaseError('CONNECTION_LOST', 'simulated');
  };

  const runAlone: Run = (statement, text) =>
    visit(text, async () => {
      if (!random.chance(weather.databaseLost)) return connection.run(statement);
      if (random.chance(0.5)) await connection.run(statement);
      throw lost(text);
    });

  return facade(parts, runAlone, work =>
    visit('transaction', () => {
      const cutAt = random.chance(weather.databaseLost) ? random.between(1, STATEMENTS) : undefined;
      return transact(parts, work, cutAt, lost);
    }),
  );
}

async function transact<T>(
  parts: Parts,
  work: (tx: Database) => Promise<T>,
  cutAt: number | undefined,
  lost: (label: string) => DatabaseError,
): Promise<T> {
  const { connection, process, random } = parts;
  const { promise: died, reject } = Promise.withResolvers<never>();
  died.catch(() => {});
  const forget = process.onCrash(() => reject(new Error('the process died')));
  let statements = 0;
  let isOver = false;
  const run: Run = (statement, text) => {
    // Happens if one of several concurrent statements has failed and the others continue.
    if (isOver) throw new Error('The transaction is over');
    statements++;
    if (statements === cutAt) throw lost(text);
    return process.survives() ? connection.run(statement) : died;
  };
  const tx = facade(parts, run, () => Promise.reject(new Error('A transaction is already open')));
  const commitUnknown = () => {
    parts.onUnheard();
    return new DatabaseError('COMMIT_UNKNOWN', 'simulated');
  };
  const isCutAtCommit = () => cutAt !== undefined && statements < cutAt;
  try {
    const result = await connection.transact(async () => {
      const done = await Promise.race([work(tx), died]).finally(() => {
        isOver = true;
      });
      if (!process.survives()) await died;
      if (isCutAtCommit() && random.chance(0.5)) throw commitUnknown();
      return done;
    });
    process.survives();
    if (isCutAtCommit()) {
      lost('COMMIT');
      throw commitUnknown();
    }
    return result;
  } finally {
    forget();
  }
}

function facade(
  { json, process }: Pick<Parts, 'json' | 'process'>,
  run: Run,
  transaction: Database['transaction'],
): Database {
  const refused = () => Promise.reject(new Error(`${process.name}: not simulated`));
  const query = (strings: TemplateStringsArray, ...values: readonly SqlValue[]) =>
    new Statement(strings, values, async statement => run(statement, labelOf(strings)));
  return Object.assign(query, {
    json,
    script: refused,
    copyIn: refused,
    alone: refused,
    transaction,
  }) as unknown as Database;
}

function labelOf(strings: TemplateStringsArray): string {
  return strings.join('?').replaceAll(/\s+/g, ' ').trim().slice(0, 60);
}
