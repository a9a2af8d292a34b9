/**
 * The only way to call a supplier. Every call has one absolute deadline and an audit record of each exchange, and
 * exceptions become outcomes. Each provider and pool has its own circuit breaker and bulkhead. Test mode never
 * reaches a live supplier, and live mode never reaches a test supplier.
 */

import { Bulkhead, type BulkheadLimits } from '../../platform/admission/bulkhead.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Call, ProviderOperation } from '../port/call.ts';
import type { Booked, Cancelled, CancelQuote, Found, Read } from '../port/outcomes.ts';
import type {
  BookRequest,
  KnownBooking,
  QuoteRequest,
  SearchRequest,
  SearchResult,
  SuppliedQuote,
  Supplier,
  Swept,
} from '../port/supplier.ts';
import { accountKey, type Provider } from '../provider.ts';
import type { AccountBudgets, BudgetUse } from './budget/account-budgets.ts';
import type { BudgetLimits } from './budget/call-budget.ts';
import { type OnBudget, ProviderBudgets } from './budget/provider-budgets.ts';
import {
  isRetried,
  matchesMode,
  ownLimitMs,
  partnerLimitMs,
  skipCause,
  type WhyNotStarted,
} from './call-rules.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type AnyOutcome, isBlockable, isFailure, isSuccess, POOL_OF, type Pool } from './classify-call.ts';
import type { EndedCall } from './health/call-counts.ts';
import { type FailedCall, failedCall } from './health/failed-calls.ts';
import { HotelComparison, type OnOtherHotel } from './other-hotel.ts';
import { type ExtraCall, isGood, ReadRetries, type RetriedOperation } from './read-retries.ts';
import { type CallContext, type CallPlan, callSupplier, type EffectContext } from './supplier-call.ts';

/** A call that was not made. It does not count as a failure of the supplier. */
export interface Skipped {
  kind: 'SKIPPED';
  reason: WhyNotStarted;
}

/** A read must end this long before its request does, to leave time for processing. */
export const READ_MARGIN_MS = 300;

/** Limits for one partner at one provider. */
const POOLS: Readonly<Record<Pool, BulkheadLimits>> = {
  search: { calls: 64, waiting: 256, waitMs: 1_000 },
  quote: { calls: 32, waiting: 64, waitMs: 2_000 },
  book: { calls: 32, waiting: 64, waitMs: 2_000 },
};

/** Used instead of a partner for calls that no partner requested. */
const SERVICE = '';

type StartContext = Pick<
  CallContext,
  'provider' | 'organisationId' | 'testMode' | 'timeLeftMs' | 'isRefresh'
>;

export interface PoolHealth {
  pool: Pool;
  /** The circuit breaker is not closed. */
  isFailing: boolean;
  sinceMs: number;
}

interface PoolState {
  breaker: CircuitBreaker;
  bulkhead: Bulkhead;
}

export interface ProviderCallsOptions {
  clock: Clock;
  log: Log;
  limits?: Readonly<Record<Pool, BulkheadLimits>>;
  /** Keeps the calls within the suppliers' limits per minute and day. If omitted, calls are not limited in this way. */
  budgets?: AccountBudgets | undefined;
  /** Called after every call whose caller still waits for it. Must not throw. */
  onEnd?: (call: EndedCall) => void;
  /** Called after every failed call whose caller still waits for it. If it is retried, called after the last attempt. Must not throw. */
  onFailure?: (call: FailedCall) => void;
  onBudget?: OnBudget | undefined;
  /** Called for every retry and hedging call of a read. Must not throw. */
  onExtra?: (provider: Provider, extra: ExtraCall) => void;
  onOtherHotel?: OnOtherHotel | undefined;
}

/** A read that starts with at least this share of its time limit counts as having had its full time. */
const FULL_TIME_SHARE = 0.98;

export class ProviderCalls {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #limits: Readonly<Record<Pool, BulkheadLimits>>;
  readonly #onEnd: ((call: EndedCall) => void) | undefined;
  readonly #onFailure: ProviderCallsOptions['onFailure'];
  readonly #onExtra: ((provider: Provider, extra: ExtraCall) => void) | undefined;
  readonly #hotels: HotelComparison;
  readonly #budgets: ProviderBudgets;
  readonly #repeats: ReadRetries;
  readonly #pools = new Map<string, PoolState>();

