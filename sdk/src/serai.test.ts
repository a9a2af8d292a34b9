import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { BOOK, KEY, scriptedServer, thrown } from '../test/scripted-server.ts';
import { SDK_VERSION } from './client/request-headers.ts';
import { OPERATIONS } from './generated/types.ts';
import { Serai, SeraiError, type WithResponse } from './serai.ts';

const server = await scriptedServer();
afterAll(() => server.close());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const make = (options: ConstructorParameters<typeof Serai>[0]) => thrown((async () => new Serai(options))());

describe('client options', () => {
  test('the client reads the key and the base URL from environment variables', async () => {
    vi.stubEnv('SERAI_API_KEY', ` ${KEY}\n`);
    vi.stubEnv('SERAI_BASE_URL', `${server.url}/`);
    const serai = new Serai();
    expect(serai.baseUrl).toBe(server.url);
    server.script({ body: { places: [] } });
    await serai.places.search({ query: 'x' });
    expect(server.received[0]?.headers).toMatchObject({
      authorization: `ApiKey ${KEY}`,
      accept: 'application/json',
      'content-type': 'application/json',
      'x-client-version': `serai-sdk/${SDK_VERSION}`,
    });
  });

  test('the base URL may contain a path', async () => {
    const serai = server.client({ baseUrl: `${server.url}/hotels-api/` });
    server.script({ body: { places: [] } });
    await serai.places.search({ query: 'x' });
    expect(server.received[0]?.path).toBe('/hotels-api/content/hotels/v1/places/search');
  });

  test('creating a client without a key or a base URL throws an error that names the environment variable', async () => {
    vi.stubEnv('SERAI_API_KEY', '');
    vi.stubEnv('SERAI_BASE_URL', '');
    expect((await make({ baseUrl: server.url })).message).toContain('SERAI_API_KEY');
    expect((await make({ apiKey: KEY })).message).toContain('SERAI_BASE_URL');
  });

  test.each([
    [{ baseUrl: 'hotels.example.com' }],
    [{ baseUrl: 'ftp://hotels.example.com' }],
    [{ baseUrl: 'https://ada:secret@hotels.example.com' }],
    [{ baseUrl: 'https://hotels.example.com/?a=b' }],
    [{ timeout: 0 }],
    [{ maxRetries: -1 }],
    [{ maxRetryAfter: Number.NaN }],
  ])('the client cannot be created with %j', async options => {
    const error = await make({ apiKey: KEY, baseUrl: server.url, ...options });
    expect(error).toBeInstanceOf(SeraiError);
    expect(error.message).not.toContain('secret');
  });

  test('the client cannot be created in a browser, regardless of the options', async () => {
    vi.stubGlobal('window', { document: {} });
    for (const options of [{}, { allowBrowser: true }]) {
      const error = await make({ apiKey: KEY, baseUrl: server.url, ...options });
      expect(error).toBeInstanceOf(SeraiError);
      expect(error.message).toContain('from a server');
      expect(error.message).not.toContain('allowBrowser');
    }
    vi.stubGlobal('window', {});
    expect(server.client(), 'some server runtimes define `window`').toBeInstanceOf(Serai);
  });

  test('without `process`, as in edge runtimes, creating a client without a key still reports the missing key', async () => {
    vi.stubGlobal('process', undefined);
    const error = await make({ baseUrl: server.url });
    expect(error.message).toContain('Pass apiKey');
  });

  test('SDK_VERSION equals the package version', () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
    expect(SDK_VERSION).toBe(version);
  });
});

const STAY = {
  checkIn: '2027-01-01',
  checkOut: '2027-01-02',
  occupancies: [{ adults: 2 }],
  hotelIds: ['htl_1'],
};
const BY = { destination: { canonicalCityId: 'plc_1' } };

const METHODS: Record<keyof typeof OPERATIONS, ((serai: Serai) => PromiseLike<unknown>)[]> = {
  availability: [serai => serai.hotels.availability(STAY)],
  prebooking: [serai => serai.hotels.prebooking({ offerId: 'off_1' })],
  booking: [serai => serai.bookings.create(BOOK)],
  bookingdetail: [serai => serai.bookings.get({ bookingId: 'bkg_1', include: ['history'] })],
  voucher: [serai => serai.bookings.voucher({ bookingId: 'bkg_1' }, { language: 'es' })],
  bookinglist: [serai => serai.bookings.list({ page: { limit: 1 } }), serai => serai.bookings.list()],
  cancel: [
    serai =>
      serai.bookings.cancel({ bookingId: 'bkg_1' }, { maxPenalty: { amount: '1.00', currency: 'EUR' } }),
    serai => serai.bookings.quoteCancellation({ clientReference: 'REF-1' }),
  ],
  balance: [serai => serai.account.balance()],
  hotels: [serai => serai.content.hotels({ countryCode: 'ES' })],
  rooms: [serai => serai.content.rooms()],
  destinations: [serai => serai.content.destinations()],
  boards: [serai => serai.content.boards()],
  categories: [serai => serai.content.categories()],
  facilities: [serai => serai.content.facilities({ language: 'es' })],
  'places-search': [serai => serai.places.search({ query: 'x' })],
  'places-search-destination': [serai => serai.places.searchDestination({ query: 'x' })],
  'hotels-by-destination': [serai => serai.content.hotelsByDestination(BY)],
};

