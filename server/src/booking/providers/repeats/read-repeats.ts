/**
 * Tries reads again that failed, and calls twice where an answer is late: within the deadline, and within shares of the calls
 * of each provider. A supplier that names a time is left alone until then. Never used for quotes, bookings and cancellations.
 */
import { type Clock, sleep } from '../../../platform/clock.ts';
import type { Read } from '../../port/outcomes.ts';
import { CallBudget } from './call-budget.ts';
import { RecentDurations } from './recent-durations.ts';

export type RepeatedOperation = 'search' | 'lookup' | 'sweep';
export type ExtraCall = 'retry' | 'hedge';

/** As far as it decides whether to ask again. */
type Outcome = { kind: string; cause?: string; retryAtMs?: number };

export interface RepeatedRead<O extends Outcome> {
  /** The provider's account. */
  account: string;
  operation: RepeatedOperation;
  limitMs: number;
  signal: AbortSignal | undefined;
  /** Whether a call could begin without waiting. */
  hasRoom(): boolean;
  call(limitMs: number, signal: AbortSignal, attempt: number): Promise<O>;
  onExtra(extra: ExtraCall): void;
}

interface AccountState {
  retries: CallBudget;
  hedges: CallBudget;
  durations: Map<RepeatedOperation, RecentDurations>;
  /** Said by the supplier when it was asked too much. */
  heldUntilMs: number;
}

const RETRY_SHARE = 0.1;
const HEDGE_SHARE = 0.05;
const MOST_ATTEMPTS = 3;
const RETRY_PAUSE_MS = 100;
/** With less time left no call is begun. */
const LEAST_CALL_MS = 50;
const HEDGED: ReadonlySet<RepeatedOperation> = new Set(['search', 'lookup']);
/** What may be gone a moment later. Refusals, contradictions and wrong credentials stay what they are. */
const PASSING: ReadonlySet<string | undefined> = new Set([
  'CONNECTION',
  'SERVER',
  'UNREADABLE',
  'INCOMPLETE',
]);

export class ReadRepeats {
  readonly #clock: Clock;
  readonly #accounts = new Map<string, AccountState>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async run<O extends Outcome>(read: RepeatedRead<O>): Promise<O | Throttled> {
    const state = this.#stateOf(read.account);
    const deadlineMs = this.#clock.monotonicMs() + read.limitMs;
    const hasTimeIn = (ms: number) => this.#clock.monotonicMs() + ms + LEAST_CALL_MS <= deadlineMs;
    const heldMs = state.heldUntilMs - this.#clock.monotonicMs();
    // What settles a booking is never held back.
    if (heldMs > 0 && read.operation !== 'lookup') {
      if (!hasTimeIn(heldMs)) return { kind: 'THROTTLED', retryAtMs: state.heldUntilMs };
      await sleep(this.#clock, heldMs, read.signal);
    }
    state.retries.earn();
    state.hedges.earn();
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#call(state, read, deadlineMs, attempt);
      const pauseMs = this.#pauseMs(state, outcome, attempt);
      if (pauseMs === undefined || attempt >= MOST_ATTEMPTS || read.signal?.aborted) return outcome;
      if (!hasTimeIn(pauseMs) || !state.retries.take()) return outcome;
      read.onExtra('retry');
      await sleep(this.#clock, pauseMs, read.signal);
    }
  }

  /** Until the next try; undefined where there is none. */
  #pauseMs(state: AccountState, { kind, cause, retryAtMs }: Outcome, attempt: number): number | undefined {
    if (kind === 'FAILED') return PASSING.has(cause) ? RETRY_PAUSE_MS * attempt : undefined;
    if (kind !== 'THROTTLED' || retryAtMs === undefined) return undefined;
    state.heldUntilMs = Math.max(state.heldUntilMs, retryAtMs);
    return Math.max(0, state.heldUntilMs - this.#clock.monotonicMs());
  }

  /** One call, and a second beside it when that is later than most. The first good answer counts. */
  async #call<O extends Outcome>(
    state: AccountState,
    read: RepeatedRead<O>,
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
    const isInTime = this.#clock.monotonicMs() + LEAST_CALL_MS <= deadlineMs && !read.signal?.aborted;
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
      state = { retries, hedges, durations: new Map(), heldUntilMs: Number.NEGATIVE_INFINITY };
      this.#accounts.set(account, state);
    }
    return state;
  }
}

type Throttled = Extract<Read<never>, { kind: 'THROTTLED' }>;

function durationsOf({ durations }: AccountState, operation: RepeatedOperation): RecentDurations {
  let known = durations.get(operation);
  if (known === undefined) {
    known = new RecentDurations();
    durations.set(operation, known);
  }
  return known;
}

function isGood({ kind }: Outcome): boolean {
  return kind !== 'FAILED' && kind !== 'THROTTLED' && kind !== 'SKIPPED';
}

/** The first where neither is good. */
async function firstGood<O extends Outcome>(first: Promise<O>, second: Promise<O>): Promise<O> {
  const sooner = await Promise.race([first, second]);
  if (isGood(sooner)) return sooner;
  const [one, other] = await Promise.all([first, second]);
  return isGood(other) ? other : one;
}
