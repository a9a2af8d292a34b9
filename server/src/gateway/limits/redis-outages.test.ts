/**
 * Tests the limits of two nodes when Redis fails and recovers. The clock of the nodes stops while they wait for a
 * response, so that only the faults in the test delay requests.
 */
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../test/fault-proxy.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type PacedRedis, paceRedis } from '../../../test/paced-redis.ts';
import { type RedisForTest, startRedis } from '../../../test/redis.ts';
import { systemClock } from '../../platform/clock.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { connectRedis } from '../../platform/redis.ts';
import { OPEN } from './conformance/limiter-under-test.ts';
import { RedisLimiter } from './redis-limiter.ts';

const LIMITS = { ...OPEN, perMinute: 300 };
const ROUND_MS = 10;
const DEADLINE_MS = 50;

const found = await startRedis();

interface Node {
  limiter: RedisLimiter;
  redis: Redis;
  paced: PacedRedis;
  proxy: FaultProxy;
}

describe.skipIf(found === undefined)('a Redis outage', () => {
  const server = found as RedisForTest;
  let clock: ManualClock;
  let isFrozen: boolean;
  let nodes: [Node, Node];
  let load: EvenLoad;

  beforeEach(async () => {
    await server.restart();
    clock = new ManualClock(systemClock.nowMs());
    isFrozen = false;
    nodes = [await start(), await start()];
    load = new EvenLoad(nodes, clock, () => isFrozen);
  });
  afterEach(async () => {
    for (const { limiter, redis, proxy } of nodes) {
      await limiter.close();
      redis.disconnect();
      await proxy.close();
    }
  });
  afterAll(() => server.stop());

  async function start(): Promise<Node> {
    const proxy = await startFaultProxy({ target: { host: '127.0.0.1', port: server.port } });
    const redis = connectRedis(`redis://127.0.0.1:${proxy.port}`, quietLog);
    redis.options.commandTimeout = 60_000;
    await once(redis, 'ready');
    const limiter = new RedisLimiter({
      redis,
      clock,
      policy: 'local',
      liveGateways: () => 2,
      // A frozen Redis runs the scripts after their deadline.
      testTimeMs: () => clock.nowMs() + (isFrozen ? DEADLINE_MS + 1 : 0),
    });
    return { limiter, redis, paced: paceRedis(redis, clock), proxy };
  }

  const isConnected = ({ redis }: Node) => expect.poll(() => redis.status).toBe('ready');
  const isDegraded = ({ limiter }: Node) => limiter.degradedSinceMs() !== undefined;

  async function kill(): Promise<void> {
    await server.kill();
    for (const { redis } of nodes) await expect.poll(() => redis.status).not.toBe('ready');
  }

  async function restart(): Promise<void> {
    await server.restart();
    await Promise.all(nodes.map(isConnected));
  }

  async function freeze(): Promise<void> {
    isFrozen = true;
    server.pause();
  }

  async function resume(): Promise<void> {
    server.resume();
    isFrozen = false;
  }

  async function disconnect(): Promise<void> {
    for (const { redis, proxy } of nodes) {
      await proxy.set({ kind: 'down' });
      await expect.poll(() => redis.status).not.toBe('ready');
    }
  }

  async function reconnect(): Promise<void> {
    for (const { proxy } of nodes) await proxy.clear();
    await Promise.all(nodes.map(isConnected));
  }

  async function delay(ms: number): Promise<void> {
    for (const { paced } of nodes) paced.delayMs = ms;
  }

  test.each([
    ['is killed and restarts empty', kill, restart],
    ['freezes', freeze, resume],
    ['is flushed', () => nodes[0].redis.flushall(), undefined],
    ['is 40 ms slow', () => delay(20), () => delay(0)],
    ['is disconnected', disconnect, reconnect],
    ['loses its scripts', () => nodes[0].redis.script('FLUSH'), undefined],
  ])(
    'two nodes exceed the limit by at most 1 % and delay requests only briefly when Redis %s',
    async (_, inflict, heal) => {
      await load.run(50);
      await inflict();
      await load.run(90);
      await heal?.();
      await load.run(180);
      expect(load.admitted).toBeLessThanOrEqual(303);
      expect(load.admitted).toBeGreaterThan(270);
      expect(nodes.some(isDegraded)).toBe(false);
      expect(load.mostRounds * ROUND_MS).toBeLessThanOrEqual(DEADLINE_MS);
    },
  );

  test('two nodes do not exceed the limit when Redis restarts empty and one of them recovers 80 ms after the other', async () => {
    await load.run(60);
    await kill();
    await load.run(90);
    await restart();
    nodes[1].paced.delayMs = 20;
    await load.runWhile(() => isDegraded(nodes[0]));
    expect(isDegraded(nodes[1])).toBe(true);
    await load.run(100);
    expect(nodes.some(isDegraded)).toBe(false);
    expect(load.admitted).toBe(300);
  });

  test.each([1_000, 7_000])(
    'two nodes do not exceed the limit when Redis restarts empty and one of them reconnects %i ms after the other',
    async laterMs => {
      await load.run(30);
      await kill();
      await nodes[1].proxy.set({ kind: 'down' });
      await load.run(90);
      await server.restart();
      await isConnected(nodes[0]);
      await load.runWhile(() => isDegraded(nodes[0]));
      expect(load.admitted).toBeLessThan(300);
      await load.run(laterMs / ROUND_MS);
      await nodes[1].proxy.clear();
      await isConnected(nodes[1]);
      await load.runWhile(() => isDegraded(nodes[1]));
      await load.run(50);
      expect(load.admitted).toBe(300);
    },
  );

  test('two nodes do not exceed the limit when Redis freezes for 80 ms just before the limit is reached', async () => {
    await load.run(145);
    await freeze();
    await load.run(3);
    expect(nodes.some(isDegraded)).toBe(false);
    await resume();
    await load.run(150);
    expect(nodes.some(isDegraded)).toBe(false);
    expect(load.admitted).toBe(300);
  });

  test('a node enforces its share for ten seconds after a Redis outage, even if requests arrive in parallel', async () => {
    const [{ limiter }] = nodes;
    await load.run(1);
    await kill();
    await load.run(5);
    await restart();
    await load.runWhile(() => nodes.some(isDegraded));
    const restoredMs = clock.monotonicMs();
    const burst = async (keyId: string) => {
      const decisions = await Promise.all(Array.from({ length: 400 }, () => limiter.decide(keyId, LIMITS)));
      return decisions.filter(({ admitted }) => admitted).length;
    };
    expect(await burst('first')).toBe(150);
    const refused = { admitted: false, violated: 'minute' };
    expect(await limiter.decide('first', LIMITS)).toMatchObject(refused);
    expect(await limiter.peek('first', LIMITS)).toMatchObject(refused);
    expect(await limiter.peek('unused', LIMITS)).toMatchObject({
      admitted: true,
      remaining: [300, 1e9, 1e9],
    });
    clock.advance(restoredMs + 9_980 - clock.monotonicMs());
    expect(await burst('second')).toBe(150);
    clock.advance(20);
    expect(await burst('second')).toBe(150);
    expect(await burst('third')).toBe(300);
  });

  test('a rejection because of the share of a node asks the client to wait until the share ends, not for a day', async () => {
    const [{ limiter }] = nodes;
    await load.run(1);
    await kill();
    await load.run(5);
    await restart();
    await load.runWhile(() => nodes.some(isDegraded));
    const limits = { ...OPEN, perDay: 2 };
    expect(await limiter.decide('few', limits)).toMatchObject({ admitted: true });
    const refused = { admitted: false, violated: 'day', retryAfterSeconds: 10 };
    expect(await limiter.decide('few', limits)).toMatchObject(refused);
    expect(await limiter.peek('few', limits)).toMatchObject(refused);
    clock.advance(10_000);
    expect(await limiter.decide('few', limits)).toMatchObject({ admitted: true });
    const { retryAfterSeconds } = await limiter.decide('few', limits);
    expect(retryAfterSeconds).toBeGreaterThan(80_000);
  });

  test('a node does not enforce its share after single late responses', async () => {
    const [{ limiter }] = nodes;
    await load.run(1);
    await freeze();
    const late = Promise.all(Array.from({ length: 10 }, () => limiter.decide('late', LIMITS)));
    clock.advance(DEADLINE_MS + 1);
    await resume();
    await late;
    await load.runWhile(() => nodes.some(isDegraded));
    const decisions = await Promise.all(Array.from({ length: 400 }, () => limiter.decide('other', LIMITS)));
    expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(300);
  });
});