describe('operations', () => {
  test.each(Object.entries(OPERATIONS))(
    'the client methods for %s call the path of the operation',
    async (name, { path }) => {
      const methods = METHODS[name as keyof typeof OPERATIONS];
      for (const method of methods) {
        server.script({ body: { anything: true } });
        expect(await method(server.client())).toEqual({ anything: true });
        expect(server.received.map(request => request.path)).toEqual([path]);
      }
    },
  );

  test('a cancellation is refused if the caller passes the mode of the other method', () => {
    const { bookings } = server.client();
    server.script({ body: {} });
    const ref = { bookingId: 'bkg_1' };
    expect(() => bookings.cancel(ref, { mode: 'QUOTE' } as object)).toThrow(/Use quoteCancellation/);
    expect(() => bookings.cancel({ ...ref, mode: 'QUOTE' } as typeof ref)).toThrow(TypeError);
    expect(() => bookings.quoteCancellation({ ...ref, mode: 'COMMIT' } as typeof ref)).toThrow(/Use cancel/);
    expect(server.received).toEqual([]);
  });

  test('the client sends all given request fields and sets the mode of a cancellation', async () => {
    const { bookings, content } = server.client();
    server.script({});
    await bookings.create(BOOK);
    await bookings.cancel({ clientReference: 'REF-1' }, { reason: 'ill' });
    await bookings.quoteCancellation({ bookingId: 'bkg_1' });
    await content.boards();
    expect(server.received.map(({ json }) => json)).toEqual([
      BOOK,
      { clientReference: 'REF-1', reason: 'ill', mode: 'COMMIT' },
      { bookingId: 'bkg_1', mode: 'QUOTE' },
      {},
    ]);
  });
});

describe('withResponse', () => {
  test('withResponse returns the data with the status, request ID and replay flag, and sends only one request', async () => {
    server.script({
      status: 202,
      headers: { 'idempotency-replayed': 'true' },
      body: { booking: { status: 'PENDING' } },
    });
    const call = server.client().bookings.create(BOOK);
    const { data, response, requestId, replayed }: WithResponse<Awaited<typeof call>> =
      await call.withResponse();
    expect([data.booking.status, response.status, requestId, replayed]).toEqual([
      'PENDING',
      202,
      'req_test',
      true,
    ]);
    expect(await call).toBe(data);
    expect(server.received).toHaveLength(1);
    server.script({});
    expect((await server.client().bookings.create(BOOK).withResponse()).replayed).toBe(false);
  });

  test('a call is a promise with then, catch and finally', async () => {
    server.script({ body: { places: [] } });
    const serai = server.client();
    let finished = 0;
    const finish = () => {
      finished += 1;
    };
    expect(
      await serai.places
        .search({ query: 'x' })
        .then(({ places }) => places)
        .finally(finish),
    ).toEqual([]);
    expect(await Promise.all([serai.places.search({ query: 'x' }).finally(finish)])).toEqual([
      { places: [] },
    ]);
    const signal = AbortSignal.abort();
    expect(await serai.places.search({ query: 'x' }, { signal }).catch(error => error.name)).toBe(
      'AbortedError',
    );
    expect(finished).toBe(2);
  });

  test('an unhandled failure is reported like any unhandled promise rejection, and a handled failure is not reported', async () => {
    const unhandled: unknown[] = [];
    const listeners = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', reason => unhandled.push(reason));
    const serai = server.client();
    const signal = AbortSignal.abort();
    await serai.places
      .search({ query: 'handled' }, { signal })
      .withResponse()
      .catch(() => undefined);
    await thrown(serai.places.search({ query: 'handled' }, { signal }));
    await new Promise(resolve => setTimeout(resolve, 20));
    expect(unhandled).toHaveLength(0);
    void serai.places.search({ query: 'forgotten' }, { signal });
    await new Promise(resolve => setTimeout(resolve, 20));
    expect(unhandled).toHaveLength(1);
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  });
});
