import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CITY_HOTELS,
  hotelIdsOf,
  LIVE_HOTEL,
  offersOf,
  providersOf,
  reasonsOf,
  type SearchApp,
  searchApp,
} from '../../../test/search-app.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';

let search: SearchApp;
const [FIRST] = CITY_HOTELS as [string];
const codesOf = (answer: HttpAnswer) => providersOf(answer).map(({ code }) => code);

beforeAll(async () => {
  search = await searchApp();
});
afterAll(() => search.close());

describe('test mode', () => {
  it('test mode is on for a sandbox key, whether testMode is true or omitted', async () => {
    for (const settings of [{}, { testMode: true }]) {
      const answer = await search.find({ hotelIds: [FIRST], settings });
      const { environment, testMode } = answer.json.meta;
      expect([answer.status, environment, testMode]).toEqual([200, 'sandbox', true]);
      expect(codesOf(answer)).toEqual(['test-1', 'test-2', 'test-3']);
    }
  });

  it('disabling test mode with a sandbox key returns 403 with only an error code and message', async () => {
    const { status, json } = await search.find({ settings: { testMode: false } });
    expect(status).toBe(403);
    expect(json).toEqual({ error: { code: 'FORBIDDEN', message: expect.any(String) } });
  });

  it('a production key in test mode sees the hotels and providers of the sandbox', async () => {
    const hotelIds = [FIRST, LIVE_HOTEL];
    const answer = await search.find({ hotelIds, settings: { testMode: true } }, search.liveKey);
    expect(answer.json.meta).toMatchObject({ environment: 'production', testMode: true });
    expect(hotelIdsOf(answer)).toEqual([FIRST]);
    expect(reasonsOf(answer)).toEqual({ [LIVE_HOTEL]: 'HOTEL_INACTIVE' });
    expect(codesOf(answer)).toEqual(['test-1', 'test-2', 'test-3']);
  });

  it('a production key outside test mode reaches no test providers and finds no sandbox hotels', async () => {
    const hotelIds = [FIRST, LIVE_HOTEL];
    for (const settings of [{}, { testMode: false }]) {
      const answer = await search.find({ hotelIds, settings, include: ['unavailable'] }, search.liveKey);
      expect([answer.status, answer.json.meta.testMode]).toEqual([200, false]);
      expect(codesOf(answer)).toEqual([]);
      expect(hotelIdsOf(answer)).toEqual([]);
      expect(reasonsOf(answer)).toHaveProperty(FIRST, 'HOTEL_INACTIVE');
    }
  });
});

describe('auditTransactions', () => {
  const AUDIT = { auditTransactions: true };

  const TEST_CODES = ['test-1', 'test-2', 'test-3'];
  const exchangesOf = ({ json }: HttpAnswer) =>
    json.audit.transactions.filter(({ provider }: { provider: string }) => TEST_CODES.includes(provider));

  it('auditTransactions returns one exchange per provider with its request and response', async () => {
    const answer = await search.find({ hotelIds: [FIRST], settings: AUDIT });
    const exchanges = exchangesOf(answer);
    expect(exchanges.map(({ provider }: { provider: string }) => provider).toSorted()).toEqual(TEST_CODES);
    for (const exchange of exchanges) {
      expect(exchange).toMatchObject({ operation: 'search', attempt: 1, outcome: 'OK' });
      expect(JSON.parse(exchange.request.body).hotels).toEqual([FIRST]);
      expect(JSON.parse(exchange.response.body).kind).toBe('OK');
    }
    expect(answer.json).not.toHaveProperty('warnings');
  });

  it('auditTransactions returns a null response for a provider that timed out', async () => {
    const { json } = await search.find({
      hotelIds: [FIRST],
      settings: { ...AUDIT, scenario: 'avail.partial', timeout: 1_000 },
    });
    const silent = json.audit.transactions.find(
      ({ provider }: { provider: string }) => provider === 'test-2',
    );
    expect(silent).toMatchObject({ outcome: 'FAILED', response: null });
  });

  it('a search omits the audit unless auditTransactions is set', async () => {
    expect((await search.find({ hotelIds: [FIRST] })).json).not.toHaveProperty('audit');
  });

  it('auditTransactions works for a production key in test mode and returns a warning outside it', async () => {
    const rehearsed = await search.find(
      { hotelIds: [FIRST], settings: { ...AUDIT, testMode: true } },
      search.liveKey,
    );
    expect(exchangesOf(rehearsed)).toHaveLength(3);
    const { status, json } = await search.find({ hotelIds: [LIVE_HOTEL], settings: AUDIT }, search.liveKey);
    expect(status).toBe(200);
    expect(json).not.toHaveProperty('audit');
    expect(json.warnings).toEqual([{ code: 'AUDIT_NOT_PERMITTED', message: expect.any(String) }]);
  });

  it('audited bodies of more than 256 KiB are truncated and marked as truncated', async () => {
    const settings = { ...AUDIT, scenario: 'avail.huge' };
    const hotelIds = ['htl_sandbox_avail_huge'];
    const exchanges = exchangesOf(await search.find({ hotelIds, maxOffersPerHotel: 1, settings }));
    expect(exchanges).toHaveLength(3);
    for (const { response } of exchanges) {
      expect(response.truncated).toBe(true);
      expect(Buffer.byteLength(response.body)).toBeLessThanOrEqual(256 * 1024);
    }
  });
});

