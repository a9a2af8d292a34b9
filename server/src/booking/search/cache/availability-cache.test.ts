import { beforeEach, expect, test } from 'vitest';
import {
  type CacheNode,
  type CountedSupplier,
  cacheNode,
  countedSupplier,
  STAY,
  soldHotel,
  soldResult,
  TODAY,
} from '../../../../test/cache-under-test.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { addDays } from '../../../platform/time/civil-date.ts';

const MINUTE_MS = 60_000;
const BROKEN = { kind: 'FAILED', cause: 'SERVER' } as const;

let clock: ManualClock;
let counted: CountedSupplier;
let node: CacheNode;
beforeEach(() => {
  clock = new ManualClock(Date.parse(TODAY));
  counted = countedSupplier();
  node = cacheNode(clock, counted);
});

const settled = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)));

test('a repeated search calls no supplier and returns the time when the result was fetched', async () => {
  const [live] = await node.parts(['htl_1']);
  clock.advance(MINUTE_MS);
  const [cached] = await node.parts(['htl_1']);
  expect(cached).toEqual({ ...live, isCached: true, prepared: { onKept: expect.any(Function) } });
  expect(cached?.fetchedAtMs).toBe(Date.parse(TODAY));
  expect(counted.calls).toEqual([['htl_1']]);
});

test('the cache key contains everything that a result depends on and nothing else', async () => {
  await node.search(['htl_1']);
  const { market, occupancies } = STAY;
  const [occupancy] = occupancies as [(typeof occupancies)[number]];
  const one = soldHotel('htl_1');
  const others = [
    { provider: { ...counted.provider, account: 'org_a' } },
    { provider: { ...counted.provider, account: 'org_b' } },
    { provider: { ...counted.provider, code: 'test-2' } },
    { provider: { ...counted.provider, supplier: { ...counted.supplier, kind: 'LIVE' as const } } },
    { stay: { ...STAY, checkIn: addDays(STAY.checkIn, -1) } },
    { stay: { ...STAY, checkOut: addDays(STAY.checkOut, 1) } },
    { stay: { ...STAY, occupancies: [{ adults: 1, childAges: [] }] } },
    { stay: { ...STAY, occupancies: [{ adults: 2, childAges: [7] }] } },
    { stay: { ...STAY, occupancies: [occupancy, { adults: 1, childAges: [] }] } },
    { stay: { ...STAY, occupancies: [{ adults: 1, childAges: [] }, occupancy] } },
    { stay: { ...STAY, market: { ...market, nationality: 'FR' } } },
    { stay: { ...STAY, market: { ...market, currency: 'USD' } } },
    { hotels: [soldHotel('htl_2')] },
    {
      hotels: [
        { ...one, rooms: [...one.rooms, { roomCode: 'X', maxTotal: 1, maxAdults: 1, maxChildren: 0 }] },
      ],
    },
  ];
  for (const [i, options] of others.entries()) {
    for (const _ of [1, 2]) await node.search(['htl_1'], options);
    expect(counted.calls).toHaveLength(i + 2);
  }
  const calls = counted.calls.length;
  const same = [
    { provider: { ...counted.provider, preference: 7, timeoutMs: 900 } },
    { stay: { ...STAY, market: { ...market, language: 'de' } } },
    { hotels: [{ ...one, rooms: [...one.rooms] }] },
    { timeLeftMs: 5_000 },
  ];
  for (const options of same) await node.search(['htl_1'], options);
  expect(counted.calls).toHaveLength(calls);
});

test("the cache key contains the language if the supplier's results depend on it", async () => {
  counted = countedSupplier({ byLanguage: true });
  node = cacheNode(clock, counted);
  await node.search(['htl_1']);
  await node.search(['htl_1'], { stay: { ...STAY, market: { ...STAY.market, language: 'de' } } });
  expect(counted.calls).toHaveLength(2);
});

test("a search fetches only missing hotels, within the supplier's batch size and concurrency limit", async () => {
  let [running, most] = [0, 0];
  counted = countedSupplier({ batchSize: 3, maxConcurrentCalls: 2 });
  counted.respondWith(async ({ hotels }) => {
    most = Math.max(most, ++running);
    await settled();
    running -= 1;
    return { kind: 'OK', value: soldResult(hotels.map(({ hotelId }) => hotelId)) };
  });
  node = cacheNode(clock, counted);
  await node.search(['a', 'b']);
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const found = await node.search(ids);
  expect(counted.calls).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
    ['f', 'g', 'h'],
    ['i', 'j'],
  ]);
  expect(most).toBe(2);
  expect(Object.keys(found).sort()).toEqual(ids);
  expect([found.a, found.c]).toEqual(['10000 cached', '10000']);
});

