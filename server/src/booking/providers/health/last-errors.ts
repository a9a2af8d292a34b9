/**
 * Remembers the last failed call to each provider, and writes it to the database every two seconds, so that every process can show
 * it. No call waits for a write. An error that cannot be written is retried until a newer one replaces it.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { every, type Repetition } from '../../../platform/every.ts';
import type { Log } from '../../../platform/log.ts';
import { causeOf } from '../classify-call.ts';
import { environmentOf } from '../connections/connection.ts';
import { type FailedCall, storableWords } from './failed-calls.ts';
import { type ProviderError, writeErrors } from './last-errors-store.ts';

const FLUSH_EVERY_MS = 2_000;

export class LastErrors {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Log;
  #waiting = new Map<string, ProviderError>();
  #repetition: Repetition | undefined;

  constructor({ db, clock, log }: { db: Database; clock: Clock; log: Log }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  add(call: FailedCall): void {
    const { provider, operation, outcome, exchanges, isOurFault } = call;
    if (isOurFault) return;
    const error = {
      environment: environmentOf(provider),
      code: provider.code,
      at: new Date(this.#clock.nowMs()),
      operation,
      cause: causeOf(outcome),
      status: exchanges.at(-1)?.response?.status ?? null,
      words: storableWords(call),
    };
    this.#waiting.set(`${error.environment} ${error.code}`, error);
  }

  start(): void {
    this.#repetition = every(
      this.#clock,
      FLUSH_EVERY_MS,
      () => this.flush(),
      err => this.#log.warn({ err }, 'writing the last errors of providers failed, will retry'),
    );
  }

  async stop(): Promise<void> {
    await this.#repetition?.stop();
    await this.flush().catch(err =>
      this.#log.warn({ err }, 'the last errors of providers were lost at shutdown'),
    );
  }

  /** Throws if the database is unavailable. The errors are then written by the next flush. */
  async flush(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const errors = this.#waiting;
    this.#waiting = new Map();
    try {
      await writeErrors(this.#db, [...errors.values()]);
    } catch (error) {
      this.#waiting = new Map([...errors, ...this.#waiting]);
      throw error;
    }
  }
}
