/** The cache of one process. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type CacheNode,
  type CountedSupplier,
  cacheNode,
  countedSupplier,
  STAY,
  soldAnswer,
  soldHotel,
  TODAY,
} from '../../../../test/cache-under-test.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { addDays } from '../../../platform/time/civil-date.ts';
import { QuoteDrift } from './quote-drift.ts';

const MINUTE_MS = 60_000;
const BROKEN = { kind: 'FAILED', cause: 'SERVER' } as const;

let clock: ManualClock;
let company: CountedSupplier;
let node: CacheNode;
beforeEach(() => {
  clock = new ManualClock(Date.parse(TODAY));
  company = countedSupplier();
  node = cacheNode(clock, company);
});

const settled = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)));

test('who asks the same is answered without a call, with the time of the fetch', async () => {
  const [live] = await node.parts(['htl_1']);
  clock.advance(MINUTE_MS);
  const [kept] = await node.parts(['htl_1']);
  expect(kept).toEqual({ ...live, isCached: true });
  expect(kept?.fetchedAtMs).toBe(Date.parse(TODAY));
  expect(company.asked).toEqual([['htl_1']]);
});

test('whatever the answer depends on makes another question, and nothing else does', async () => {
  await node.search(['htl_1']);
  const { market, occupancies } = STAY;
  const [occupancy] = occupancies as [(typeof occupancies)[number]];
  const one = soldHotel('htl_1');
  const others = [
    { provider: { ...company.provider, account: 'org_a' } },
    { provider: { ...company.provider, account: 'org_b' } },
    { provider: { ...company.provider, code: 'test-2' } },
    { provider: { ...company.provider, supplier: { ...company.supplier, kind: 'LIVE' as const } } },
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
  for (const [i, question] of others.entries()) {
    for (const _ of [1, 2]) await node.search(['htl_1'], question);
    expect(company.asked).toHaveLength(i + 2);
  }
  const asked = company.asked.length;
  const same = [
    { provider: { ...company.provider, preference: 7, timeoutMs: 900 } },
    { stay: { ...STAY, market: { ...market, language: 'de' } } },
    { hotels: [{ ...one, rooms: [...one.rooms] }] },
    { timeLeftMs: 5_000 },
  ];
  for (const question of same) await node.search(['htl_1'], question);
  expect(company.asked).toHaveLength(asked);
});

test('the language counts where the supplier answers in it', async () => {
  company = countedSupplier({ byLanguage: true });
  node = cacheNode(clock, company);
  await node.search(['htl_1']);
  await node.search(['htl_1'], { stay: { ...STAY, market: { ...STAY.market, language: 'de' } } });
  expect(company.asked).toHaveLength(2);
});

test('only what is missing goes out, in calls of the size the supplier takes and so many at a time', async () => {
  let [running, most] = [0, 0];
  company = countedSupplier({ batchSize: 3, maxConcurrentCalls: 2 });
  company.say(async ({ hotels }) => {
    most = Math.max(most, ++running);
    await settled();
    running -= 1;
    return { kind: 'OK', value: soldAnswer(hotels.map(({ hotelId }) => hotelId)) };
  });
  node = cacheNode(clock, company);
  await node.search(['a', 'b']);
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const found = await node.search(ids);
  expect(company.asked).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
    ['f', 'g', 'h'],
    ['i', 'j'],
  ]);
  expect(most).toBe(2);
  expect(Object.keys(found).sort()).toEqual(ids);
  expect([found.a, found.c]).toEqual(['10000 kept', '10000']);
});

describe('age', () => {
  const soft = 60 * MINUTE_MS;

  test('a stale answer is shown and fetched again once, for all who ask', async () => {
    await node.search(['htl_1']);
    company.say(async () => ({ kind: 'OK', value: soldAnswer(['htl_1'], 12_000) }));
    clock.advance(soft);
    for (const _ of [1, 2, 3]) expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000 kept' });
    await settled();
    expect(await node.search(['htl_1'])).toEqual({ htl_1: '12000 kept' });
    expect(company.asked).toHaveLength(2);
  });

  test('a supplier that fails meanwhile is left alone for a while, and the answer is shown to its end', async () => {
    await node.search(['htl_1']);
    company.say(async () => BROKEN);
    clock.advance(soft);
    for (let i = 0; i < 10; i++) {
      expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000 kept' });
      await settled();
    }
    expect(company.asked).toHaveLength(2);
    clock.advance(3 * soft - 1);
    expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000 kept' });
    await settled();
    clock.advance(1);
    expect(await node.search(['htl_1'])).toEqual({ htl_1: 'SERVER' });
  });

  test('nothing is fetched in the background while there is no room for it', async () => {
    let hasRoom = false;
    node = cacheNode(clock, company, { mayRefresh: () => hasRoom });
    await node.search(['htl_1']);
    clock.advance(soft);
    expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000 kept' });
    await settled();
    expect(company.asked).toHaveLength(1);
    hasRoom = true;
    await node.search(['htl_1']);
    await settled();
    expect(company.asked).toHaveLength(2);
  });

  test('a calendar that is set back makes nothing younger', async () => {
    await node.search(['htl_1']);
    clock.advance(4 * soft - 1);
    clock.stepCalendar(-24 * 3_600_000);
    expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000 kept' });
    await settled();
    node = cacheNode(clock, company);
    await node.search(['htl_2']);
    clock.stepCalendar(-24 * 3_600_000);
    clock.advance(4 * soft);
    expect(await node.search(['htl_2'])).toEqual({ htl_2: '10000' });
  });

  test('stopping ends what is fetched in the background', async () => {
    await node.search(['htl_1']);
    company.say(() => new Promise(() => {}));
    clock.advance(soft);
    await node.search(['htl_1']);
    await settled();
    expect(company.asked).toHaveLength(2);
    await node.cache.stop();
  });
});

describe('without an offer', () => {
  test('that there is none is kept for ten minutes', async () => {
    company.say(async () => ({
      kind: 'OK',
      value: { hotels: [], unavailable: [{ hotelId: 'htl_1', reason: 'SOLD_OUT' }] },
    }));
    for (const _ of [1, 2]) await node.search(['htl_1', 'htl_2']);
    expect(await node.search(['htl_1', 'htl_2'])).toEqual({ htl_1: 'SOLD_OUT kept', htl_2: 'none kept' });
    expect(company.asked).toHaveLength(1);
    clock.advance(10 * MINUTE_MS);
    await node.search(['htl_1']);
    expect(company.asked).toHaveLength(2);
  });

  test('one reason for a whole call is one for each of its hotels', async () => {
    company.say(async () => ({ kind: 'NONE', reason: 'STOP_SELL' }));
    await node.search(['htl_1', 'htl_2']);
    expect(await node.search(['htl_2'])).toEqual({ htl_2: 'STOP_SELL kept' });
  });

  test.each([
    BROKEN,
    { kind: 'FAILED', cause: 'TIMEOUT' },
    { kind: 'THROTTLED', retryAtMs: 0 },
    { kind: 'UNSUPPORTED' },
    { kind: 'GONE' },
  ] as const)('$kind is asked again', async outcome => {
    company.say(async () => outcome);
    for (const _ of [1, 2]) await node.search(['htl_1']);
    expect(company.asked).toHaveLength(2);
  });
});

describe('at once', () => {
  test('a hundred searches with overlapping hotels ask for each hotel once', async () => {
    company.say(async ({ hotels }) => {
      await settled();
      return { kind: 'OK', value: soldAnswer(hotels.map(({ hotelId }) => hotelId)) };
    });
    const ids = Array.from({ length: 30 }, (_, i) => `htl_${i}`);
    const searches = Array.from({ length: 100 }, (_, i) => ids.slice(i % 20, (i % 20) + 10));
    const found = await Promise.all(searches.map(each => node.search(each)));
    expect(found.map(each => Object.keys(each).sort())).toEqual(searches.map(each => each.toSorted()));
    expect(company.asked.flat().sort()).toEqual([...new Set(searches.flat())].sort());
  });

  test('one who goes away takes nobody with it', async () => {
    const leaving = new AbortController();
    company.say(() => new Promise(() => {}));
    const first = node.search(['htl_1'], { signal: leaving.signal });
    await settled();
    const second = node.search(['htl_1']);
    await settled();
    expect(company.asked).toHaveLength(1);
    company.say(async () => ({ kind: 'OK', value: soldAnswer(['htl_1']) }));
    leaving.abort();
    expect(await first).toEqual({ htl_1: 'TIMEOUT' });
    expect(await second).toEqual({ htl_1: '10000' });
  });

  test('nobody waits for another beyond the own deadline', async () => {
    company.say(() => new Promise(() => {}));
    const patient = node.search(['htl_1']);
    await settled();
    const hasty = node.search(['htl_1'], { timeLeftMs: 800 });
    await settled();
    clock.advance(500);
    expect(await hasty).toEqual({ htl_1: 'TIMEOUT' });
    clock.advance(1_500);
    expect(await patient).toEqual({ htl_1: 'TIMEOUT' });
    expect(company.asked).toHaveLength(1);
  });

  test('a failure is told to all who waited, and the supplier is not stormed', async () => {
    company.say(async () => {
      await settled();
      return BROKEN;
    });
    const found = await Promise.all(Array.from({ length: 50 }, () => node.search(['htl_1'])));
    expect(new Set(found.map(({ htl_1 }) => htl_1))).toEqual(new Set(['SERVER']));
    expect(company.asked).toHaveLength(1);
  });
});

describe('a quote', () => {
  test('that differs ends what is kept of the hotel, for every stay, and of no other', async () => {
    const later = { stay: { ...STAY, checkIn: addDays(STAY.checkIn, 1) } };
    await node.search(['htl_1', 'htl_2']);
    await node.search(['htl_1'], later);
    clock.advance(1);
    node.cache.quoted(company.provider, soldHotel('htl_1'), false);
    await node.search(['htl_1']);
    expect(company.asked).toHaveLength(2);
    node.cache.quoted(company.provider, soldHotel('htl_1'), true);
    clock.advance(1);
    expect(await node.search(['htl_1', 'htl_2'])).toEqual({ htl_1: '10000', htl_2: '10000 kept' });
    await node.search(['htl_1'], later);
    expect(company.asked.slice(2)).toEqual([['htl_1'], ['htl_1']]);
    expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000 kept' });
  });

  test('that differs also ends what was asked for before it and came after it', async () => {
    const { promise, resolve } = Promise.withResolvers<{
      kind: 'OK';
      value: ReturnType<typeof soldAnswer>;
    }>();
    company.say(() => promise);
    const search = node.search(['htl_1']);
    await settled();
    node.cache.quoted(company.provider, soldHotel('htl_1'), true);
    clock.advance(1);
    resolve({ kind: 'OK', value: soldAnswer(['htl_1']) });
    expect(await search).toEqual({ htl_1: '10000' });
    await node.search(['htl_1']);
    expect(company.asked).toHaveLength(2);
  });

  test('lives shrink with the share of quotes that differ, down to a tenth', () => {
    const drift = new QuoteDrift();
    for (let i = 0; i < 19; i++) drift.add('a', true);
    expect(drift.shrinkOf('a')).toBe(1);
    for (let i = 0; i < 1_000; i++) drift.add('a', i % 20 === 0);
    expect(drift.shrinkOf('a')).toBeGreaterThan(0.3);
    expect(drift.shrinkOf('a')).toBeLessThan(0.5);
    for (let i = 0; i < 500; i++) drift.add('a', true);
    expect(drift.shrinkOf('a')).toBe(0.1);
    for (let i = 0; i < 2_000; i++) drift.add('a', false);
    expect([drift.shrinkOf('a'), drift.shrinkOf('b')]).toEqual([1, 1]);
  });
});

test('what is kept stays within its bytes, and the least used goes first', async () => {
  node = cacheNode(clock, company, { maxBytes: 20_000 });
  const ids = Array.from({ length: 100 }, (_, i) => `htl_${i}`);
  for (const id of ids) {
    await node.search([id]);
    await node.search(['htl_0']);
  }
  const asked = company.asked.length;
  expect(await node.search(['htl_0', 'htl_99'])).toEqual({ htl_0: '10000 kept', htl_99: '10000 kept' });
  expect(company.asked).toHaveLength(asked);
  expect(await node.search(['htl_1'])).toEqual({ htl_1: '10000' });
});
