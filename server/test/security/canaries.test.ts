/**
 * Sends a guest, a key, a card number, a supplier's secret, a webhook secret and a password through every API operation
 * and many failures, with the most verbose log. Afterwards, none of them may appear in plain text in anything that the
 * service stores or outputs.
 */
import { OPERATIONS } from '@serai/contract/operations.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSignInLink } from '../../src/account/sign-in.ts';
import { type BookingApp, bookingApp } from '../booking-app.ts';
import { type book, bookRequestOf } from '../booking-steps.ts';
import { type RedisForTest, startRedis } from '../redis.ts';
import { type Receiver, readWhole, receiver } from '../webhook-receiver.ts';
import { metricsText, redisText, spellings, tablesText } from './everything-kept.ts';

const GUEST = {
  firstName: 'Kanaria',
  lastName: 'Vogelsang-Quux',
  email: 'kanaria@vogelsang-quux.example',
  phone: '+49 151 4711 0815',
};
const WORDS = {
  remarks: 'quiet-canary-remark',
  specialRequests: 'canary-wants-seeds',
  metadata: 'canary-cost-centre',
  cancelReason: 'canary-flew-away',
  evidence: 'canary-was-heard',
};
const CARD = '4111111111111111';
const SUPPLIER_SECRET = 'canary-supplier-secret-0xBEEF';
const PASSWORD = 'canary tea kettle over there';
const PERSON = 'kanaria.operator';

const needles: string[] = [...Object.values(GUEST), ...Object.values(WORDS), CARD, SUPPLIER_SECRET, PASSWORD];
const lines: string[] = [];
let redis: RedisForTest | undefined;
let booking: BookingApp;
let told: Receiver;
const bodies: string[] = [];

beforeAll(async () => {
  redis = await startRedis();
  told = await receiver(async (request, response) => {
    bodies.push((await readWhole(request)).toString());
    response.writeHead(bodies.length % 3 === 0 ? 500 : 204).end();
  });
  booking = await bookingApp({
    settings: {
      SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1',
      SERAI_LOG_LEVEL: 'debug',
      ...(redis && { REDIS_URL: redis.url }),
    },
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
  });
  needles.push(...secretParts(booking.key));
});
afterAll(async () => {
  await booking?.close();
  await told?.[Symbol.asyncDispose]();
  await redis?.stop();
});

/** Both the whole key and its secret part. */
const secretParts = (key: string) => [key, key.split('_').at(-1) as string];

const people = (rooms: { roomRef: number }[]) => ({
  holder: GUEST,
  rooms: rooms.map(({ roomRef }) => ({
    roomRef,
    guests: [
      { type: 'ADULT', firstName: GUEST.firstName, lastName: GUEST.lastName },
      { type: 'ADULT', firstName: GUEST.firstName, lastName: GUEST.lastName },
    ],
    specialRequests: WORDS.specialRequests,
  })),
  remarks: WORDS.remarks,
  metadata: { costCentre: WORDS.metadata },
});

async function bookCanary(scenario: Parameters<typeof book>[1], members: object = {}) {
  const request = await bookRequestOf(booking, scenario);
  const { rooms } = request as { rooms: { roomRef: number }[] };
  return booking.call('booking', { ...request, ...people(rooms), ...members });
}

/** Makes bookings that succeed and bookings that fail. */
async function fly(): Promise<void> {
  const made = await bookCanary('cancel.free', { clientReference: 'CANARY-FLIES' });
  expect(made.status, made.text).toBe(200);
  const { bookingId } = made.json.booking;
  await booking.call('bookingdetail', { bookingId, include: ['history', 'audit'], refresh: true });
  await booking.call('bookinglist', { filters: { holderLastName: GUEST.lastName } });
  await booking.call('cancel', { bookingId, reason: WORDS.cancelReason });
  for (const scenario of [
    'book.rejected',
    'book.timeout_then_confirmed',
    'book.garbled',
    'book.ok_but_error',
  ] as const) {
    expect((await bookCanary(scenario)).status).toBeLessThan(500);
  }
  await bookCanary('ok', { settings: { scenario: 'error.500' } });
  const open = await bookCanary('book.timeout_forever');
  const { version, bookingId: openId } = open.json.booking;
  const decision = { bookingId: openId, version, decision: 'REJECTED', evidence: WORDS.evidence };
  await booking.app.operate('bookings/resolve', decision);
}

/**
 * Sends requests that are rejected: with a card number, with secrets in wrong fields, with invalid JSON, and while the
 * database fails.
 */