  constructor(options: ProviderCallsOptions) {
    this.#clock = options.clock;
    this.#log = options.log;
    this.#limits = options.limits ?? POOLS;
    this.#budgets = new ProviderBudgets(options.clock, options.budgets, options.onBudget);
    this.#onEnd = options.onEnd;
    this.#onFailure = options.onFailure;
    this.#onExtra = options.onExtra;
    this.#hotels = new HotelComparison(options.clock, options.onOtherHotel);
    this.#repeats = new ReadRetries(options.clock);
  }

  /** Returns why a call should not start, or undefined if it may. Check this before writing anything. */
  whyNotStart(operation: ProviderOperation, context: StartContext): WhyNotStarted | undefined {
    const { provider, testMode, timeLeftMs, organisationId = SERVICE } = context;
    if (!matchesMode(provider, testMode)) return 'ENVIRONMENT';
    const { breaker, bulkhead } = this.#pool(provider, operation);
    if (isBlockable(operation) && breaker.isOpen) return 'BREAKER_OPEN';
    if (isBlockable(operation) && this.#budgets.isSpent(operation, context)) return 'BUDGET_SPENT';
    if (bulkhead.isFull(organisationId)) return 'POOL_FULL';
    return timeLeftMs !== undefined && timeLeftMs <= READ_MARGIN_MS ? 'NO_TIME' : undefined;
  }

  canStart(operation: ProviderOperation, context: StartContext): boolean {
    return this.whyNotStart(operation, context) === undefined;
  }

  /** Lists only the pools that have been used so far. */
  poolsOf(provider: Provider): PoolHealth[] {
    return (Object.keys(this.#limits) as Pool[]).flatMap(pool => {
      const breaker = this.#pools.get(poolKey(pool, provider))?.breaker;
      return breaker ? [{ pool, isFailing: breaker.isFailing, sinceMs: breaker.sinceMs }] : [];
    });
  }

  /** Returns how much of the account's limits has been used, or undefined if the account has no limits. */
  budgetOf(provider: Provider): Promise<(BudgetUse & { limits: BudgetLimits }) | undefined> {
    return this.#budgets.useOf(provider);
  }

  search(context: CallContext, request: SearchRequest): Promise<Read<SearchResult> | Skipped> {
    const weight = context.provider.supplier.limits.searchWeight?.(request) ?? 1;
    return this.#read('search', context, (supplier, call) => supplier.search(call, request), weight);
  }

  async quote(context: CallContext, request: QuoteRequest): Promise<Read<SuppliedQuote> | Skipped> {
    const quoted = await this.#read('quote', context, (supplier, call) => supplier.quote(call, request));
    this.#hotels.quoted(context.provider, request, quoted);
    return quoted;
  }

  release(context: CallContext, quoteId: string): Promise<Read<null> | Skipped> {
    return this.#read('release', context, (supplier, call) => supplier.release(call, quoteId));
  }

  sweep(context: CallContext, fromMs: number, toMs: number): Promise<Read<readonly Swept[]> | Skipped> {
    return this.#read('sweep', context, (supplier, call) => supplier.sweep(call, fromMs, toMs));
  }

  probe(context: CallContext): Promise<Read<null> | Skipped> {
    return this.#read('probe', context, (supplier, call) => supplier.probe(call));
  }

  /** The supplier's ids of a few hotels, for a connection test. UNSUPPORTED if the supplier uses our ids. */
  sampleHotels(context: CallContext): Promise<Read<readonly string[]> | Skipped> {
    return this.#read(
      'probe',
      context,
      async (supplier, call) => (await supplier.sampleHotels?.(call)) ?? { kind: 'UNSUPPORTED' },
    );
  }

  /** A search that tests the connection. It is sent even while the circuit is open, and never retried. */
  probeSearch(context: CallContext, request: SearchRequest): Promise<Read<SearchResult> | Skipped> {
    const weight = context.provider.supplier.limits.searchWeight?.(request) ?? 1;
    return this.#read('probe', context, (supplier, call) => supplier.search(call, request), weight);
  }

