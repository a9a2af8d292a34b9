/**
 * Counts how calls to providers end, and writes the counts down every few seconds. No call ever waits for it. What the
 * database does not take is kept a while and then forgotten: these are figures for people, not records.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { every, type Repetition } from '../../../platform/every.ts';
import type { Log } from '../../../platform/log.ts';
import type { ProviderOperation } from '../../port/call.ts';
import type { Provider } from '../../provider.ts';
import { environmentOf } from '../connections/connection.ts';
import { type AnyOutcome, isSuccess } from '../judge-call.ts';
import { addCalls, byHour, type CountedCalls, slotKey } from './counted-calls.ts';
import { writeCalls } from './counted-calls-store.ts';
import { CLASSES, classOf } from './duration-classes.ts';

export interface EndedCall {
  provider: Provider;
  operation: ProviderOperation;
  outcome: AnyOutcome;
  durationMs: number;
}

const PAUSE_MS = 10_000;
const MINUTE_MS = 60_000;
/** About an hour of a busy process whose database is away. */
const MOST_SLOTS = 2_000;

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
      PAUSE_MS,
      () => this.flush(),
      err => this.#log.warn({ err }, 'how providers answered was not written down'),
    );
  }

  async stop(): Promise<void> {
    await this.#repetition?.stop();
    await this.flush().catch(err => this.#log.warn({ err }, 'how providers answered is lost'));
  }

  /** Throws where the database does not take it; then all is tried again the next time. */
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
    else if (this.#slots.size < MOST_SLOTS) this.#slots.set(key, slot);
  }
}