async function fail(): Promise<void> {
  for (const members of [
    { remarks: `my card ${CARD}` },
    { remarks: `my card ${CARD.replaceAll(/(.{4})/g, '$1 ')}` },
    { metadata: { card: CARD } },
    { holder: { ...GUEST, lastName: CARD } },
  ]) {
    const { status, json, text } = await bookCanary('ok', members);
    expect([status, json.error.details[0].code]).toEqual([400, 'CARD_NUMBER']);
    expect(text).not.toContain(CARD);
  }
  for (const { path } of OPERATIONS) {
    const { key, app } = booking;
    for (const body of [
      { [GUEST.lastName]: GUEST.email },
      {
        language: GUEST.lastName,
        query: 1,
        page: { cursor: GUEST.email },
        settings: { scenario: GUEST.phone },
      },
      { remarks: CARD, holder: [GUEST], quoteId: { of: GUEST.lastName } },
      `{"holder":"${GUEST.lastName}`,
    ]) {
      expect((await app.post(path, body, { key })).status).toBeLessThan(500);
    }
    await app.post(path, { name: GUEST.lastName }, { key: `${key.slice(0, -1)}x` });
    await app.post(path, {}, { headers: { authorization: `Bearer ${SUPPLIER_SECRET}` } });
  }
  const { ownerDb } = booking.app.database;
  await ownerDb.script(
    `ALTER TABLE booking ADD CONSTRAINT canary CHECK (client_reference <> 'CANARY-FALLS')`,
  );
  expect((await bookCanary('ok', { clientReference: 'CANARY-FALLS' })).status).toBeGreaterThanOrEqual(500);
  await ownerDb.script('ALTER TABLE booking DROP CONSTRAINT canary');
}

/** Performs operator actions that involve secrets and people. */
async function operate(): Promise<void> {
  const { operate: ask, database, dashboardUrl: url } = booking.app;
  const created = await ask('webhooks/create', {
    url: `http://127.0.0.1:${told.port}/hook`,
    eventTypes: ['booking.pending', 'booking.confirmed', 'booking.cancelled', 'booking.rejected'],
    environment: 'sandbox',
  });
  const rotated = await ask('webhooks/rotate-secret', { endpointId: created.json.endpoint.endpointId });
  const key = await booking.app.createKey();
  const again = await ask('keys/rotate', { keyId: key.keyId });
  for (const { json } of [created, rotated]) needles.push(json.secret, json.secret.slice('whsec_'.length));
  for (const secret of [key.secret, again.json.secret]) needles.push(...secretParts(secret));
  await ask('providers/connect', {
    adapter: 'test-provider',
    environment: 'sandbox',
    name: 'Canary',
    credentials: { apiKey: SUPPLIER_SECRET },
  });
  const { organisation } = (await ask('session/show', {})).json.session;
  const { token } = await createSignInLink(database.db, organisation.organisationId, 'admin');
  const headers = { 'content-type': 'application/json', origin: url as string };
  const post = (name: string, body: object) =>
    fetch(`${url}/api/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const person = { email: `${PERSON}@example.com`, password: PASSWORD };
  const signedUp = await post('session/sign-up', { ...person, token, name: 'Operator' });
  expect(signedUp.status).toBe(200);
  const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0]?.split('=')[1] as string;
  needles.push(token, cookie);
  await post('session/sign-in', { ...person, password: `${PASSWORD}!` });
}

test('no secret appears in plain text in anything that the service stores or outputs', {
  timeout: 180_000,
}, async () => {
  await operate();
  await fly();
  await fail();
  await vi.waitFor(() => expect(bodies.join()).toContain(GUEST.lastName), 10_000);
  await vi.waitFor(
    async () => {
      const [row] = await booking.app.database.ownerDb<{ count: number }[]>`
      SELECT count(*)::int AS count FROM request_log WHERE code IS NOT NULL`;
      expect(row?.count).toBeGreaterThan(OPERATIONS.length);
    },
    { timeout: 60_000 },
  );

  const places = await tablesText(booking.app);
  places.set('log', lines.join(''));
  places.set('metrics', await metricsText(booking.app));
  if (redis) places.set('Redis', await redisText(redis.url));

  // Finds allowed values, which proves that the search works.
  expect(places.get('booking')).toContain('CANARY-FLIES');
  expect(places.get('request_log')).toContain('[redacted]');
  expect(places.get('log')).toContain('"level":50');
  expect(places.get('person')).toContain(PERSON);
  const found = [...places].flatMap(([place, text]) =>
    needles.flatMap(needle =>
      spellings(needle)
        .filter(each => text.includes(each))
        .map(each => `${place}: ${each}`),
    ),
  );
  expect(found).toEqual([]);
});
