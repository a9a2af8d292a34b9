/**
 * Counts the outcomes of provider calls and writes the counts to the database every ten seconds. No call waits for a
 * write. Counts that cannot be written are retried. If too many are waiting, some are dropped, because they are only
 * statistics.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { every, type Repetition } from '../../../platform/every.ts';
import type { Log } from '../../../platform/log.ts';
import type { ProviderOperation } from '../../port/call.ts';
import type { Provider } from '../../provider.ts';
import { type AnyOutcome, isSuccess } from '../classify-call.ts';
import { environmentOf } from '../connections/connection.ts';
import { addCalls, byHour, CLASSES, type CountedCalls, classOf, slotKey } from './call-statistics.ts';
import { writeCalls } from './call-statistics-store.ts';

export interface EndedCall {
  provider: Provider;
  operation: ProviderOperation;
  outcome: AnyOutcome;
  durationMs: number;
}

const FLUSH_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
/** About one hour of counts from a busy process, kept while the database is unavailable. */
const MAX_SLOTS = 2_000;

export class CallCounts {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Log;
  #slots = new Map<string, CountedCalls>();
  #repetition: Repetition | undefined;

  constructor({ db, clock, log }: { db: Database; clock: Clock; log: Log }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  add({ provider, operation, outcome, durationMs }: EndedCall): void {
    const isError = isSuccess(outcome) === false;
    const durations = Array<number>(CLASSES).fill(0);
    durations[classOf(durationMs)] = 1;
    this.#merge({
      slotMinutes: 1,
      environment: environmentOf(provider),
      startMinute: Math.floor(this.#clock.nowMs() / MINUTE_MS),
      code: provider.code,
      operation,
      calls: 1,
      errors: isError ? 1 : 0,
      timeouts: isError && 'cause' in outcome && outcome.cause === 'TIMEOUT' ? 1 : 0,
      maxMs: durationMs,
      durations,
    });
  }

  start(): void {
    this.#repetition = every(
      this.#clock,
      FLUSH_EVERY_MS,
      () => this.flush(),
      err => this.#log.warn({ err }, 'writing provider call statistics failed, will retry'),
    );
  }

  async stop(): Promise<void> {
    await this.#repetition?.stop();
    await this.flush().catch(err =>
      this.#log.warn({ err }, 'provider call statistics were lost at shutdown'),
    );
  }

  /** Throws if the database is unavailable. The counts are then written by the next flush. */
  async flush(): Promise<void> {
    if (this.#slots.size === 0) return;
    const minutes = [...this.#slots.values()];
    this.#slots = new Map();
    try {
      await writeCalls(this.#db, [...minutes, ...byHour(minutes)]);
    } catch (error) {
      for (const slot of minutes) this.#merge(slot);
      throw error;
    }
  }

  #merge(slot: CountedCalls): void {
    const key = slotKey(slot);
    const known = this.#slots.get(key);
    if (known !== undefined) addCalls(known, slot);
    else if (this.#slots.size < MAX_SLOTS) this.#slots.set(key, slot);
  }
}
