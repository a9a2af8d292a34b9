/** State that the threads of a process share: outdated cache entries and the call budgets of suppliers. */
import type { MainBudgets } from '../../booking/providers/budget/account-budgets.ts';
import type { SiblingCaches } from '../../booking/search/cache/availability-cache.ts';
import type { ReadThroughCache } from '../../platform/cache/read-through-cache.ts';
import type { ThreadBroadcast } from '../../platform/threads/thread-broadcast.ts';
import type { ThreadChannel } from '../../platform/threads/thread-channel.ts';
import { MAIN_CALLS, TOPICS } from './worker-links.ts';

/** A call to a supplier takes much longer. */
const BUDGET_MS = 1_000;

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

export function siblingCaches(broadcast: ThreadBroadcast): SiblingCaches {
  return {
    tell: generationKey => broadcast.tell(TOPICS.hotelInvalidated, generationKey),
    onInvalidated: handler => broadcast.on<string>(TOPICS.hotelInvalidated, handler),
  };
}

/** The call budgets of the main thread, for a worker thread. */
export function mainBudgets(channel: ThreadChannel): MainBudgets {
  return {
    take: (...request) => channel.call(MAIN_CALLS.takeBudget, request, BUDGET_MS),
    throttled: (...report) => channel.call(MAIN_CALLS.throttled, report, BUDGET_MS),
  };
}
