import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { ThreadChannel } from '../../platform/threads/thread-channel.ts';
import { mainBudgets } from './shared-state.ts';
import { MAIN_CALLS } from './worker-links.ts';

const { port1, port2 } = new MessageChannel();
afterEach(() => port1.close());

test('a worker takes from the call budget of a supplier whose limits contain a function', async () => {
  const taken: unknown[] = [];
  new ThreadChannel(port1).handle(MAIN_CALLS.takeBudget, (request: unknown) => {
    taken.push(request);
    return { isAdmitted: true };
  });
  const limits = { perMinute: 60, perDay: 1_000, searchWeight: () => 2 };
  const decision = await mainBudgets(new ThreadChannel(port2)).take('rapid', limits, 'SEARCH', 2);
  expect(decision).toEqual({ isAdmitted: true });
  expect(taken).toEqual([['rapid', { perMinute: 60, perDay: 1_000 }, 'SEARCH', 2]]);
});
