import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ROLES, type Role } from '@serai/contract/roles.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { book } from '../../../test/booking-steps.ts';
import { type Ask, createPartner, firstCompanies, openLink } from '../../../test/browser-session.ts';

const HOLDER = {
  firstName: 'Zoë',
  lastName: 'de la Núñez',
  email: 'zoe@example.com',
  phone: '+34 600 000 000',
};

let booking: BookingApp;
let staff: Ask;
let owner: Ask;
let stranger: Ask;
let bookingId: string;
let providerReference: string;
let keyId: string;
let eventId: string;
let request: { requestId: string; rowId: string };
const asks = new Map<Role, Ask>();

interface Result {
  kind: string;
  id: string;
  title: string;
  environment: string | null;
}

async function find(query: string, ask = staff, input: object = {}): Promise<Result[]> {
  const { status, text, json } = await ask('search/find', { query, ...input });
  expect(status, text).toBe(200);
  return json.results;
}
const kindsOf = (results: readonly Result[]) => [...new Set(results.map(({ kind }) => kind))];
const findBooking = async (query: string, ask = staff) =>
  (await find(query, ask)).filter(({ kind }) => kind === 'booking').map(({ id }) => id);

beforeAll(async () => {
  booking = await bookingApp();
  const { app } = booking;
  const { operatorId, partnerId } = await firstCompanies(app);
  const other = await createPartner(app, 'Zenith Holidays');
  for (const role of ROLES) {
    asks.set(role, await openLink(app, role.startsWith('partner-') ? partnerId : operatorId, role));
  }
  staff = asks.get('admin') as Ask;
  owner = asks.get('partner-admin') as Ask;
  stranger = await openLink(app, other, 'partner-admin');
  await app.operate('webhooks/create', {
    partnerId,
    environment: 'sandbox',
    url: 'https://hooks.zebra.example.com/',
    eventTypes: ['booking.confirmed'],
  });
  ({ keyId } = await app.createKey({ name: 'Zebra website', partnerId }));
  const guest = { type: 'ADULT', firstName: HOLDER.firstName, lastName: HOLDER.lastName };
  const rooms = [{ roomRef: 1, guests: [guest, guest] }];
  const members = { clientReference: 'Order-Zx-771', holder: HOLDER, rooms };
  const { json, text } = await book(booking, 'ok', { members });
  expect(json.booking?.status, text).toBe('CONFIRMED');
  ({ bookingId, providerReference } = json.booking);
  eventId = await vi.waitFor(async () => {
    const { events } = (await staff('events/list', { bookingId })).json;
    expect(events.length).toBeGreaterThan(0);
    return events[0].eventId;
  }, 60_000);
  request = await vi.waitFor(async () => {
    const { requests } = (await staff('requests/list', { bookingId })).json;
    const made = requests.find((row: { operation: string }) => row.operation === 'booking');
    expect(made).toBeDefined();
    return made;
  }, 60_000);
});
afterAll(() => booking?.close());

