import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scenarioHotelId } from '../../contract/src/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '../../contract/src/booking/sandbox/scenarios.ts';
import { type BookingApp, bookingApp, STAY } from '../../server/test/booking-app.ts';
import { type SpoilingProxy, spoilingProxy } from '../../server/test/spoiling-proxy.ts';
import type { BookingRequest, ClientOptions, Serai } from '../src/serai.ts';
import { nodesOfThisMachine } from './nodes.ts';
import { type PackedProject, packedProject } from './packed-project.ts';
import { thrown } from './scripted-server.ts';

let app: BookingApp;
let proxy: SpoilingProxy;
let project: PackedProject;
let sdk: typeof import('../src/serai.ts');
beforeAll(async () => {
  app = await bookingApp();
  proxy = await spoilingProxy(app.app.interfaceUrl as string);
  project = await packedProject();
  sdk = await project.load();
});
afterAll(async () => {
  await proxy?.close();
  await app?.close();
  await project?.remove();
});
afterEach(() => {
  proxy.spoil = () => {};
});

const client = (options: ClientOptions = {}): Serai =>
  new sdk.Serai({ apiKey: app.key, baseUrl: app.app.interfaceUrl as string, ...options });

test('the client requests compressed responses and reads them', async () => {
  const encodings: (string | null)[] = [];
  const serai = client({
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      encodings.push(response.headers.get('content-encoding'));
      return response;
    },
  });
  const { facilities } = await serai.content.facilities();
  expect(facilities.length).toBeGreaterThan(10);
  expect(encodings).toEqual([expect.stringMatching(/^(gzip|zstd)$/)]);
});

test('a search with offerDetail SUMMARY returns summaries', async () => {
  const { hotels } = await client().hotels.availability({
    ...STAY,
    hotelIds: [scenarioHotelId('ok')],
    offerDetail: 'SUMMARY',
  });
  expect(Object.keys(hotels[0]?.offers[0]?.price ?? {}).sort()).toEqual([
    'currency',
    'guestTotal',
    'net',
    'selling',
  ]);
});

async function bookingRequest(scenario: ScenarioName = 'ok'): Promise<BookingRequest> {
  const serai = client();
  const { hotels } = await serai.hotels.availability({ ...STAY, hotelIds: [scenarioHotelId(scenario)] });
  const quote = await serai.hotels.quote({ offerId: hotels[0]?.offers[0]?.offerId ?? '' });
  return app.bookingOf(quote) as unknown as BookingRequest;
}

async function countBookings(clientReference: string): Promise<number> {
  const { bookings } = await client().bookings.list({ filters: { clientReferences: [clientReference] } });
  return bookings.length;
}

const EXPECTED = {
  created: [200, 'CONFIRMED', false, true],
  again: [true, true],
  read: ['CONFIRMED', 2, ['booking.pending', 'booking.confirmed']],
  listed: [true],
  walked: 1,
  changed: 1,
  quoted: ['0.00', true, 'CONFIRMED'],
  cancelled: ['CANCELLED', '0.00'],
  settled: 'CANCELLED',
  since: ['CANCELLED'],
  open: [202, 'PENDING'],
  closed: 'CONFIRMED',
  conflict: 'DUPLICATE_CLIENT_REFERENCE true',
  hotels: true,
  boards: true,
  limit: 10_000_000,
  event: 'webhook.ping',
};

test.each(nodesOfThisMachine())(
  'a program in an empty project books and cancels on Node $version',
  async ({ path }) => {
    const program = await project.add('sdk/test/programs/journey.ts');
    const compiled = await project.check(
      { module: 'nodenext', types: [], noEmit: false, outDir: 'out', rootDir: '.' },
      'journey.ts',
    );
    expect([compiled.code, compiled.out, program]).toEqual([0, '', join(project.folder, 'journey.ts')]);
    const env = {
      SERAI_API_KEY: app.key,
      SERAI_BASE_URL: app.app.interfaceUrl,
      HOTEL_ID: scenarioHotelId('ok'),
      SLOW_HOTEL_ID: scenarioHotelId('book.timeout_then_confirmed'),
    };
    const { code, out, err } = await project.run(['out/journey.js'], env, path);
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual(EXPECTED);
  },
);

