/**
 * Retries failed reads and hedges slow reads with a second call. Extra calls are limited by the deadline and to a
 * fraction of the regular calls. After a supplier throttles, only lookups are sent from here until the time that it
 * specifies. Quotes, bookings and cancellations never use this class.
 */

import { type Clock, sleep } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Read } from '../port/outcomes.ts';
import type { Provider, Providers } from '../provider.ts';
import { providerLabel, providerLabels } from './accounts/provider-label.ts';

export type RetriedOperation = 'search' | 'lookup' | 'sweep';
export type ExtraCall = 'retry' | 'hedge';

type Outcome = { kind: string; cause?: string; retryAtMs?: number };

interface RetriedRead<O extends Outcome> {
  /** Key of the provider's account. */
  account: string;
  operation: RetriedOperation;
  limitMs: number;
  signal: AbortSignal | undefined;
  /** Whether a call could start without waiting. */
  hasRoom(): boolean;
  call(limitMs: number, signal: AbortSignal, attempt: number): Promise<O>;
  onExtra(extra: ExtraCall): void;
}

interface AccountState {
  retries: CallBudget;
  hedges: CallBudget;
  durations: Map<RetriedOperation, RecentDurations>;
  throttledUntilMs: number;
}

const RETRY_SHARE = 0.1;
const HEDGE_SHARE = 0.05;
const MAX_ATTEMPTS = 3;
const RETRY_PAUSE_MS = 100;
/** No call starts with less time left than this. */
const MIN_CALL_MS = 50;
const HEDGED: ReadonlySet<RetriedOperation> = new Set(['search', 'lookup']);
/** Transient causes. A retry would not change refusals, contradictions or wrong credentials. */
const TRANSIENT: ReadonlySet<string | undefined> = new Set([
  'CONNECTION',
  'SERVER',
  'UNREADABLE',
  'INCOMPLETE',
]);

export class ReadRetries {
  readonly #clock: Clock;
  readonly #accounts = new Map<string, AccountState>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async run<O extends Outcome>(read: RetriedRead<O>): Promise<O | Throttled> {
    const state = this.#stateOf(read.account);
    const deadlineMs = this.#clock.monotonicMs() + read.limitMs;
    const hasTimeIn = (ms: number) => this.#clock.monotonicMs() + ms + MIN_CALL_MS <= deadlineMs;
    const waitMs = state.throttledUntilMs - this.#clock.monotonicMs();
    // Lookups settle bookings, so they are never delayed.
    if (waitMs > 0 && read.operation !== 'lookup') {
      if (!hasTimeIn(waitMs)) return { kind: 'THROTTLED', retryAtMs: state.throttledUntilMs };
      await sleep(this.#clock, waitMs, read.signal);
    }
    state.retries.earn();
    state.hedges.earn();
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#call(state, read, deadlineMs, attempt);
      const pauseMs = this.#pauseMs(state, outcome, attempt);
      if (pauseMs === undefined || attempt >= MAX_ATTEMPTS || read.signal?.aborted) return outcome;
      if (!hasTimeIn(pauseMs) || !state.retries.take()) return outcome;
      read.onExtra('retry');
      await sleep(this.#clock, pauseMs, read.signal);
    }
  }

  /** Returns the pause before the next attempt, or undefined if there should be no further attempt. */
  #pauseMs(state: AccountState, { kind, cause, retryAtMs }: Outcome, attempt: number): number | undefined {
    if (kind === 'FAILED') return TRANSIENT.has(cause) ? RETRY_PAUSE_MS * attempt : undefined;
    if (kind !== 'THROTTLED' || retryAtMs === undefined) return undefined;
    state.throttledUntilMs = Math.max(state.throttledUntilMs, retryAtMs);
    return Math.max(0, state.throttledUntilMs - this.#clock.monotonicMs());
  }

