import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { startRedis } from '../../../../test/redis.ts';
import { systemClock } from '../../../platform/clock.ts';
import { AccountBudgets } from './account-budgets.ts';
import { CALL_CLASSES, type CallClass, isAlwaysAdmitted, SHARE_PERCENT } from './call-budget.ts';

const server = await startRedis();
const connections: Redis[] = [];

afterAll(async () => {
  for (const redis of connections) redis.disconnect();
  await server?.stop();
});

function connect(): Redis | undefined {
  if (server === undefined) return undefined;
  const redis = new Redis(server.url, { maxRetriesPerRequest: 0 });
  redis.on('error', () => {});
  connections.push(redis);
  return redis;
}

let accounts = 0;

function stage(kind: 'memory' | 'Redis', nodes = 1) {
  accounts += 1;
  const clock = new ManualClock();
  const account = `LIVE test-${accounts}`;
  const testTimeMs = () => clock.nowMs();
  const made = Array.from(
    { length: nodes },
    () =>
      new AccountBudgets({
        // A deadline on a manual clock would never pass.
        clock: kind === 'memory' ? clock : { ...systemClock, nowMs: testTimeMs },
        nodes: () => nodes,
        redis: kind === 'Redis' ? connect() : undefined,
        testTimeMs,
      }),
  );
  return { clock, account, budgets: made, budget: made[0] as AccountBudgets };
}

const kinds = server === undefined ? (['memory'] as const) : (['memory', 'Redis'] as const);

describe.each(kinds)('a call budget in %s', kind => {
  it('a call budget admits calls up to the share of their class, then refuses them and returns how long to wait', async () => {
    const { clock, account, budget } = stage(kind);
    for (let i = 0; i < 65; i += 1)
      expect((await budget.take(account, { perMinute: 100 }, 'SEARCH', 1)).isAdmitted).toBe(true);
    const refused = await budget.take(account, { perMinute: 100 }, 'SEARCH', 1);
    expect(refused).toMatchObject({ isAdmitted: false, usedPerMinute: 65, usedPerDay: 65 });
    expect(refused.retryAfterMs).toBeGreaterThan(0);
    expect((await budget.take(account, { perMinute: 100 }, 'QUOTE', 1)).isAdmitted).toBe(true);
    clock.advance(63_000);
    expect((await budget.take(account, { perMinute: 100 }, 'SEARCH', 1)).isAdmitted).toBe(true);
  });

  it('a call budget counts bookings and lookups but never refuses them', async () => {
    const { account, budget } = stage(kind);
    for (const callClass of ['BOOK', 'SETTLE'] as const)
      for (let i = 0; i < 20; i += 1)
        expect((await budget.take(account, { perMinute: 10 }, callClass, 1)).isAdmitted).toBe(true);
    expect(await budget.take(account, { perMinute: 10 }, 'QUOTE', 1)).toMatchObject({ isAdmitted: false });
    expect(budget.isSpent(account, { perMinute: 10 }, 'BOOK')).toBe(true);
    expect(budget.isSpent(account, { perMinute: 1_000 }, 'BOOK')).toBe(false);
  });

  it('a heavy call is admitted only if its whole weight fits into the budget', async () => {
    const { account, budget } = stage(kind);
    expect((await budget.take(account, { perDay: 100 }, 'SEARCH', 60)).isAdmitted).toBe(true);
    expect((await budget.take(account, { perDay: 100 }, 'SEARCH', 6)).isAdmitted).toBe(false);
    expect((await budget.take(account, { perDay: 100 }, 'SEARCH', 5)).isAdmitted).toBe(true);
  });

  it('after throttling, searches are refused until the given time, then about half of their share is admitted, and later all of it', async () => {
    const { clock, account, budget } = stage(kind);
    const search = () => budget.take(account, { perMinute: 100 }, 'SEARCH', 1);
    await budget.throttled(account, 30_000);
    expect(await search()).toMatchObject({ isAdmitted: false, retryAfterMs: 30_000 });
    expect(budget.isSpent(account, {}, 'BOOK')).toBe(true);
    clock.advance(30_000);
    let admitted = 0;
    while ((await search()).isAdmitted) admitted += 1;
    expect(admitted).toBeGreaterThanOrEqual(32);
    expect(admitted).toBeLessThanOrEqual(36);
    clock.advance(600_000);
    for (admitted = 0; (await search()).isAdmitted; ) admitted += 1;
    expect(admitted).toBe(65);
  });

  it('with Redis, the calls of several nodes in any minute stay within the share of their class', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            node: fc.nat(2),
            callClass: fc.constantFrom<CallClass>(...CALL_CLASSES),
            weight: fc.integer({ min: 1, max: 4 }),
            pauseMs: fc.integer({ min: 0, max: 4_000 }),
          }),
          { minLength: 20, maxLength: 120 },
        ),
        async calls => {
          const { clock, account, budgets } = stage(kind, 3);
          const limits = { perMinute: 60 };
          const sent: { atMs: number; weight: number }[] = [];
          for (const { node, callClass, weight, pauseMs } of calls) {
            clock.advance(pauseMs);
            const used = sent.filter(({ atMs }) => atMs > clock.nowMs() - 60_000);
            const before = used.reduce((sum, each) => sum + each.weight, 0);
            const decision = await (budgets[node] as AccountBudgets).take(account, limits, callClass, weight);
            if (!decision.isAdmitted) continue;
            sent.push({ atMs: clock.nowMs(), weight });
            if (isAlwaysAdmitted(callClass) || kind === 'memory') continue;
            expect((before + weight) * 100).toBeLessThanOrEqual(60 * SHARE_PERCENT[callClass]);
          }
        },
      ),
      { numRuns: kind === 'Redis' ? 15 : 50 },
    );
  });

  it('a call budget reports admitted and refused calls by class', async () => {
    const { account, budget } = stage(kind);
    for (let i = 0; i < 3; i += 1) await budget.take(account, { perMinute: 4 }, 'CONTENT', 1);
    expect(await budget.use(account)).toMatchObject({
      usedPerMinute: 2,
      blockedUntilMs: null,
      calls: { CONTENT: { admitted: 2, refused: 1 }, SEARCH: { admitted: 0, refused: 0 } },
    });
  });
});

it('without Redis, each node admits its share of the limit', async () => {
  const { account, budgets } = stage('memory', 3);
  let admitted = 0;
  for (const budget of budgets)
    while ((await budget.take(account, { perMinute: 300 }, 'SEARCH', 1)).isAdmitted) admitted += 1;
  expect(admitted).toBe(3 * 65);
});

it.skipIf(server === undefined)(
  'if Redis stops, a node continues with its own share minus the calls that it has already sent',
  async () => {
    const { account, budgets } = stage('Redis', 2);
    const [first] = budgets as [AccountBudgets];
    const search = () => first.take(account, { perMinute: 100 }, 'SEARCH', 1);
    for (let i = 0; i < 30; i += 1) expect((await search()).isAdmitted).toBe(true);
    server?.pause();
    let admitted = 0;
    while ((await search()).isAdmitted) admitted += 1;
    server?.resume();
    // The node's share of 100 calls is 50, of which searches may use 32.
    expect(admitted).toBe(2);
  },
  20_000,
);
