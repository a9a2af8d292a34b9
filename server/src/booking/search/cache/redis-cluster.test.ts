/** The shared cache on a real Redis Cluster of three nodes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CacheNode, cacheNode, countedSupplier, TODAY } from '../../../../test/cache-under-test.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { startRedisCluster } from '../../../../test/redis-cluster.ts';
import { quietLog } from '../../../platform/database/database-log.ts';
import { waitUntil } from '../../../platform/database/embedded/stop-left-over.ts';
import { connectRedis, isConnected, serversOf } from '../../../platform/redis.ts';
import { FORMAT } from './entry-codec.ts';
import { SharedEntries } from './shared-entries.ts';
import { SharedTokens } from './shared-tokens.ts';

const cluster = await startRedisCluster();
afterAll(() => cluster?.stop());

const HOTELS = Array.from({ length: 30 }, (_, i) => `htl_${i}`);

class CountedInvalidations extends SharedEntries {
  count = 0;

  override invalidate(generationKey: string): Promise<void> {
    this.count += 1;
    return super.invalidate(generationKey);
  }
}

describe.skipIf(cluster === undefined)('the shared cache on a Redis Cluster', () => {
  const clock = new ManualClock(Date.parse(TODAY));
  const counted = countedSupplier();
  const connect = () => connectRedis(cluster?.url ?? '', quietLog);
  const redis = connect();
  const nodes: CacheNode[] = [];
  const start = async () => {
    const own = connect();
    expect(await waitUntil(async () => isConnected(own), 10_000)).toBe(true);
    const node = cacheNode(clock, counted, { shared: new SharedEntries({ redis: own, clock }) });
    nodes.push(node);
    return node;
  };
  const entries = async () => {
    const keys = await Promise.all(serversOf(redis).map(server => server.keys(`av${FORMAT}:e:*`)));
    return keys.map(each => each.length);
  };
  beforeAll(async () => {
    expect(await waitUntil(async () => isConnected(redis), 10_000)).toBe(true);
  });
  afterAll(async () => {
    for (const { cache } of nodes) await cache.stop();
    redis.disconnect();
  });

  test('entries are spread over all nodes, and another process uses them', async () => {
    await (await start()).search(HOTELS);
    await expect.poll(async () => (await entries()).reduce((sum, each) => sum + each, 0)).toBe(30);
    expect((await entries()).every(count => count > 0)).toBe(true);
    const calls = counted.calls.length;
    const found = await (await start()).search(HOTELS);
    expect(Object.values(found).every(text => text.endsWith(' cached'))).toBe(true);
    expect(counted.calls).toHaveLength(calls);
  });

  test('tokens of several hotels are written to the nodes that have them', async () => {
    const own = connect();
    expect(await waitUntil(async () => isConnected(own), 10_000)).toBe(true);
    const tokens = new SharedTokens({ redis: own, clock });
    const endsAtMs = clock.nowMs() + 60_000;
    const taken = new Map(HOTELS.map(id => [id, new Map([['rate', { tokens: id, endsAtMs }]])]));
    await tokens.write(taken, clock.nowMs());
    const read = await Promise.all(HOTELS.map(id => tokens.read(id, 'rate')));
    expect(read.map(one => one?.tokens)).toEqual(HOTELS);
    tokens.close();
  });

  test('if a node is lost, entries on the other nodes are still used and the rest is fetched', async () => {
    const node = await start();
    await cluster?.nodes[0]?.kill();
    const calls = counted.calls.length;
    const found = await node.search(HOTELS);
    expect(Object.keys(found)).toHaveLength(30);
    const cached = Object.values(found).filter(text => text.endsWith(' cached')).length;
    expect(cached).toBeGreaterThan(0);
    expect(cached).toBeLessThan(30);
    expect(counted.calls.length).toBeGreaterThan(calls);
  });

  test('while a node is lost, searches do not repeat its invalidations, and they are published once it is back', async () => {
    const own = connect();
    expect(await waitUntil(async () => own.status === 'ready', 10_000)).toBe(true);
    await cluster?.nodes[0]?.kill();
    const shared = new CountedInvalidations({ redis: own, clock });
    const node = cacheNode(clock, counted, { shared });
    nodes.push(node);
    await node.search(HOTELS);
    await Promise.all(HOTELS.map(id => shared.invalidate(`repeated:${id}`)));
    const invalidated = shared.count;
    for (let i = 0; i < 3; i++) await node.search([`htl_other_${i}`]);
    clock.advance(500);
    await node.search(['htl_other_4']);
    expect(shared.count).toBe(invalidated);
    const published = async () => {
      const keys = await Promise.all(
        serversOf(redis).map(server => server.keys(`av${FORMAT}:g:repeated:*`).catch(() => [])),
      );
      return keys.flat().length;
    };
    expect(await published()).toBeLessThan(HOTELS.length);
    await cluster?.nodes[0]?.restart();
    await expect
      .poll(async () => {
        clock.advance(1_000);
        await node.search([`htl_${clock.monotonicMs()}`]);
        return published();
      })
      .toBe(HOTELS.length);
  });
});