/** Sends one request to each node every 10 ms, without waiting for earlier decisions. */
class EvenLoad {
  readonly #nodes: readonly Node[];
  readonly #clock: ManualClock;
  readonly #isFrozen: () => boolean;
  #round = 0;
  #undecided = 0;
  admitted = 0;
  /** The largest number of rounds between a request and its decision. */
  mostRounds = 0;

  constructor(nodes: readonly Node[], clock: ManualClock, isFrozen: () => boolean) {
    this.#nodes = nodes;
    this.#clock = clock;
    this.#isFrozen = isFrozen;
  }

  async run(rounds: number): Promise<void> {
    const last = this.#round + rounds;
    await this.runWhile(() => this.#round < last);
  }

  /** Returns when every request is decided. */
  async runWhile(isRunning: () => boolean): Promise<void> {
    while (isRunning()) {
      for (const node of this.#nodes) void this.#call(node);
      await this.#advance();
    }
    while (this.#undecided > 0) await this.#advance();
  }

  async #advance(): Promise<void> {
    await this.#settled();
    this.#clock.advance(ROUND_MS);
    await this.#settled();
    this.#round += 1;
  }

  /** Resolves when every response has arrived and has been handled. A frozen Redis sends none. */
  async #settled(): Promise<void> {
    do await new Promise(resolve => setImmediate(resolve));
    while (!this.#isFrozen() && this.#nodes.some(({ paced }) => paced.inFlight > 0));
  }

  async #call({ limiter }: Node): Promise<void> {
    const began = this.#round;
    this.#undecided += 1;
    const { admitted } = await limiter.decide('even', LIMITS);
    this.#undecided -= 1;
    this.mostRounds = Math.max(this.mostRounds, this.#round - began);
    if (admitted) this.admitted += 1;
  }
}
