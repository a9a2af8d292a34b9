import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { countedSupplier, STAY, soldResult } from '../../../../test/cache-under-test.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { type RedisForTest, startRedis } from '../../../../test/redis.ts';
import { quietLog } from '../../../platform/database/database-log.ts';
import { connectRedis } from '../../../platform/redis.ts';
import type { SearchResult } from '../../port/supplier.ts';
import type { Provider } from '../../provider.ts';
import { SharedTokens } from './shared-tokens.ts';
import { SupplierTokens } from './supplier-tokens.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const { provider } = countedSupplier();

const clock = new ManualClock(NOW_MS);
beforeEach(() => clock.advance(24 * 60 * MINUTE_MS));

/** A result with one offer per token. The rate key is the token's number. */
function resultWith(
  hotelId: string,
  tokens: readonly (string | undefined)[],
  endsAfterMs?: number,
): SearchResult {
  const [hotel] = soldResult([hotelId]).hotels;
  const offers = tokens.map((text, i) => ({
    ...(hotel?.offers[0] as NonNullable<typeof hotel>['offers'][number]),
    rateKey: `r${i}`,
    ...(text !== undefined && { tokens: text }),
    ...(endsAfterMs !== undefined && { tokensEndAtMs: clock.nowMs() + endsAfterMs }),
  }));
  return { hotels: [{ hotelId, offers }], unavailable: [] };
}

const open = (maxBytes = 1_000_000) => new SupplierTokens({ clock, maxBytes });

test('tokens are removed from the offers of a search and found again by account, stay, hotel and rate key', async () => {
  const tokens = open();
  const result = resultWith('htl_1', ['one', undefined, 'three'], 20 * MINUTE_MS);
  const bare = tokens.take(provider, STAY, result);
  expect(JSON.stringify(bare)).not.toMatch(/one|three|tokens/);
  expect(bare.hotels[0]?.offers.map(({ rateKey }) => rateKey)).toEqual(['r0', 'r1', 'r2']);

  expect(await tokens.find(provider, STAY, 'htl_1', 'r0')).toBe('one');
  expect(await tokens.find(provider, STAY, 'htl_1', 'r2')).toBe('three');
  const account: Provider = { ...provider, account: 'con_1' };
  const others: Parameters<SupplierTokens['find']>[] = [
    [provider, STAY, 'htl_1', 'r1'],
    [provider, STAY, 'htl_2', 'r0'],
    [account, STAY, 'htl_1', 'r0'],
    [provider, { ...STAY, checkOut: '2026-02-20' }, 'htl_1', 'r0'],
    [provider, { ...STAY, market: { ...STAY.market, nationality: 'FR' } }, 'htl_1', 'r0'],
  ];
  for (const other of others) expect(await tokens.find(...other)).toBeUndefined();
});

test('a search result without tokens is returned unchanged', () => {
  const result = soldResult(['htl_1']);
  expect(open().take(provider, STAY, result)).toBe(result);
});

test('tokens expire at the time that the supplier states, and after an hour if it states none', async () => {
  const tokens = open();
  tokens.take(provider, STAY, resultWith('htl_1', ['short'], 10 * MINUTE_MS));
  tokens.take(provider, STAY, resultWith('htl_2', ['long']));
  tokens.take(provider, STAY, resultWith('htl_3', ['over'], 0));
  expect(await tokens.find(provider, STAY, 'htl_3', 'r0')).toBeUndefined();
  clock.advance(10 * MINUTE_MS - 1);
  expect(await tokens.find(provider, STAY, 'htl_1', 'r0')).toBe('short');
  clock.advance(1);
  expect(await tokens.find(provider, STAY, 'htl_1', 'r0')).toBeUndefined();
  expect(await tokens.find(provider, STAY, 'htl_2', 'r0')).toBe('long');
  clock.advance(50 * MINUTE_MS);
  expect(await tokens.find(provider, STAY, 'htl_2', 'r0')).toBeUndefined();
});

test('when the byte limit is reached, the least recently used tokens are evicted', async () => {
  const tokens = open(10_000);
  const long = 'x'.repeat(3_000);
  for (const hotelId of ['htl_1', 'htl_2', 'htl_3', 'htl_4']) {
    tokens.take(provider, STAY, resultWith(hotelId, [long]));
  }
  expect(await tokens.find(provider, STAY, 'htl_1', 'r0')).toBeUndefined();
  expect(await tokens.find(provider, STAY, 'htl_4', 'r0')).toBe(long);
});

describe('tokens in Redis', async () => {
  const started: RedisForTest | undefined = await startRedis();
  const connections: Redis[] = [];
  afterAll(async () => {
    for (const connection of connections) connection.disconnect();
    await started?.stop();
  });

  async function node(isFull = () => false): Promise<SupplierTokens> {
    const redis = connectRedis(started?.url ?? '', quietLog);
    connections.push(redis);
    await once(redis, 'ready');
    return new SupplierTokens({
      clock,
      maxBytes: 1_000_000,
      shared: new SharedTokens({ redis, clock, isFull }),
    });
  }

  test.skipIf(!started)('tokens found by one process can be used by another until they expire', async () => {
    const [a, b] = [await node(), await node()];
    a.take(provider, STAY, resultWith('htl_1', ['one', 'two words'], 10 * MINUTE_MS));
    await expect.poll(() => b.find(provider, STAY, 'htl_1', 'r1')).toBe('two words');
    expect(await b.find(provider, STAY, 'htl_1', 'r7')).toBeUndefined();
    clock.advance(10 * MINUTE_MS);
    expect(await b.find(provider, STAY, 'htl_1', 'r0')).toBeUndefined();
  });

  test.skipIf(!started)('a newer search replaces all tokens of a hotel', async () => {
    const [a, b] = [await node(), await node()];
    a.take(provider, STAY, resultWith('htl_2', ['old', 'gone'], 10 * MINUTE_MS));
    await expect.poll(() => b.find(provider, STAY, 'htl_2', 'r0')).toBe('old');
    a.take(provider, STAY, resultWith('htl_2', ['new'], 10 * MINUTE_MS));
    await expect.poll(() => b.find(provider, STAY, 'htl_2', 'r0')).toBe('new');
    expect(await b.find(provider, STAY, 'htl_2', 'r1')).toBeUndefined();
  });

  test.skipIf(!started)(
    'no tokens are written to Redis while it is full, or for suppliers that opt out of sharing',
    async () => {
      const [full, a, b] = [await node(() => true), await node(), await node()];
      const unshared = countedSupplier({ isShared: false }).provider;
      full.take(provider, STAY, resultWith('htl_3', ['one']));
      a.take(unshared, STAY, resultWith('htl_4', ['one']));
      a.take(provider, STAY, resultWith('htl_5', ['one']));
      await expect.poll(() => b.find(provider, STAY, 'htl_5', 'r0')).toBe('one');
      expect(await b.find(provider, STAY, 'htl_3', 'r0')).toBeUndefined();
      expect(await b.find(unshared, STAY, 'htl_4', 'r0')).toBeUndefined();
    },
  );
});