  /** UNSUPPORTED if the supplier cannot say. The booked terms then apply. */
  cancelQuote(context: CallContext, known: KnownBooking): Promise<Read<CancelQuote> | Skipped> {
    return this.#read(
      'cancelQuote',
      context,
      async (supplier, call) => (await supplier.cancelQuote?.(call, known)) ?? { kind: 'UNSUPPORTED' },
    );
  }

  async lookup(context: CallContext, known: KnownBooking): Promise<Found> {
    const found = await this.#readPlan<Found>('lookup', context, (supplier, call) =>
      supplier.lookup(call, known),
    );
    this.#hotels.found(context.provider, known, found);
    return found.kind === 'SKIPPED' ? { kind: 'FAILED', cause: skipCause(found.reason) } : found;
  }

  /**
   * Runs until the supplier's own time limit, even if the caller stops waiting. Returns NOT_EXECUTED if the call never
   * started.
   */
  async book(context: EffectContext<Booked>, request: BookRequest): Promise<Booked> {
    const booked = await this.#effect<Booked>('book', context, (supplier, call) =>
      supplier.book(call, request),
    );
    this.#hotels.booked(context.provider, request, booked);
    return booked;
  }

  cancel(context: EffectContext<Cancelled>, known: KnownBooking): Promise<Cancelled> {
    return this.#effect<Cancelled>('cancel', context, (supplier, call) => supplier.cancel(call, known));
  }

  #read<T>(
    operation: ProviderOperation,
    context: CallContext,
    run: (supplier: Supplier, call: Call) => Promise<Read<T>>,
    weight = 1,
  ): Promise<Read<T> | Skipped> {
    return this.#readPlan<Read<T>>(operation, context, run, weight);
  }

  #readPlan<Outcome extends Read<unknown> | Found>(
    operation: ProviderOperation,
    context: CallContext,
    run: (supplier: Supplier, call: Call) => Promise<Outcome>,
    weight = 1,
  ): Promise<Outcome | Skipped> {
    const ownMs = ownLimitMs(context.provider.supplier, operation);
    const leftMs = Math.min(
      (context.timeLeftMs ?? Number.POSITIVE_INFINITY) - READ_MARGIN_MS,
      partnerLimitMs(context.provider, operation),
    );
    const plan: CallPlan<Outcome> = {
      operation,
      context,
      limitMs: Math.min(ownMs, leftMs),
      isEffect: false,
      weight,
      isFullTime: leftMs >= ownMs,
      signal: context.signal,
      run,
      failed: cause => ({ kind: 'FAILED', cause }) as Outcome,
    };
    return isRetried(operation) && context.provider.supplier.repeatsReads
      ? this.#repeat(plan, operation, ownMs)
      : this.#start(plan);
  }

  async #repeat<Outcome extends Read<unknown> | Found>(
    plan: CallPlan<Outcome>,
    operation: RetriedOperation,
    ownMs: number,
  ): Promise<Outcome | Skipped> {
    const { context, limitMs } = plan;
    const { provider } = context;
    const { attempt: first = 1 } = context;
    const failures: { attempt: number; call: FailedCall }[] = [];
    let last = 1;
    const repeated = this.#repeats.run<Outcome | Skipped>({
      account: accountKey(provider),
      operation,
      limitMs,
      signal: context.signal,
      hasRoom: () =>
        this.whyNotStart(operation, context) === undefined &&
        this.#pool(provider, operation).bulkhead.hasRoom(context.organisationId ?? SERVICE),
      call: (leftMs, signal, attempt) => {
        last = attempt;
        const repeat = {
          ...plan,
          context: { ...context, attempt: first + attempt - 1 },
          limitMs: leftMs,
          isFullTime: leftMs >= ownMs * FULL_TIME_SHARE,
          signal,
        };
        return this.#start(repeat, call => failures.push({ attempt, call }));
      },
      onExtra: extra => this.#onExtra?.(provider, extra),
    });
    let isRecovered = false;
    try {
      const outcome = (await repeated) as Outcome | Skipped;
      isRecovered = isGood(outcome);
      return outcome;
    } finally {
      for (const { attempt, call } of failures)
        this.#onFailure?.({
          ...call,
          retry: isRecovered ? 'SUCCEEDED' : attempt < last ? 'FAILED' : 'NONE',
        });
    }
  }

  async #effect<Outcome extends Booked | Cancelled>(
    operation: 'book' | 'cancel',
    context: EffectContext<Outcome>,
    run: (supplier: Supplier, call: Call) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { timeLeftMs: _, ...rest } = context;
    const outcome = await this.#start<Outcome>({
      operation,
      context: rest,
      limitMs: ownLimitMs(context.provider.supplier, operation),
      isEffect: true,
      weight: 1,
      isFullTime: true,
      signal: undefined,
      run,
      failed: cause => ({ kind: 'UNKNOWN', cause }) as Outcome,
    });
    return outcome.kind === 'SKIPPED' ? ({ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' } as Outcome) : outcome;
  }

  async #start<Outcome extends AnyOutcome>(
    plan: CallPlan<Outcome>,
    onFailure = this.#onFailure,
  ): Promise<Outcome | Skipped> {
    const { operation, context, limitMs } = plan;
    const found = this.whyNotStart(operation, context);
    // A booking or cancellation is already journalled, so its budget no longer stops it.
    const reason = plan.isEffect && found === 'BUDGET_SPENT' ? undefined : found;
    if (reason === 'ENVIRONMENT') {
      this.#log.error(
        { provider: context.provider.code, operation },
        'refused to call a test provider in live mode or a live provider in test mode',
      );
    }
    if (reason === 'BUDGET_SPENT') this.#budgets.refused(operation, context.provider);
    if (reason) return { kind: 'SKIPPED', reason };
    const { sendByMs = Number.POSITIVE_INFINITY, organisationId = SERVICE } = context;
    const { breaker, bulkhead } = this.#pool(context.provider, operation);
    const deadlineMs = this.#clock.monotonicMs() + limitMs;
    if (!(await bulkhead.enter(organisationId, limitMs))) return { kind: 'SKIPPED', reason: 'POOL_FULL' };
    try {
      const blockable = isBlockable(operation);
      if (!(await this.#budgets.take(operation, context, plan.weight)))
        return { kind: 'SKIPPED', reason: 'BUDGET_SPENT' };
      if (this.#clock.monotonicMs() >= sendByMs) return { kind: 'SKIPPED', reason: 'NO_TIME' };
      const generation = blockable ? breaker.enter() : undefined;
      if (blockable && generation === undefined) return { kind: 'SKIPPED', reason: 'BREAKER_OPEN' };
      let isGood: boolean | undefined;
      try {
        // The deadline of a read includes its waiting time. Book and cancel get their full time once they start.
        const beganMs = this.#clock.monotonicMs();
        const leftMs = plan.isEffect ? limitMs : Math.max(1, deadlineMs - beganMs);
        const { outcome, isOurFault, requests, exchanges } = await callSupplier(this.#clock, this.#log, {
          ...plan,
          limitMs: leftMs,
        });
        this.#budgets.noteThrottling(context.provider, outcome);
        this.#budgets.countFurther(context.provider, requests - 1);
        if (!plan.signal?.aborted) {
          const durationMs = Math.max(0, this.#clock.monotonicMs() - beganMs);
          this.#onEnd?.({ provider: context.provider, operation, outcome, durationMs });
        }
        if (!plan.signal?.aborted && isFailure(outcome))
          onFailure?.(failedCall(plan, { outcome, isOurFault, exchanges: exchanges() }));
        // Test providers fail on purpose, so their failures do not count.
        const counts = context.provider.supplier.kind === 'LIVE' && !isOurFault;
        if (counts) isGood = isSuccess(outcome);
        return outcome;
      } finally {
        if (generation !== undefined) breaker.leave(generation, isGood);
      }
    } finally {
      bulkhead.leave(organisationId);
    }
  }

  #pool(provider: Provider, operation: ProviderOperation): PoolState {
    const name = POOL_OF[operation];
    const key = poolKey(name, provider);
    let pool = this.#pools.get(key);
    if (pool === undefined) {
      pool = {
        breaker: new CircuitBreaker(this.#clock),
        bulkhead: new Bulkhead(this.#clock, this.#limits[name]),
      };
      this.#pools.set(key, pool);
    }
    return pool;
  }
}

/** The supplier's kind is part of the key because own inventory has the same code in both modes. */
function poolKey(pool: Pool, { code, supplier }: Provider): string {
  return `${pool} ${supplier.kind} ${code}`;
}
