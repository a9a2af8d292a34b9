/**
 * Applies the call budgets of all accounts. All nodes share one budget through Redis. Without Redis, and while Redis is unavailable,
 * each node uses its share of the limits.
 */
import type { Redis } from 'ioredis';
import type { Clock } from '../../../platform/clock.ts';
import { withDeadline } from '../../../platform/deadline.ts';
import {
  type BudgetDecision,
  type BudgetLimits,
  type BudgetState,
  budgetUse,
  type CallClass,
  isAlwaysAdmitted,
  MINUTE,
  newBudgetState,
  SHARE_PERCENT,
  takeFromBudget,
  throttleBudget,
} from './call-budget.ts';
import { TAKE_SCRIPT, THROTTLE_SCRIPT, USE_SCRIPT } from './redis-budget-script.ts';

/** A call waits for Redis at most this long. Then the node decides alone. */
const REDIS_DEADLINE_MS = 100;

export interface AccountBudgetsOptions {
  clock: Clock;
  /** The number of processes that call suppliers. */
  nodes(): number;
  redis?: Redis | undefined;
  /** The budgets of the main thread, in a worker thread of a process without Redis. */
  main?: MainBudgets | undefined;
  /** Only for tests that control time. If omitted, Redis uses its own clock. */
  testTimeMs?: (() => number) | undefined;
}

export interface MainBudgets {
  take(
    accountKey: string,
    limits: BudgetLimits,
    callClass: CallClass,
    weight: number,
  ): Promise<BudgetDecision>;
  throttled(accountKey: string, retryAfterMs: number): Promise<void>;
}

export interface BudgetUse {
  usedPerMinute: number;
  usedPerDay: number;
  /** Null if the account is not throttled. */
  blockedUntilMs: number | null;
  /** Admitted and refused calls of this process since it started. */
  calls: Readonly<Record<CallClass, { admitted: number; refused: number }>>;
}

type Command = (...keysAndArguments: (string | number)[]) => Promise<unknown>;
type BudgetRedis = Redis & {
  seraiBudgetTake: Command;
  seraiBudgetThrottle: Command;
  seraiBudgetUse: Command;
};

interface Account {
  /** Calls of this process only. */
  own: BudgetState;
  latest: BudgetDecision;
  latestAtMs: number;
  calls: Record<CallClass, { admitted: number; refused: number }>;
}

export class AccountBudgets {
  readonly #clock: Clock;
  readonly #nodes: () => number;
  readonly #redis: BudgetRedis | undefined;
  readonly #main: MainBudgets | undefined;
  readonly #testTimeMs: () => number | '';
  readonly #accounts = new Map<string, Account>();

  constructor({ clock, nodes, redis, main, testTimeMs }: AccountBudgetsOptions) {
    this.#main = main;
    this.#clock = clock;
    this.#nodes = nodes;
    this.#testTimeMs = testTimeMs ?? (() => '');
    redis?.defineCommand('seraiBudgetTake', { numberOfKeys: 1, lua: TAKE_SCRIPT });
    redis?.defineCommand('seraiBudgetThrottle', { numberOfKeys: 1, lua: THROTTLE_SCRIPT });
    redis?.defineCommand('seraiBudgetUse', { numberOfKeys: 1, lua: USE_SCRIPT });
    this.#redis = redis as BudgetRedis | undefined;
  }

