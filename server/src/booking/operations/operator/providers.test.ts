import type { listProviders } from '@serai/contract/account/providers.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { callOperator } from '../../../../test/call-operator.ts';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { scriptedSupplier } from '../../../../test/scripted-supplier.ts';
import { createLog } from '../../../platform/log.ts';
import { createSeal } from '../../../platform/secrets/seal.ts';
import type { Supplier } from '../../port/supplier.ts';
import type { Provider } from '../../provider.ts';
import { LiveProviders } from '../../providers/accounts/live-providers.ts';
import { ProviderCalls } from '../../providers/call-provider.ts';
import { providersList } from './providers.ts';

const START_MS = Date.parse('2027-01-10T12:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

let clock: ManualClock;
let calls: ProviderCalls;
let isUp: boolean;
let live: Provider;

beforeEach(() => {
  clock = new ManualClock(START_MS);
  calls = new ProviderCalls({ clock, log: createLog('silent') });
  isUp = true;
  const supplier: Supplier = {
    ...scriptedSupplier(),
    kind: 'LIVE',
    search: async () =>
      isUp ? { kind: 'OK', value: { hotels: [], unavailable: [] } } : { kind: 'FAILED', cause: 'SERVER' },
    quote: async () => ({ kind: 'GONE' }),
  };
  live = { code: 'own', preference: 20, supplier };
});

// biome-ignore lint/suspicious/noExplicitAny: the scripted supplier ignores the request
const NO_REQUEST = {} as any;
const search = () => calls.search({ provider: live, testMode: false }, NO_REQUEST);
const quote = () => calls.quote({ provider: live, testMode: false }, NO_REQUEST);

function list(input: object = {}) {
  const test = (code: string, preference: number) => ({ code, preference, supplier: scriptedSupplier() });
  const providers = new LiveProviders({
    db: database.db,
    clock,
    log: createLog('silent'),
    seal: createSeal(Buffer.alloc(32)),
    factories: {},
    builtIn: [test('test-2', 30), live, test('test-1', 10)],
  });
  const handler = providersList({
    providers,
    calls,
    cursorKey: Buffer.alloc(32),
    startedAtMs: START_MS,
    connections: { db: database.db },
    listDeliveries: async () => [],
    listMissedEvents: async () => [],
    timeZone: async () => 'UTC',
    listAuditEntries: async () => [],
    isStaff: async () => true,
  } as never);
  return callOperator<z.output<typeof listProviders.output>>(database, handler, 'org_a', input);
}
const health = async () => (await list({ environment: 'production' })).providers[0]?.health;

const SHARED = ['textLanguages', 'perMinute', 'perDay', 'baseUrl', 'timeoutMs'];
const RAPID = [
  ...['ratesPerHotel', 'salesChannel', 'usesNetRates', 'serverIp', 'contactEmail'],
  ...['billingTerms', 'paymentTerms', 'partnerPointOfSale', 'platformName'],
];

test('providers/list shows every provider with its environment, ordered by preference', async () => {
  const { providers, adapters } = await list();
  expect(providers.map(({ name, adapter, environment }) => [name, adapter, environment])).toEqual([
    ['Test provider 1', 'test-provider', 'sandbox'],
    ['Own inventory', 'own-inventory', 'production'],
    ['Test provider 2', 'test-provider', 'sandbox'],
  ]);
  expect(adapters.map(({ adapter, fields }) => [adapter, fields.map(({ name }) => name)])).toEqual([
    ['own-inventory', ['timeoutMs']],
    ['test-provider', ['number', 'timeoutMs']],
    ['liteapi', ['apiKey', 'paymentMethod', 'ratesPerHotel', 'hotelsPerSearch', 'searchSeconds', ...SHARED]],
    ['hotelbeds', ['apiKey', 'secret', 'pathVersion', 'hotelsPerSearch', ...SHARED]],
    ['rapid', ['apiKey', 'secret', ...RAPID, ...SHARED]],
  ]);
  expect((await list({ environment: 'sandbox' })).providers.map(({ name }) => name)).toEqual([
    'Test provider 1',
    'Test provider 2',
  ]);
});

test('providers/list pages without gaps and rejects a cursor from another environment', async () => {
  const first = await list({ page: { limit: 2 } });
  const cursor = first.page.nextCursor as string;
  const second = await list({ page: { limit: 2, cursor } });
  const ids = [...first.providers, ...second.providers].map(({ providerId }) => providerId);
  expect(new Set(ids).size).toBe(3);
  expect(second.page).toEqual({ nextCursor: null, hasMore: false });
  await expect(list({ environment: 'sandbox', page: { cursor } })).rejects.toMatchObject({
    code: 'INVALID_CURSOR',
  });
});

test('provider health changes from UNKNOWN to UP, then to DEGRADED and back to UP with the calls of this process', async () => {
  expect(await health()).toMatchObject({ state: 'UNKNOWN', since: '2027-01-10T12:00:00.000Z' });
  await quote();
  expect(await health()).toMatchObject({ state: 'UP', message: null });

  isUp = false;
  clock.advance(60_000);
  for (let i = 0; i < 30; i++) await search();
  expect(await health()).toEqual({
    state: 'DEGRADED',
    since: '2027-01-10T12:01:00.000Z',
    message: 'Circuit breaker open because most calls failed: search.',
  });

  // After a while, one probe call is let through. Its success closes the circuit breaker.
  isUp = true;
  clock.advance(11_000);
  await search();
  expect(await health()).toMatchObject({ state: 'UP', since: '2027-01-10T12:01:11.000Z' });
});

test('a provider is DOWN when all of its calls fail', async () => {
  isUp = false;
  for (let i = 0; i < 30; i++) await search();
  expect(await health()).toMatchObject({ state: 'DOWN', since: '2027-01-10T12:00:00.000Z' });
});