test('when the response to create is lost, the SDK retries with the same client reference and idempotency key, and only one booking is made', async () => {
  const request = await bookingRequest();
  const sent: unknown[] = [];
  proxy.spoil = answer => {
    sent.push([answer.request.clientReference, answer.idempotencyKey, answer.status]);
    answer.isCut = sent.length < 3;
  };
  const { data, replayed } = await client({ baseUrl: proxy.url }).bookings.create(request).withResponse();
  expect([data.booking.status, replayed]).toEqual(['CONFIRMED', true]);
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(each => JSON.stringify(each)))).toHaveLength(1);
  expect(sent[0]).toEqual([request.clientReference, expect.stringMatching(/^[\w-]{36}$/), 200]);
  expect(await countBookings(request.clientReference)).toBe(1);
});

test('if all responses to create are lost, the outcome is unknown until the booking is read', async () => {
  const request = await bookingRequest();
  proxy.spoil = answer => {
    answer.isCut = true;
  };
  const error = await thrown(client({ baseUrl: proxy.url }).bookings.create(request));
  expect([error.name, error.outcome]).toEqual(['ConnectionError', 'unknown']);
  const { clientReference } = request;
  const { booking } = await client().bookings.waitUntilSettled({ clientReference });
  expect([booking.status, await countBookings(clientReference)]).toEqual(['CONFIRMED', 1]);
});

test('a 502 from a proxy leaves the outcome of create unknown, and only one booking is made', async () => {
  const request = await bookingRequest();
  let answers = 0;
  proxy.spoil = answer => {
    answers += 1;
    if (answers === 1) Object.assign(answer, { status: 502, text: '<h1>Bad gateway</h1>' });
  };
  const serai = client({ baseUrl: proxy.url });
  const error = await thrown(serai.bookings.create(request, { maxRetries: 0 }));
  expect([error.name, error.outcome, error.status]).toEqual(['ConnectionError', 'unknown', 502]);
  const { replayed } = await serai.bookings.create(request).withResponse();
  expect([replayed, await countBookings(request.clientReference)]).toEqual([true, 1]);
});

test('when the response to cancel is lost, the SDK retries and returns the agreed penalty', async () => {
  const { booking } = await client().bookings.create(await bookingRequest('cancel.penalty'));
  const { bookingId } = booking;
  const { bookings } = client({ baseUrl: proxy.url });
  const refused = await thrown(bookings.cancel({ bookingId }));
  expect([refused.name, refused.code]).toEqual(['ConflictError', 'CANCELLATION_PENALTY_CHANGED']);
  const { penalty } = await bookings.quoteCancellation({ bookingId });
  let answers = 0;
  proxy.spoil = answer => {
    answers += 1;
    answer.isCut = answers === 1;
  };
  const cancelled = await bookings.cancel({ bookingId }, { maxPenalty: penalty, reason: 'ill' });
  expect([cancelled.booking.status, cancelled.penalty, answers]).toEqual(['CANCELLED', penalty, 2]);
});

test('unknown values and fields in responses are tolerated', async () => {
  const serai = client({ baseUrl: proxy.url });
  const request = await bookingRequest();
  proxy.spoil = answer => {
    answer.json.booking.status = 'HALF_CONFIRMED';
    answer.json.booking.payment.type = 'BARTER';
    answer.json.booking.mood = { of: 'the hotel' };
    answer.json.aside = [1, 2];
  };
  const { booking } = await serai.bookings.create(request);
  expect([booking.status, booking.payment.type]).toEqual(['HALF_CONFIRMED', 'BARTER']);
  switch (booking.status) {
    case 'CONFIRMED':
    case 'REJECTED':
      throw new Error('It is neither.');
    default:
      expect(booking.bookingId).toMatch(/^bkg_/);
  }
  proxy.spoil = answer => {
    answer.status = 418;
    answer.json = {
      error: { code: 'TEAPOT', message: 'Short and stout.', details: [{ path: '', shape: 'new' }] },
    };
  };
  expect(await thrown(serai.bookings.list())).toMatchObject({
    name: 'ApiError',
    status: 418,
    code: 'TEAPOT',
  });
});

test('a changed price is reported and is accepted only with termsHash', async () => {
  const serai = client();
  const hotelIds = [scenarioHotelId('prebook.price_up')];
  const { hotels } = await serai.hotels.availability({ ...STAY, hotelIds });
  const quote = await serai.hotels.quote({ offerId: hotels[0]?.offers[0]?.offerId ?? '' });
  expect([quote.status, quote.changes.length > 0]).toEqual(['PRICE_CHANGED', true]);
  const request = app.bookingOf(quote) as unknown as BookingRequest;
  expect((await thrown(serai.bookings.create(request))).code).toBe('TERMS_NOT_ACCEPTED');
  const { booking } = await serai.bookings.create({ ...request, termsHash: quote.termsHash });
  expect(booking.status).toBe('CONFIRMED');
});