const soft = 60 * MINUTE_MS;

test('a stale entry is returned and refreshed once for all callers', async () => {
  await node.search(['htl_1']);
  counted.respondWith(async () => ({ kind: 'OK', value: soldResult(['htl_1'], 12_000) }));
  clock.advance(soft);
  for (const _ of [1, 2, 3]) expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000 cached' });
  await settled();
  expect(await node.search(['htl_1'])).toEqual({ htl_1: '12000 cached' });
  expect(counted.calls).toHaveLength(2);
});

test('a failed refresh is not retried for a while, and the entry is returned until it expires', async () => {
  await node.search(['htl_1']);
  counted.respondWith(async () => BROKEN);
  clock.advance(soft);
  for (let i = 0; i < 10; i++) {
    expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000 cached' });
    await settled();
  }
  expect(counted.calls).toHaveLength(2);
  clock.advance(3 * soft - 1);
  expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000 cached' });
  await settled();
  clock.advance(1);
  expect(await node.search(['htl_1'])).toEqual({ htl_1: 'SERVER' });
});

test('no entry is refreshed in the background while there is no capacity', async () => {
  let hasRoom = false;
  node = cacheNode(clock, counted, { mayRefresh: () => hasRoom });
  await node.search(['htl_1']);
  clock.advance(soft);
  expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000 cached' });
  await settled();
  expect(counted.calls).toHaveLength(1);
  hasRoom = true;
  await node.search(['htl_1']);
  await settled();
  expect(counted.calls).toHaveLength(2);
});

test('setting the system clock back does not make cache entries younger', async () => {
  await node.search(['htl_1']);
  clock.advance(4 * soft - 1);
  clock.stepCalendar(-24 * 3_600_000);
  expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000 cached' });
  await settled();
  node = cacheNode(clock, counted);
  await node.search(['htl_2']);
  clock.stepCalendar(-24 * 3_600_000);
  clock.advance(4 * soft);
  expect(await node.search(['htl_2'])).toEqual({ htl_2: '10000' });
});

test('the cache can be stopped while a background refresh hangs', async () => {
  await node.search(['htl_1']);
  counted.respondWith(() => new Promise(() => {}));
  clock.advance(soft);
  await node.search(['htl_1']);
  await settled();
  expect(counted.calls).toHaveLength(2);
  await node.cache.stop();
});

test('results without offers are cached for at most ten minutes', async () => {
  counted.respondWith(async () => ({
    kind: 'OK',
    value: { hotels: [], unavailable: [{ hotelId: 'htl_1', reason: 'SOLD_OUT' }] },
  }));
  for (const _ of [1, 2]) await node.search(['htl_1', 'htl_2']);
  expect(await node.search(['htl_1', 'htl_2'])).toEqual({ htl_1: 'SOLD_OUT cached', htl_2: 'none cached' });
  expect(counted.calls).toHaveLength(1);
  clock.advance(10 * MINUTE_MS);
  await node.search(['htl_1']);
  expect(counted.calls).toHaveLength(2);
});

test('if a provider returns no offers for a whole call, the reason is cached for each hotel', async () => {
  counted.respondWith(async () => ({ kind: 'NONE', reason: 'STOP_SELL' }));
  await node.search(['htl_1', 'htl_2']);
  expect(await node.search(['htl_2'])).toEqual({ htl_2: 'STOP_SELL cached' });
});

test.each([
  BROKEN,
  { kind: 'FAILED', cause: 'TIMEOUT' },
  { kind: 'THROTTLED', retryAtMs: 0 },
  { kind: 'UNSUPPORTED' },
  { kind: 'GONE' },
] as const)('an outcome of the kind $kind is not cached', async outcome => {
  counted.respondWith(async () => outcome);
  for (const _ of [1, 2]) await node.search(['htl_1']);
  expect(counted.calls).toHaveLength(2);
});

