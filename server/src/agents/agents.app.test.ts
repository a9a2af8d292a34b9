/** Tests the MCP endpoint with the official client and with plain requests. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { TOOL_NAMES } from '@serai/contract/agents/tool-names.ts';
import {
  HOSTILE_HOTEL_ID,
  HOSTILE_INSTRUCTION,
  scenarioHotelId,
} from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookingApp, bookingApp, CHECK_IN, CHECK_OUT } from '../../test/booking-app.ts';
import type { Loose } from '../../test/booking-request.ts';

const STAY = { checkIn: CHECK_IN, checkOut: CHECK_OUT, rooms: [{ adults: 2 }] };
const HOLDER = { firstName: 'Ada', lastName: 'Moreno', email: 'ada@example.com', phone: '+34 600 000 012' };
const ROOMS = [
  {
    roomRef: 1,
    guests: [
      { type: 'ADULT', firstName: 'Ada', lastName: 'Moreno' },
      { type: 'ADULT', firstName: 'Luis', lastName: 'Moreno' },
    ],
  },
];

let app: BookingApp;
let url: string;
const logged: string[] = [];
beforeAll(async () => {
  app = await bookingApp({
    settings: { SERAI_MCP_ORIGINS: 'https://agents.example.com' },
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
  });
  url = `${app.app.interfaceUrl}/mcp`;
});
afterAll(() => app?.close());

type Mode = 'auto' | 'legacy' | { pin: string };

async function connect(mode: Mode = 'auto', key = app.key, scheme = 'ApiKey') {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `${scheme} ${key}` } },
    }),
  );
  return client;
}

async function call(client: Client, name: string, args: object): Promise<Loose> {
  return client.callTool({ name, arguments: args as Record<string, unknown> });
}

const errorOf = (result: Loose) => JSON.parse(result.content[0].text).error;

function raw(body: unknown, headers: Record<string, string | undefined> = {}, path = '/mcp') {
  return app.app.post(path, body, { key: app.key, headers });
}

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

async function quoted(client: Client, hotelId = scenarioHotelId('ok')): Promise<Loose> {
  const found = await call(client, 'search_stays', { ...STAY, hotelIds: [hotelId] });
  const { offerId } = found.structuredContent.hotels[0].offers[0];
  return (await call(client, 'quote_stay', { offerId })).structuredContent;
}

const bookingOf = (quote: Loose, members: object = {}) => ({
  quoteId: quote.quoteId,
  termsHash: quote.termsHash,
  expectedPrice: quote.price.net,
  clientReference: quote.suggestedClientReference,
  holder: HOLDER,
  rooms: ROOMS,
  ...members,
});

describe('the official client', () => {
  test.each<[string, Mode, string]>([
    ['auto', 'auto', '2026-07-28'],
    ['legacy', 'legacy', '2025-11-25'],
    ['pinned', { pin: '2026-07-28' }, '2026-07-28'],
  ])('the client connects in the mode %s and books and cancels a stay', async (_, mode, version) => {
    const client = await connect(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...TOOL_NAMES]);
    expect(
      (await call(client, 'search_places', { query: 'sandbox' })).structuredContent.places,
    ).toBeInstanceOf(Array);
    const hotel = await call(client, 'get_hotel', { hotelId: scenarioHotelId('ok') });
    expect(hotel.structuredContent).toMatchObject({ environment: 'sandbox', testMode: true });
    const quote = await quoted(client);
    expect(quote).toMatchObject({ status: 'AVAILABLE', suggestedClientReference: `mcp-${quote.quoteId}` });
    const booked = await call(client, 'book_stay', bookingOf(quote));
    expect(booked.structuredContent).toMatchObject({
      booking: { status: 'CONFIRMED' },
      open: false,
      next: null,
    });
    const again = await call(client, 'book_stay', bookingOf(quote));
    const { bookingId } = booked.structuredContent.booking;
    expect(again.structuredContent.booking.bookingId).toBe(bookingId);
    const read = await call(client, 'get_booking', { clientReference: quote.suggestedClientReference });
    expect(read.structuredContent.booking).toMatchObject({
      bookingId,
      holder: { email: 'a***@e***', phone: '***12' },
    });
    const listed = await call(client, 'list_bookings', { limit: 1 });
    expect(listed.structuredContent.bookings[0]).toMatchObject({ bookingId });
    const cost = await call(client, 'quote_cancellation', { bookingId });
    const cancelled = await call(client, 'cancel_booking', {
      bookingId,
      maxPenalty: cost.structuredContent.penalty,
    });
    expect(cancelled.structuredContent).toMatchObject({ booking: { status: 'CANCELLED' }, open: false });
    await client.close();
  });

  test('a booking with an unknown outcome is a result that says when to look again', async () => {
    const client = await connect();
    const quote = await quoted(client, scenarioHotelId('book.timeout_then_confirmed'));
    const { structuredContent, isError } = await call(client, 'book_stay', bookingOf(quote));
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject({
      open: true,
      booking: { status: 'PENDING' },
      next: { tool: 'get_booking', because: 'The outcome is not known yet. Do not book elsewhere.' },
    });
    await client.close();
  });

  test('a hotel with instructions in its texts shows them only in fields marked as written by a third party', async () => {
    const client = await connect();
    const found = await call(client, 'search_stays', { ...STAY, hotelIds: [HOSTILE_HOTEL_ID] });
    const hostile = expect.stringContaining(HOSTILE_INSTRUCTION);
    expect(found.structuredContent.hotels[0].name).toEqual(hostile);
    const hotel = await call(client, 'get_hotel', { hotelId: HOSTILE_HOTEL_ID });
    const { description } = hotel.structuredContent;
    expect(description).toMatchObject({ source: 'supplier', text: hostile });
    expect(description.text).not.toMatch(/<b>|https:/);
    expect(hotel.structuredContent.policies).toMatchObject([{ text: { source: 'hotel', text: hostile } }]);
    const { offerId } = found.structuredContent.hotels[0].offers[0];
    const quoting = await call(client, 'quote_stay', { offerId });
    const quote = quoting.structuredContent;
    expect(quote.rooms[0].name).toEqual(hostile);
    expect(JSON.stringify(quote.notices)).toContain(HOSTILE_INSTRUCTION);
    const booked = await call(client, 'book_stay', bookingOf(quote));
    const { bookingId } = booked.structuredContent.booking;
    const results = [
      found,
      hotel,
      quoting,
      booked,
      await call(client, 'search_places', { query: 'sandbox' }),
      await call(client, 'get_booking', { bookingId }),
      await call(client, 'list_bookings', {}),
      await call(client, 'quote_cancellation', { bookingId }),
      await call(client, 'book_stay', bookingOf(quote, { clientReference: 'mcp-other' })),
      await call(client, 'cancel_booking', { bookingId, maxPenalty: quote.price.net }),
      await client.listTools(),
    ];
    for (const result of results) expect(JSON.stringify(result.content ?? result)).not.toContain('Ignore');
    expect(results.filter(({ isError }) => isError)).toHaveLength(1);
    await client.close();
  });
});

describe('the guards of tools', () => {
  test('nothing is sent if a booking lacks terms, price or reference, or a cancellation lacks a maximum penalty', async () => {
    const client = await connect();
    const quote = await quoted(client);
    for (const missing of ['termsHash', 'expectedPrice', 'clientReference']) {
      const { [missing]: _, ...rest } = bookingOf(quote) as Record<string, unknown>;
      const result = await call(client, 'book_stay', rest);
      expect(errorOf(result)).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ path: `/${missing}`, code: 'REQUIRED' }],
      });
    }
    const foreign = await call(client, 'book_stay', bookingOf(quote, { termsHash: 'foreign' }));
    expect(errorOf(foreign)).toMatchObject({ code: 'TERMS_NOT_ACCEPTED', next: { tool: 'quote_stay' } });
    const price = await call(
      client,
      'book_stay',
      bookingOf(quote, { expectedPrice: { amount: '1.00', currency: 'EUR' } }),
    );
    expect(errorOf(price)).toMatchObject({ code: 'PRICE_MISMATCH', retryable: false });
    expect(price.content[0].text).not.toContain(quote.price.net.amount);
    expect(errorOf(price).requestId).toMatch(/^\S+$/);
    const misspelt = await call(client, 'book_stay', bookingOf(quote, { priceTolerance: { percent: '50' } }));
    expect(errorOf(misspelt).details[0].code).toBe('UNKNOWN_FIELD');
    const before = await call(client, 'get_booking', { clientReference: quote.suggestedClientReference });
    expect(errorOf(before).code).toBe('BOOKING_NOT_FOUND');
    expect([before.isError, before.structuredContent]).toEqual([true, undefined]);
    const booked = await call(client, 'book_stay', bookingOf(quote));
    const { bookingId } = booked.structuredContent.booking;
    const cancelled = await call(client, 'cancel_booking', { bookingId });
    expect(errorOf(cancelled).details).toMatchObject([{ path: '/maxPenalty', code: 'REQUIRED' }]);
    const still = await call(client, 'get_booking', { bookingId });
    expect(still.structuredContent.booking.status).toBe('CONFIRMED');
    await client.close();
  });

  test('a booking above the spend limit of the key is refused, and a person is to be told', async () => {
    const limits = { spend: { perDay: { amount: '1.00', currency: 'EUR' } } };
    const { secret } = await app.app.createKey({ limits });
    const client = await connect('auto', secret);
    const result = await call(client, 'book_stay', bookingOf(await quoted(client)));
    expect(errorOf(result)).toMatchObject({ code: 'SPEND_LIMIT_EXCEEDED', next: { tool: null } });
    await client.close();
  });

  test('a key sees and can call only the tools that its scopes allow', async () => {
    const { secret } = await app.app.createKey({ scopes: ['content:read', 'hotels:search'] });
    const client = await connect('auto', secret);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_places', 'search_stays', 'get_hotel']);
    const { json } = await app.app.post('/mcp', rpc('tools/call', { name: 'book_stay', arguments: {} }), {
      key: secret,
    });
    expect(json.error.code).toBe(-32602);
    await client.close();
  });

  test('the tools of a suspended partner only read and cancel', async () => {
    const { ownerDb } = app.app.database;
    await ownerDb`UPDATE organisation SET status = 'SUSPENDED' WHERE kind = 'PARTNER'`;
    await expect
      .poll(async () => (await raw(rpc('tools/list'))).json.result.tools.map(({ name }: Loose) => name))
      .toEqual([
        'search_places',
        'get_hotel',
        'get_booking',
        'list_bookings',
        'quote_cancellation',
        'cancel_booking',
      ]);
    await ownerDb`UPDATE organisation SET status = 'ACTIVE' WHERE kind = 'PARTNER'`;
    await expect.poll(async () => (await raw(rpc('tools/list'))).json.result.tools.length).toBe(9);
  });
});

describe('keys and requests', () => {
  test('a key is accepted as a bearer token at /mcp and nowhere else, even on the same connection', async () => {
    const client = await connect('auto', app.key, 'Bearer');
    expect((await client.listTools()).tools).toHaveLength(9);
    const headers = { authorization: `Bearer ${app.key}` };
    for (let i = 0; i < 3; i++) {
      expect((await raw(rpc('ping'), headers)).status).toBe(200);
      expect((await app.app.post('/content/hotels/v1/boards', {}, { headers })).status).toBe(401);
    }
    expect((await raw(rpc('ping'), { authorization: 'Bearer eyJhbGciOi.x.y' })).status).toBe(401);
    await client.close();
  });

  test('a query string is refused before the key is read, and nothing of it is logged', async () => {
    const secret = 'serai_sandbox_canary_in_url';
    for (const headers of [{}, { authorization: undefined }]) {
      const { status, json } = await raw(rpc('ping'), headers, `/mcp?key=${secret}`);
      expect([status, json.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    const { json } = await app.app.operate('requests/list', {});
    expect(JSON.stringify(json)).not.toContain('canary_in_url');
    expect(logged.join('')).not.toContain('canary_in_url');
  });

  test('a key never appears in the log of the process or in the request log', async () => {
    await (await connect('auto', app.key, 'Bearer')).close();
    const { json } = await app.app.operate('requests/list', {});
    expect(json.requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(json) + logged.join('')).not.toContain(app.key);
  });

  test('the request log contains the tool, the ids and the outcome, and no other arguments', async () => {
    const requestId = `log-${Date.now()}`;
    const args = { bookingId: 'bkg_nothing' };
    await raw(rpc('tools/call', { name: 'get_booking', arguments: args }), { 'x-request-id': requestId });
    const rows = async () => (await app.app.operate('requests/list', { requestId })).json.requests;
    await expect.poll(rows).toMatchObject([{ operation: 'mcp', status: 200, code: 'BOOKING_NOT_FOUND' }]);
    const [{ rowId }] = await rows();
    const shown = await app.app.operate('requests/show', { rowId });
    expect(JSON.stringify(shown.json)).toContain('get_booking');
    expect(JSON.stringify(shown.json)).toContain('bkg_nothing');
    const places = `log-places-${Date.now()}`;
    await raw(rpc('tools/call', { name: 'search_places', arguments: { query: 'Ada Moreno' } }), {
      'x-request-id': places,
    });
    const list = async () => (await app.app.operate('requests/list', { requestId: places })).json.requests;
    await expect.poll(async () => (await list()).length).toBe(1);
    const [row] = await list();
    const other = await app.app.operate('requests/show', { rowId: row.rowId });
    expect(other.text).not.toContain('Ada Moreno');
  });

  test('each request counts towards the rate limits', async () => {
    const { secret } = await app.app.createKey({ limits: { perMinute: 2 } });
    const statuses = [];
    for (let i = 0; i < 3; i++)
      statuses.push((await app.app.post('/mcp', rpc('ping'), { key: secret })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('a web page may call the endpoint only from an allowed origin', async () => {
    expect((await raw(rpc('ping'), { origin: 'https://evil.example' })).status).toBe(403);
    expect((await raw(rpc('ping'), { origin: 'https://agents.example.com' })).status).toBe(200);
  });

  test('GET and DELETE return 405, another content type 415, and a body above 256 KiB 413', async () => {
    const headers = { authorization: `ApiKey ${app.key}` };
    for (const method of ['GET', 'DELETE']) expect((await fetch(url, { method, headers })).status).toBe(405);
    expect((await raw('x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await raw(rpc('ping', { x: 'x'.repeat(256 * 1024) }))).status).toBe(413);
  });

  test.each<[string, unknown, number, number]>([
    ['a body that is not JSON', '{', 400, -32700],
    ['a batch', [rpc('ping')], 400, -32600],
    ['a body that is not JSON-RPC', { a: 1 }, 400, -32600],
    ['an unknown method', rpc('resources/list'), 200, -32601],
    ['an unknown tool', rpc('tools/call', { name: 'delete_all' }), 200, -32602],
    ['arguments that are no object', rpc('tools/call', { name: 'get_hotel', arguments: [] }), 200, -32602],
  ])('%s is a protocol error', async (_, body, status, code) => {
    const answer = await raw(body);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  });

  test('headers that differ from the body, and unknown versions, are refused', async () => {
    const list = rpc('tools/list', { _meta: META });
    const good = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    const ok = await raw(list, good);
    expect(ok.json.result).toMatchObject({ resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'private' });
    expect(ok.json.result._meta['io.modelcontextprotocol/serverInfo'].name).toBe('serai');
    expect(Buffer.byteLength(ok.text)).toBeLessThanOrEqual(24 * 1024);
    const codeOf = async (body: unknown, headers: Record<string, string>) => {
      const { status, json } = await raw(body, headers);
      return [status, json.error.code];
    };
    expect(await codeOf(list, {})).toEqual([400, -32020]);
    expect(await codeOf(list, { ...good, 'mcp-method': 'tools/call' })).toEqual([400, -32020]);
    const called = rpc('tools/call', { name: 'get_hotel', arguments: {}, _meta: META });
    expect(await codeOf(called, { ...good, 'mcp-method': 'tools/call', 'mcp-name': 'book_stay' })).toEqual([
      400, -32020,
    ]);
    expect(await codeOf(rpc('tools/list'), good)).toEqual([400, -32602]);
    expect(await codeOf(rpc('tools/list'), { 'mcp-protocol-version': '2031-01-01' })).toEqual([400, -32022]);
    expect(await codeOf(rpc('tools/none', { _meta: META }), { ...good, 'mcp-method': 'tools/none' })).toEqual(
      [404, -32601],
    );
  });

  test('a notification is accepted without a body', async () => {
    const { status, text } = await raw({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([status, text]).toEqual([202, '']);
  });
});