test('an invalid request is reported field by field', async () => {
  const { checkIn, occupancies } = STAY;
  const error = await thrown(
    client().hotels.availability({ checkIn, checkOut: checkIn, occupancies, hotelIds: [] }),
  );
  expect([error.name, error.status, error.code]).toEqual(['ValidationError', 400, 'VALIDATION_ERROR']);
  expect(error.details.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(['/checkOut', '/hotelIds']),
  );
  expect(error.requestId).toMatch(/^req_/);
});

test('an exhausted daily limit makes a call throw immediately with the waiting time, the window and the request ID', async () => {
  const { secret } = await app.app.createKey({ limits: { perMinute: 100, perHour: 100, perDay: 2 } });
  const serai = client({ apiKey: secret });
  await serai.content.boards();
  await serai.content.boards();
  expect(serai.rateLimit?.day).toMatchObject({ limit: 2, seconds: 86_400, remaining: 0 });
  const startedMs = performance.now();
  const error = await thrown(serai.content.boards());
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  expect(error).toMatchObject({ name: 'RateLimitError', code: 'RATE_LIMIT_EXCEEDED', window: 'day' });
  expect(error.retryAfter).toBeGreaterThan(40_000);
  expect(error.requestId).toMatch(/^req_/);
  const held = await thrown(client({ apiKey: secret, throttle: true }).content.boards());
  expect(held.name).toBe('RateLimitError');
});

test.each([
  ['limit.429', 'RateLimitError'],
  ['error.503', 'ServerError'],
  ['error.500', 'ServerError'],
])('the sandbox scenario %s makes a call throw %s', async (scenario, name) => {
  const settings = { scenario };
  const error = await thrown(client({ maxRetries: 0 }).bookings.list({ settings }));
  expect([error.name, String(error.status)]).toEqual([name, scenario.slice(-3)]);
});

test('a wrong key causes an UnauthorizedError, a missing scope causes a ForbiddenError, and neither reveals the key', async () => {
  const wrong = `${app.key.slice(0, -1)}${app.key.endsWith('A') ? 'B' : 'A'}`;
  const error = await thrown(client({ apiKey: wrong }).content.boards());
  expect([error.name, error.retryable]).toEqual(['UnauthorizedError', false]);
  const { secret } = await app.app.createKey({ scopes: ['content:read'] });
  const refused = await thrown(client({ apiKey: secret }).bookings.list());
  expect([refused.name, refused.code]).toEqual(['ForbiddenError', 'FORBIDDEN']);
  for (const text of [JSON.stringify([error, refused]), `${error.stack}${refused.stack}`]) {
    expect(text).not.toContain(secret.split('_').at(-1));
    expect(text).not.toContain(wrong.split('_').at(-1));
  }
});

test('a search can be continued on the next page', async () => {
  const hotelIds = (['ok', 'cancel.free', 'cancel.penalty'] as const).map(scenarioHotelId);
  const ids: string[] = [];
  for await (const page of client()
    .hotels.availability.each({ ...STAY, hotelIds, page: { limit: 1 } })
    .pages()) {
    expect(page.hotels).toHaveLength(1);
    ids.push(...page.hotels.map(({ hotelId }) => hotelId));
  }
  expect(ids.sort()).toEqual(hotelIds.sort());
});

test('the request log contains the version of the SDK client', async () => {
  await client().content.boards();
  const { json } = await app.app.operate('requests/list', {});
  expect(JSON.stringify(json.requests)).toContain('serai-sdk/');
});

test('the client does not keep a finished program alive', async () => {
  const file = join(project.folder, 'ends.mjs');
  await writeFile(
    file,
    `import { Serai } from '@serai/sdk';
     const serai = new Serai({ throttle: true });
     await serai.content.boards();
     console.log('done');`,
  );
  const env = { SERAI_API_KEY: app.key, SERAI_BASE_URL: app.app.interfaceUrl };
  const startedMs = performance.now();
  const { out } = await project.run([file], env);
  expect(out).toBe('done\n');
  expect(performance.now() - startedMs).toBeLessThan(20_000);
});