test('concurrent searches with overlapping hotels fetch each hotel once', async () => {
  counted.respondWith(async ({ hotels }) => {
    await settled();
    return { kind: 'OK', value: soldResult(hotels.map(({ hotelId }) => hotelId)) };
  });
  const ids = Array.from({ length: 30 }, (_, i) => `htl_${i}`);
  const searches = Array.from({ length: 100 }, (_, i) => ids.slice(i % 20, (i % 20) + 10));
  const found = await Promise.all(searches.map(each => node.search(each)));
  expect(found.map(each => Object.keys(each).sort())).toEqual(searches.map(each => each.toSorted()));
  expect(counted.calls.flat().sort()).toEqual([...new Set(searches.flat())].sort());
});

test('a search continues when the caller that started its fetch stops waiting', async () => {
  const leaving = new AbortController();
  counted.respondWith(() => new Promise(() => {}));
  const first = node.search(['htl_1'], { signal: leaving.signal });
  await settled();
  const second = node.search(['htl_1']);
  await settled();
  expect(counted.calls).toHaveLength(1);
  counted.respondWith(async () => ({ kind: 'OK', value: soldResult(['htl_1']) }));
  leaving.abort();
  expect(await first).toEqual({ htl_1: 'TIMEOUT' });
  expect(await second).toEqual({ htl_1: '10000' });
});

test("a search waits for another caller's fetch only until its own deadline", async () => {
  counted.respondWith(() => new Promise(() => {}));
  const patient = node.search(['htl_1']);
  await settled();
  const hasty = node.search(['htl_1'], { timeLeftMs: 800 });
  await settled();
  clock.advance(500);
  expect(await hasty).toEqual({ htl_1: 'TIMEOUT' });
  clock.advance(1_500);
  expect(await patient).toEqual({ htl_1: 'TIMEOUT' });
  expect(counted.calls).toHaveLength(1);
});

test('concurrent searches share a failure without sending a burst of calls to the supplier', async () => {
  counted.respondWith(async () => {
    await settled();
    return BROKEN;
  });
  const found = await Promise.all(Array.from({ length: 50 }, () => node.search(['htl_1'])));
  expect(new Set(found.map(({ htl_1 }) => htl_1))).toEqual(new Set(['SERVER']));
  expect(counted.calls).toHaveLength(1);
});

test('a quote that differs from the search invalidates all stays at its hotel and at no other hotel', async () => {
  const later = { stay: { ...STAY, checkIn: addDays(STAY.checkIn, 1) } };
  await node.search(['htl_1', 'htl_2']);
  await node.search(['htl_1'], later);
  clock.advance(1);
  node.cache.quoted(counted.provider, soldHotel('htl_1'), false);
  await node.search(['htl_1']);
  expect(counted.calls).toHaveLength(2);
  node.cache.quoted(counted.provider, soldHotel('htl_1'), true);
  clock.advance(1);
  expect(await node.search(['htl_1', 'htl_2'])).toEqual({ htl_1: '10000', htl_2: '10000 cached' });
  await node.search(['htl_1'], later);
  expect(counted.calls.slice(2)).toEqual([['htl_1'], ['htl_1']]);
  expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000 cached' });
});

test('a quote that differs from the search also invalidates a fetch that was in flight at the time', async () => {
  const { promise, resolve } = Promise.withResolvers<{
    kind: 'OK';
    value: ReturnType<typeof soldResult>;
  }>();
  counted.respondWith(() => promise);
  const search = node.search(['htl_1']);
  await settled();
  node.cache.quoted(counted.provider, soldHotel('htl_1'), true);
  clock.advance(1);
  resolve({ kind: 'OK', value: soldResult(['htl_1']) });
  expect(await search).toEqual({ htl_1: '10000' });
  await node.search(['htl_1']);
  expect(counted.calls).toHaveLength(2);
});

test('the cache stays within its size limit and evicts the least recently used entry', async () => {
  node = cacheNode(clock, counted, { maxBytes: 20_000 });
  const ids = Array.from({ length: 100 }, (_, i) => `htl_${i}`);
  for (const id of ids) {
    await node.search([id]);
    await node.search(['htl_0']);
  }
  const calls = counted.calls.length;
  expect(await node.search(['htl_0', 'htl_99'])).toEqual({ htl_0: '10000 cached', htl_99: '10000 cached' });
  expect(counted.calls).toHaveLength(calls);
  expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000' });
});
