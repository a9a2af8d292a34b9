import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STAY } from '../../../test/booking-app.ts';
import { startRedis } from '../../../test/redis.ts';
import { CITY_HOTELS } from '../../../test/search-app.ts';
import { type Sent, type ThreadedApp, threadedApp } from '../../../test/threaded-app.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { connectRedis } from '../../platform/redis.ts';

const BOARDS = '/content/hotels/v1/boards';
const SEARCH = '/connect/hotels/v1/availability';
const LIMITS = { perMinute: 40, perHour: 1_000, perDay: 1_000 };

const redis = await startRedis();
afterAll(() => redis?.stop());

describe.skipIf(redis === undefined)('two threads with Redis', () => {
  let booking: ThreadedApp;
  beforeAll(async () => {
    booking = await threadedApp({ REDIS_URL: redis?.url, SERAI_TEST_PROVIDER_CACHE: 'shared' });
  });
  afterAll(() => booking.close());

  test('a thread uses search results that another thread has cached in Redis', async () => {
    const body = { ...STAY, hotelIds: CITY_HOTELS.slice(0, 1) };
    const sourcesOf = ({ json }: Sent): (string | undefined)[] =>
      json.providers
        .filter(({ code }: { code: string }) => code.startsWith('test-'))
        .map(({ source }: { source?: string }) => source);
    const first = await booking.send(SEARCH, body);
    expect(new Set(sourcesOf(first))).toEqual(new Set(['LIVE']));
    // The first thread writes to Redis after it has responded.
    const looking = connectRedis(redis?.url as string, quietLog);
    await expect
      .poll(async () => (await looking.keys('av*:e:*').catch(() => [])).length)
      .toBe(sourcesOf(first).length);
    looking.disconnect();
    const before = await booking.sumInWorker('serai_requests_total');
    const found = await booking.sendMany(32, SEARCH, body);
    expect(new Set(found.flatMap(sourcesOf))).toEqual(new Set(['CACHE']));
    const byWorker = (await booking.sumInWorker('serai_requests_total')) - before;
    expect(byWorker).toBeGreaterThan(0);
    expect(byWorker).toBeLessThan(32);
  });

  test('two threads that have lost Redis together admit no more than the rate limit of a key', async () => {
    const { secret } = await booking.app.createKey({ limits: LIMITS });
    await redis?.kill();
    const sent = await booking.sendMany(120, BOARDS, {}, secret);
    const admitted = sent.filter(({ status }) => status === 200).length;
    expect(admitted).toBeGreaterThan(0);
    expect(admitted).toBeLessThanOrEqual(40);
    expect(sent.every(({ status }) => status === 200 || status === 429)).toBe(true);
    await redis?.restart();
  });
});