describe('bookings', () => {
  test('a booking is found by the beginning of its id, client reference and provider reference, in any case', async () => {
    expect(await findBooking(bookingId.slice(0, 9).toLowerCase())).toEqual([bookingId]);
    expect(await findBooking('ORDER-zx')).toEqual([bookingId]);
    expect(await findBooking(providerReference.slice(0, -2).toLowerCase())).toEqual([bookingId]);
  });

  test('a booking is found by the beginning of a word of the last name, ignoring accents and case', async () => {
    expect(await findBooking('NUN')).toEqual([bookingId]);
    expect(await findBooking('nunez')).toEqual([bookingId]);
    expect(await findBooking('de la núñez')).toEqual([bookingId]);
    expect(await findBooking('zoe nun')).toEqual([bookingId]);
  });

  test('a booking without stored beginnings of its name is found by the complete last name, by staff and its partner', async () => {
    const { ownerDb } = booking.app.database;
    await ownerDb`UPDATE booking_term SET term = '-' || term WHERE kind = 'HOLDER'`;
    expect(await findBooking('de la nunez')).toEqual([bookingId]);
    expect(await findBooking('de la nunez', owner)).toEqual([bookingId]);
    expect(await findBooking('de la nunez', stranger)).toEqual([]);
    expect(await findBooking('nunez')).toEqual([]);
    await ownerDb`UPDATE booking_term SET term = substr(term, 2) WHERE kind = 'HOLDER'`;
  });

  test('a confirmation number of any length is stored, and found by its beginning', async () => {
    const { ownerDb } = booking.app.database;
    const number = `Conf-${randomBytes(5_000).toString('hex')}`;
    const set = (value: string | null) =>
      ownerDb`UPDATE booking SET hotel_confirmation = ${value} WHERE booking_id = ${bookingId}`;
    await set(number);
    expect(await findBooking('conf-')).toEqual([bookingId]);
    expect(await findBooking(number.slice(0, 200))).toEqual([bookingId]);
    expect(await findBooking(`${number.slice(0, 199)}x`)).toEqual([]);
    await set(null);
  });

  test('bookings from before the search are found by their references after the migration', async () => {
    const { ownerDb } = booking.app.database;
    await ownerDb`DELETE FROM booking_term WHERE kind = 'REFERENCE'`;
    expect(await findBooking('order-zx')).toEqual([]);
    await ownerDb.script(await readFile('server/migrations/0058_search_terms.sql', 'utf8'));
    expect(await findBooking('order-zx')).toEqual([bookingId]);
    expect(await findBooking(providerReference)).toEqual([bookingId]);
  });

  test('a booking is not found by part of a word, by fewer than three letters of a name, or by another first name', async () => {
    expect(await findBooking('unez')).toEqual([]);
    expect(await findBooking('nu')).toEqual([]);
    expect(await findBooking('ada nunez')).toEqual([]);
    expect(await findBooking('der-zx')).toEqual([]);
  });

  test('bookings/list with `search` returns the same bookings and combines them with other filters', async () => {
    const list = async (input: object) =>
      (await staff('bookings/list', input)).json.bookings.map((row: { bookingId: string }) => row.bookingId);
    expect(await list({ search: 'order-ZX' })).toEqual([bookingId]);
    expect(await list({ search: 'nunez', statuses: ['CONFIRMED'] })).toEqual([bookingId]);
    expect(await list({ search: 'nunez', statuses: ['CANCELLED'] })).toEqual([]);
    expect(await list({ search: 'nothing' })).toEqual([]);
  });

  test('characters with a meaning in patterns and the last characters of Unicode match only themselves', async () => {
    for (const query of ['%', '_rder', 'order%', '\u{10FFFF}', "' OR 1", '\\']) {
      expect([query, await findBooking(query)]).toEqual([query, []]);
    }
  });
});