describe('settings.scenario', () => {
  const refusal = async (settings: object, key?: string) => {
    const { status, json } = await search.find({ hotelIds: [FIRST], settings }, key);
    return [status, json.error.code];
  };
  const NOT_ALLOWED = [400, 'SCENARIO_NOT_ALLOWED'];

  it.each(SCENARIOS.filter(({ operation }) => operation !== 'availability' && operation !== 'any'))(
    'availability rejects the scenario $name, which belongs to $operation',
    async ({ name }) => expect(await refusal({ scenario: name })).toEqual(NOT_ALLOWED),
  );

  it.each(['nonsense', 'OK', 'avail', 'constructor'])(
    'availability rejects the unknown scenario %s',
    async scenario => {
      expect(await refusal({ scenario })).toEqual(NOT_ALLOWED);
    },
  );

  it('scenarios are rejected outside test mode and accepted from a production key in test mode', async () => {
    expect(await refusal({ scenario: 'avail.none' }, search.liveKey)).toEqual(NOT_ALLOWED);
    const settings = { scenario: 'avail.none', testMode: true };
    const { status, json } = await search.find({ hotelIds: [FIRST], settings }, search.liveKey);
    expect([status, json.hotels]).toEqual([200, []]);
  });

  it('the scenario limit.429 returns 429 with Retry-After and only an error code and message', async () => {
    const { status, headers, json } = await search.find({ settings: { scenario: 'limit.429' } });
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('1');
    expect(json).toEqual({
      error: { code: 'RATE_LIMIT_EXCEEDED', message: expect.stringContaining('1 second') },
    });
  });

  it('requests with the scenario limit.429 count towards the daily rate limit of the key', async () => {
    const limits = { perMinute: 100, perHour: 100, perDay: 5 };
    const { secret } = await search.app.createKey({ limits });
    const forced = { settings: { scenario: 'limit.429' } };
    const remaining: (string | null)[] = [];
    for (let sent = 0; sent < 8; sent++) {
      const { status, headers } = await search.find(forced, secret);
      expect(status).toBe(429);
      remaining.push(/"day";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1] ?? null);
    }
    expect(remaining).toEqual(['4', '3', '2', '1', '0', '0', '0', '0']);
    const { status, headers } = await search.find({ hotelIds: [FIRST] }, secret);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3600);
  });

  it('the scenario error.500 returns 500, and error.503 returns 503 with Retry-After', async () => {
    expect(await refusal({ scenario: 'error.500' })).toEqual([500, 'INTERNAL_ERROR']);
    const { status, headers, json } = await search.find({ settings: { scenario: 'error.503' } });
    expect([status, json.error.code, json.error.retryable]).toEqual([503, 'SERVICE_UNAVAILABLE', true]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each(['webhook.flaky', 'webhook.duplicate'])(
    'the scenario %s does not affect a search',
    async scenario => {
      const answer = await search.find({ hotelIds: [FIRST], settings: { scenario } });
      expect([answer.status, offersOf(answer).length > 0]).toEqual([200, true]);
    },
  );
});

it('a search returns 403 when the key lacks the scope hotels:search', async () => {
  const scopes = SCOPE_NAMES.filter(scope => scope !== 'hotels:search');
  const { secret } = await search.app.createKey({ scopes });
  const { status, json } = await search.find({}, secret);
  expect([status, json.error.code]).toEqual([403, 'FORBIDDEN']);
});

it('a search writes nothing to the database apart from logs, usage counts and statistics', async () => {
  const { ownerDb } = search.app.database;
  // The gateway and background jobs write these tables.
  const gateway = 'request_log|usage_minute|usage_hour|limiter_snapshot|api_key_last_use';
  const jobs = 'node|job|provider_calls|provider_watch|provider_failure|provider_error|hotels_told|notice';
  const others = `^(${gateway}|${jobs})`;
  const rowsOfAll = () => ownerDb<{ name: string; rows: string }[]>`
    SELECT relname AS name,
      query_to_xml(format('SELECT count(*), max(xmin::text::bigint) FROM %I', relname), true, true, '')::text AS rows
    FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname !~ ${others}
    ORDER BY 1`;
  const before = await rowsOfAll();
  expect(before.map(({ name }) => name)).toContain('quote');
  for (let i = 0; i < 3; i++) {
    expect((await search.find({ include: ['nightly', 'unavailable'] })).status).toBe(200);
  }
  expect((await rowsOfAll()).filter((table, i) => table.rows !== before[i]?.rows)).toEqual([]);
  const [first] = offersOf(await search.find());
  await search.call('prebooking', { offerId: first.offerId });
  expect(await rowsOfAll()).not.toEqual(before);
});