  /** Decides whether to admit a call of the given weight, and counts it if it is admitted. The returned promise never rejects. */
  async take(
    accountKey: string,
    limits: BudgetLimits,
    callClass: CallClass,
    weight: number,
  ): Promise<BudgetDecision> {
    const account = this.#account(accountKey);
    const shared = await this.#takeShared(accountKey, limits, callClass, weight);
    const decision =
      shared ?? takeFromBudget(account.own, this.#nowMs(), this.#ownShare(limits), callClass, weight);
    // Also counted locally, so that the node knows its own calls if Redis fails later.
    if (shared?.isAdmitted) takeFromBudget(account.own, this.#nowMs(), {}, callClass, weight);
    account.latest = decision;
    account.calls[callClass][decision.isAdmitted ? 'admitted' : 'refused'] += 1;
    account.latestAtMs = this.#nowMs();
    return decision;
  }

  /**
   * Whether a call of the class would exceed its share, based on what this node learned from its latest call. Unlike `take`, this
   * needs no round trip to Redis. It is used to refuse a booking before it is journalled.
   */
  isSpent(accountKey: string, { perMinute, perDay }: BudgetLimits, callClass: CallClass): boolean {
    const account = this.#accounts.get(accountKey);
    if (account === undefined) return false;
    const nowMs = this.#nowMs();
    if (account.own.blockedUntilMs > nowMs) return true;
    if (nowMs - account.latestAtMs > MINUTE.cellMs) return false;
    const percent = SHARE_PERCENT[callClass];
    const { usedPerMinute, usedPerDay } = account.latest;
    const isOver = (used: number, limit: number | undefined) =>
      limit !== undefined && (used + 1) * 100 > limit * percent;
    return isOver(usedPerMinute, perMinute) || isOver(usedPerDay, perDay);
  }

  /** Counts a call that was not made because the budget was known to be spent. */
  refused(accountKey: string, callClass: CallClass): void {
    this.#account(accountKey).calls[callClass].refused += 1;
  }

  /** Records that the supplier refused a call because of its limits. */
  async throttled(accountKey: string, retryAfterMs: number): Promise<void> {
    throttleBudget(this.#account(accountKey).own, this.#nowMs(), this.#nowMs() + retryAfterMs);
    const sent = this.#redis?.seraiBudgetThrottle(keyOf(accountKey), this.#testTimeMs(), retryAfterMs);
    await Promise.all([
      sent?.catch(() => {}),
      this.#main?.throttled(accountKey, retryAfterMs).catch(() => {}),
    ]);
  }

  /** The calls of all nodes if they share Redis, otherwise those of this process. */
  async use(accountKey: string): Promise<BudgetUse> {
    const { own, calls } = this.#account(accountKey);
    const nowMs = this.#nowMs();
    const shared = await this.#sharedUse(accountKey);
    const { usedPerMinute, usedPerDay } = shared ?? budgetUse(own, nowMs);
    const blockedUntilMs = Math.max(own.blockedUntilMs, nowMs + (shared?.blockedMs ?? 0));
    return {
      usedPerMinute,
      usedPerDay,
      blockedUntilMs: blockedUntilMs > nowMs ? blockedUntilMs : null,
      calls,
    };
  }

  /** Returns undefined if there is no Redis or it did not respond in time. */
  async #sharedUse(accountKey: string) {
    if (this.#redis === undefined) return undefined;
    try {
      const sent = this.#redis.seraiBudgetUse(keyOf(accountKey), this.#testTimeMs());
      const reply = await withDeadline(sent, REDIS_DEADLINE_MS, this.#clock);
      const [usedPerMinute = 0, usedPerDay = 0, blockedMs = 0] = (reply as unknown[]).map(Number);
      return { usedPerMinute, usedPerDay, blockedMs };
    } catch {
      return undefined;
    }
  }

  /** Returns undefined if there is no Redis or it did not respond in time. */
  async #takeShared(
    accountKey: string,
    limits: BudgetLimits,
    callClass: CallClass,
    weight: number,
  ): Promise<BudgetDecision | undefined> {
    if (this.#main !== undefined) {
      return this.#main.take(accountKey, limits, callClass, weight).catch(() => undefined);
    }
    const { perMinute, perDay } = limits;
    if (this.#redis === undefined) return undefined;
    try {
      const reply = await withDeadline(
        this.#redis.seraiBudgetTake(
          keyOf(accountKey),
          this.#testTimeMs(),
          weight,
          perMinute ?? -1,
          perDay ?? -1,
          SHARE_PERCENT[callClass],
          isAlwaysAdmitted(callClass) ? 1 : 0,
        ),
        REDIS_DEADLINE_MS,
        this.#clock,
      );
      const [admitted, retryAfterMs, usedPerMinute, usedPerDay] = (reply as unknown[]).map(Number);
      if (admitted === undefined || retryAfterMs === undefined) return undefined;
      return {
        isAdmitted: admitted === 1,
        retryAfterMs,
        usedPerMinute: usedPerMinute ?? 0,
        usedPerDay: usedPerDay ?? 0,
      };
    } catch {
      return undefined;
    }
  }

  #ownShare({ perMinute, perDay }: BudgetLimits): BudgetLimits {
    const nodes = Math.max(1, this.#nodes());
    const share = (limit: number | undefined) =>
      limit === undefined ? undefined : Math.floor(limit / nodes);
    return { perMinute: share(perMinute), perDay: share(perDay) };
  }

  #nowMs(): number {
    return this.#testTimeMs() || this.#clock.nowMs();
  }

  #account(key: string): Account {
    let account = this.#accounts.get(key);
    if (account === undefined) {
      const none = () => ({ admitted: 0, refused: 0 });
      account = {
        own: newBudgetState(),
        latest: { isAdmitted: true, retryAfterMs: 0, usedPerMinute: 0, usedPerDay: 0 },
        latestAtMs: 0,
        calls: {
          SETTLE: none(),
          BOOK: none(),
          QUOTE: none(),
          SEARCH: none(),
          REFRESH: none(),
          CONTENT: none(),
        },
      };
      this.#accounts.set(key, account);
    }
    return account;
  }
}

function keyOf(accountKey: string): string {
  return `serai:budget:{${accountKey}}`;
}