describe('other records', () => {
  test('partners, hotels, keys, endpoints and providers are found by a word of their name', async () => {
    expect(await find('zeni')).toMatchObject([{ kind: 'partner', title: 'Zenith Holidays' }]);
    expect((await find('WEBS')).map(({ id }) => id)).toEqual([keyId]);
    expect(kindsOf(await find('zebra'))).toEqual(['key', 'endpoint']);
    expect(kindsOf(await find('SANDB'))).toContain('hotel');
    expect(kindsOf(await find('test'))).toContain('provider');
  });

  test('events are found by the beginning of their id in any case, and requests by the beginning of theirs', async () => {
    expect((await find(eventId.slice(0, 12).toLowerCase())).map(({ id }) => id)).toEqual([eventId]);
    const found = await find(request.requestId.slice(0, 15));
    expect(found.map(({ kind, id }) => [kind, id])).toEqual([['request', request.rowId]]);
  });

  test('the prefix of an id finds nothing without at least four more characters', async () => {
    const kinds = ['booking', 'event', 'request'];
    for (const query of ['bkg_', 'evt_', 'req', 'req_']) {
      expect([query, await find(query, staff, { kinds })]).toEqual([query, []]);
    }
    for (const id of [bookingId, eventId, request.requestId]) {
      expect(await find(id.slice(0, 7), staff, { kinds })).toEqual([]);
      expect(await find(id.slice(0, 8), staff, { kinds })).not.toEqual([]);
    }
  });

  test('a blank text and control characters are rejected', async () => {
    for (const text of [' ', '\u0000', 'a\u0000b', '']) {
      expect([text, (await staff('search/find', { query: text })).status]).toEqual([text, 400]);
      expect([text, (await staff('bookings/list', { search: text })).status]).toEqual([text, 400]);
    }
  });

  test('results of the given environment come first, and `onlyEnvironment` leaves the others out', async () => {
    const first = await find('test', staff, { kinds: ['provider'], environment: 'sandbox' });
    expect(first[0]?.environment).toBe('sandbox');
    const only = await find('test', staff, {
      kinds: ['provider'],
      environment: 'production',
      onlyEnvironment: true,
    });
    expect(only.filter(({ environment }) => environment !== 'production')).toEqual([]);
  });
});

/** Every kind of record that some query of the tests above finds. */
const QUERIES = () => [bookingId, 'zeni', 'zebra', 'test', eventId, request.requestId, 'Order-Zx', 'SANDB'];

const VIEWED: Record<Role, string> = {
  owner: 'booking endpoint event hotel key partner provider request',
  admin: 'booking endpoint event hotel key partner provider request',
  support: 'booking endpoint event hotel key partner provider request',
  revenue: 'booking hotel partner provider',
  finance: 'booking hotel partner provider request',
  developer: 'booking endpoint event hotel key partner provider request',
  viewer: 'booking endpoint event hotel key partner provider request',
  'partner-admin': 'booking endpoint event hotel key request',
  'partner-developer': 'booking endpoint event hotel key request',
  'partner-viewer': 'booking endpoint event hotel key request',
};

describe('who finds what', () => {
  test.each(ROLES)('the role %s finds only records of the kinds that it may view', async role => {
    const found: string[] = [];
    for (const query of QUERIES()) found.push(...kindsOf(await find(query, asks.get(role))));
    expect([...new Set(found)].sort().join(' ')).toBe(VIEWED[role]);
  });

  test('a partner user finds no records of another partner, even with the other partner’s id', async () => {
    for (const query of [...QUERIES(), keyId, providerReference, 'nunez']) {
      const found = (await find(query, stranger)).filter(({ kind }) => kind !== 'hotel');
      expect([query, found]).toEqual([query, []]);
    }
    const { json } = await owner('partners/list');
    const { partnerId } = json.partners[0];
    expect((await stranger('search/find', { query: bookingId, partnerId })).status).toBe(404);
    expect(await findBooking(bookingId, owner)).toEqual([bookingId]);
  });
});

describe('erasure and deletion', () => {
  test('after an erasure the name no longer finds the booking, but its references do', async () => {
    await booking.app.database.ownerDb`
      UPDATE booking SET holder_mark = NULL, people_key = NULL WHERE booking_id = ${bookingId}`;
    expect(await findBooking('nunez')).toEqual([]);
    expect(await findBooking('order-zx')).toEqual([bookingId]);
    const [row] = await booking.app.database.ownerDb<{ count: number }[]>`
      SELECT count(*)::int AS count FROM booking_term WHERE booking_id = ${bookingId} AND kind = 'HOLDER'`;
    expect(row?.count).toBe(0);
  });

  test('resetting a sandbox removes the search terms of its bookings', async () => {
    const { partnerId } = await firstCompanies(booking.app);
    const { status, text } = await booking.app.operate('sandbox/reset', {
      partnerId,
      confirm: 'reset sandbox',
    });
    expect(status, text).toBe(200);
    const rows = await booking.app.database.ownerDb`SELECT FROM booking_term`;
    expect(rows.length).toBe(0);
  });
});
