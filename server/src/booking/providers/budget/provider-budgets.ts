/** Applies the call budget of an account to the calls to its supplier. Suppliers without limits are not counted. */
import type { Clock } from '../../../platform/clock.ts';
import type { ProviderOperation } from '../../port/call.ts';
import { accountKey, type Provider } from '../../provider.ts';
import type { AnyOutcome } from '../classify-call.ts';
import type { AccountBudgets, BudgetUse } from './account-budgets.ts';
import { type BudgetDecision, type BudgetLimits, classOf } from './call-budget.ts';

/** Called after every decision about a call that counts towards a limit. Must not throw. */
export type OnBudget = (provider: Provider, limits: BudgetLimits, decision: BudgetDecision) => void;

interface BudgetedCall {
  provider: Provider;
  isRefresh?: boolean | undefined;
}

/** Pause after a supplier refused a booking or cancellation because of its limits. These outcomes contain no retry time. */
const DEFAULT_THROTTLE_MS = 10_000;

export class ProviderBudgets {
  readonly #clock: Clock;
  readonly #budgets: AccountBudgets | undefined;
  readonly #onBudget: OnBudget | undefined;

  constructor(clock: Clock, budgets: AccountBudgets | undefined, onBudget: OnBudget | undefined) {
    this.#clock = clock;
    this.#budgets = budgets;
    this.#onBudget = onBudget;
  }

  /** Returns how much of the account's limits has been used, or undefined if the account has no limits. */
  async useOf(provider: Provider): Promise<(BudgetUse & { limits: BudgetLimits }) | undefined> {
    if (this.#budgets === undefined || !hasBudget(provider)) return undefined;
    const { perMinute, perDay } = provider.supplier.limits;
    return { ...(await this.#budgets.use(accountKey(provider))), limits: { perMinute, perDay } };
  }

  isSpent(operation: ProviderOperation, { provider, isRefresh }: BudgetedCall): boolean {
    const callClass = classOf(operation, isRefresh);
    return this.#budgets?.isSpent(accountKey(provider), provider.supplier.limits, callClass) ?? false;
  }

  refused(operation: ProviderOperation, provider: Provider): void {
    this.#budgets?.refused(accountKey(provider), classOf(operation));
  }

  /**
   * Counts the call if it is admitted. Bookings, lookups and cancellations are always admitted. `isSpent` refuses a
   * booking before it is journalled.
   */
  async take(
    operation: ProviderOperation,
    { provider, isRefresh }: BudgetedCall,
    weight: number,
  ): Promise<boolean> {
    if (this.#budgets === undefined || !hasBudget(provider)) return true;
    const { limits } = provider.supplier;
    const callClass = classOf(operation, isRefresh);
    const decision = await this.#budgets.take(accountKey(provider), limits, callClass, weight);
    this.#onBudget?.(provider, limits, decision);
    return decision.isAdmitted;
  }

  /** A call may need several requests, for example a quote that searches again. All but the first are counted afterwards. */
  countFurther(provider: Provider, requests: number): void {
    if (requests < 1 || !hasBudget(provider)) return;
    const { limits } = provider.supplier;
    this.#budgets?.take(accountKey(provider), limits, 'SETTLE', requests).catch(() => {});
  }

  noteThrottling(provider: Provider, outcome: AnyOutcome): void {
    const isThrottled = outcome.kind === 'THROTTLED';
    if (!isThrottled && !(outcome.kind === 'NOT_EXECUTED' && outcome.cause === 'THROTTLED')) return;
    const retryAfterMs = isThrottled ? outcome.retryAtMs - this.#clock.monotonicMs() : DEFAULT_THROTTLE_MS;
    this.#budgets?.throttled(accountKey(provider), Math.max(0, retryAfterMs)).catch(() => {});
  }
}

function hasBudget({ supplier: { limits } }: Provider): boolean {
  return limits.perMinute !== undefined || limits.perDay !== undefined;
}
