/** State that the threads of a process share: outdated cache entries and the call budgets of suppliers. */
import type { MainBudgets } from '../../booking/providers/budget/account-budgets.ts';
import type { SiblingCaches } from '../../booking/search/cache/availability-cache.ts';
import type { RateTokens } from '../../booking/search/cache/shared-tokens.ts';
import type { SiblingTokens } from '../../booking/search/cache/supplier-tokens.ts';
import type { ReadThroughCache } from '../../platform/cache/read-through-cache.ts';
import type { ThreadBroadcast } from '../../platform/threads/thread-broadcast.ts';
import type { ThreadChannel } from '../../platform/threads/thread-channel.ts';
import type { WorkerFleet } from './worker-fleet.ts';
import { MAIN_CALLS, TOPICS, WORKER_CALLS } from './worker-links.ts';

/** A call to a supplier takes much longer. */
const BUDGET_MS = 1_000;
const TOKENS_MS = 200;
/** Shorter, so that a worker gets the answer of the main thread in time even if another worker does not respond. */
const SIBLING_TOKENS_MS = 120;

/** Drops values in all threads. Only the main thread changes what these caches contain. */
export function shareDrops(
  cache: ReadThroughCache<unknown>,
  topic: string,
  broadcast: ThreadBroadcast | undefined,
): void {
  let isHeard = false;
  cache.onDrop = id => {
    if (!isHeard) broadcast?.tell(topic, id);
  };
  broadcast?.on<string | undefined>(topic, id => {
    isHeard = true;
    if (id === undefined) cache.dropAll();
    else cache.drop(id);
    isHeard = false;
  });
}

/** `tokens` finds tokens in other threads. It differs between the main thread and the workers. */
export function siblingCaches(
  broadcast: ThreadBroadcast,
  tokens: SiblingTokens,
): SiblingCaches & { tokens: SiblingTokens } {
  return {
    tokens,
    tell: generationKey => broadcast.tell(TOPICS.hotelInvalidated, generationKey),
    onInvalidated: handler => broadcast.on<string>(TOPICS.hotelInvalidated, handler),
  };
}

/** A worker asks the main thread, which asks the other workers. */
export function tokensOfWorker(channel: ThreadChannel): SiblingTokens {
  return {
    find: (...wanted) =>
      channel.call<RateTokens | undefined>(MAIN_CALLS.findTokens, wanted, TOKENS_MS).catch(() => undefined),
    onFind: handler =>
      channel.handle(WORKER_CALLS.ownTokens, (wanted: Parameters<typeof handler>) => handler(...wanted)),
  };
}

/** The tokens that the main thread finds for itself and for its workers. */
export class MainTokens implements SiblingTokens {
  readonly #workers: { current: Pick<WorkerFleet, 'askFirst'> | undefined };
  #findOwn: Parameters<SiblingTokens['onFind']>[0] = () => undefined;

  constructor(workers: { current: Pick<WorkerFleet, 'askFirst'> | undefined }) {
    this.#workers = workers;
  }

  async find(...wanted: [key: string, rateKey: string]): Promise<RateTokens | undefined> {
    return this.#workers.current?.askFirst<RateTokens>(WORKER_CALLS.ownTokens, wanted, SIBLING_TOKENS_MS);
  }

  onFind(handler: Parameters<SiblingTokens['onFind']>[0]): void {
    this.#findOwn = handler;
  }

  async findForWorker(...wanted: [key: string, rateKey: string]): Promise<RateTokens | undefined> {
    return this.#findOwn(...wanted) ?? this.find(...wanted);
  }
}

/** The call budgets of the main thread, for a worker thread. */
export function mainBudgets(channel: ThreadChannel): MainBudgets {
  return {
    // The limits of a supplier may contain functions, which cannot be sent to another thread.
    take: (accountKey, { perMinute, perDay }, ...rest) =>
      channel.call(MAIN_CALLS.takeBudget, [accountKey, { perMinute, perDay }, ...rest], BUDGET_MS),
    throttled: (...report) => channel.call(MAIN_CALLS.throttled, report, BUDGET_MS),
  };
}