  /**
   * Makes one call. If it takes longer than the p95 and the limits allow it, makes a second call and returns the first
   * successful outcome.
   */
  async #call<O extends Outcome>(
    state: AccountState,
    read: RetriedRead<O>,
    deadlineMs: number,
    attempt: number,
  ): Promise<O> {
    const durations = durationsOf(state, read.operation);
    const ends: AbortController[] = [];
    const begin = async (): Promise<O> => {
      const beganMs = this.#clock.monotonicMs();
      const end = new AbortController();
      ends.push(end);
      const signal = read.signal === undefined ? end.signal : AbortSignal.any([read.signal, end.signal]);
      const outcome = await read.call(Math.max(1, deadlineMs - beganMs), signal, attempt);
      if (isGood(outcome)) durations.add(this.#clock.monotonicMs() - beganMs);
      return outcome;
    };
    const first = begin();
    const lateMs = HEDGED.has(read.operation) ? durations.p95Ms : undefined;
    if (lateMs === undefined) return first;
    const isLate = await this.#endsAfter(first, lateMs);
    const isInTime = this.#clock.monotonicMs() + MIN_CALL_MS <= deadlineMs && !read.signal?.aborted;
    if (!isLate || !isInTime || !read.hasRoom() || !state.hedges.take()) return first;
    read.onExtra('hedge');
    const outcome = await firstGood(first, begin());
    for (const end of ends) end.abort();
    return outcome;
  }

  async #endsAfter(call: Promise<unknown>, ms: number): Promise<boolean> {
    const done = new AbortController();
    const late = sleep(this.#clock, ms, done.signal).then(() => true);
    try {
      return await Promise.race([call.then(() => false), late]);
    } finally {
      done.abort();
    }
  }

  #stateOf(account: string): AccountState {
    let state = this.#accounts.get(account);
    if (state === undefined) {
      const retries = new CallBudget(RETRY_SHARE);
      const hedges = new CallBudget(HEDGE_SHARE);
      state = { retries, hedges, durations: new Map(), throttledUntilMs: Number.NEGATIVE_INFINITY };
      this.#accounts.set(account, state);
    }
    return state;
  }
}

type Throttled = Extract<Read<never>, { kind: 'THROTTLED' }>;

function durationsOf({ durations }: AccountState, operation: RetriedOperation): RecentDurations {
  let known = durations.get(operation);
  if (known === undefined) {
    known = new RecentDurations();
    durations.set(operation, known);
  }
  return known;
}

export function isGood({ kind }: Pick<Outcome, 'kind'>): boolean {
  return kind !== 'FAILED' && kind !== 'THROTTLED' && kind !== 'SKIPPED';
}

/** Returns the first call's outcome if neither call succeeds. */
async function firstGood<O extends Outcome>(first: Promise<O>, second: Promise<O>): Promise<O> {
  const sooner = await Promise.race([first, second]);
  if (isGood(sooner)) return sooner;
  const [one, other] = await Promise.all([first, second]);
  return isGood(other) ? other : one;
}

/** Maximum number of extra calls that can be saved up. */
const MAX_SAVED = 10;

/** Token bucket for extra calls to a provider: every regular call earns a fraction of a token. */
class CallBudget {
  readonly #share: number;
  #saved = 0;

  constructor(share: number) {
    this.#share = share;
  }

  earn(): void {
    this.#saved = Math.min(MAX_SAVED, this.#saved + this.#share);
  }

  take(): boolean {
    // Tolerates rounding errors of repeated additions.
    if (this.#saved < 1 - 1e-9) return false;
    this.#saved -= 1;
    return true;
  }
}

const WINDOW_SIZE = 200;
const MIN_SAMPLES = 20;
/** The percentile is recomputed only after this many calls. */
const RECOMPUTE_EVERY = 10;

/** Durations of the latest successful calls. */
class RecentDurations {
  readonly #durations: number[] = [];
  #next = 0;
  #added = 0;
  #p95Ms: number | undefined;

  add(durationMs: number): void {
    this.#durations[this.#next] = durationMs;
    this.#next = (this.#next + 1) % WINDOW_SIZE;
    this.#added += 1;
    if (this.#added < MIN_SAMPLES || this.#added % RECOMPUTE_EVERY !== 0) return;
    const sorted = this.#durations.toSorted((a, b) => a - b);
    this.#p95Ms = sorted[Math.ceil(sorted.length * 0.95) - 1];
  }

  /** Undefined until there are enough samples. */
  get p95Ms(): number | undefined {
    return this.#p95Ms;
  }
}

const KINDS: readonly ExtraCall[] = ['retry', 'hedge'];

export function countExtraCalls(
  metrics: Metrics,
  providers: Providers,
): (provider: Provider, extra: ExtraCall) => void {
  const calls = metrics.counter(
    'serai_provider_extra_calls_total',
    'Retries of failed reads, and hedging calls for slow reads.',
    { provider: providerLabels(providers), kind: KINDS },
  );
  return ({ code }, extra) => calls.add(calls.series(providerLabel(code), extra));
}
