/** Tests what repeated and concurrent UCP requests do, and the endpoints themselves. */
import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { UCP_OPERATIONS } from '@serai/contract/agents/ucp/ucp-route.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Loose } from '../../../test/booking-request.ts';
import { testApp } from '../../../test/test-app.ts';
import {
  PROFILE_URL,
  partnerOf,
  startUcp,
  totalOf,
  UCP_SETTINGS,
  UcpClient,
} from '../../../test/ucp/ucp-client.ts';

let client: UcpClient;
beforeAll(async () => {
  client = await startUcp();
});
afterAll(() => client?.close());

const PAYMENT = { payment: {} };

test('the official MCP client lists the tools and reads a session', async () => {
  const { id } = await client.ready('rest');
  const mcp = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { 'x-api-key': client.key } };
  await mcp.connect(
    new StreamableHTTPClientTransport(new URL(`${client.booking.app.interfaceUrl}/ucp/mcp`), { requestInit }),
  );
  const { tools } = await mcp.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...UCP_OPERATIONS]);
  const meta = { 'ucp-agent': { profile: PROFILE_URL } };
  const read = await mcp.callTool({ name: 'get_booking_session', arguments: { meta, id } });
  expect(read.structuredContent).toMatchObject({ id, status: 'ready_for_complete' });
  await mcp.close();
});

describe('idempotency', () => {
  test('the same key and body return the stored answer, another body returns 422', async () => {
    const body = await client.readyRequest();
    const idempotencyKey = randomUUID();
    const first = await client.rest('create_booking_session', { body, idempotencyKey });
    const again = await client.rest('create_booking_session', { body, idempotencyKey });
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await client.rest('create_booking_session', {
      body: { ...body, guests: [] },
      idempotencyKey,
    });
    expect(other).toMatchObject({ status: 422, body: { messages: [{ code: 'idempotency_key_reused' }] } });
    const { id } = first.body;
    const foreign = await client.rest('complete_booking_session', { id, body: PAYMENT, idempotencyKey });
    expect(foreign.status).toBe(422);
    expect(await client.bookingsOf(id)).toBe(0);
  });

  test('a key is required for the four writes in REST, and for complete and cancel in MCP', async () => {
    const body = await client.readyRequest();
    const none = { idempotencyKey: null };
    expect(await client.rest('create_booking_session', { body, ...none })).toMatchObject({ status: 400 });
    const { id } = (await client.mcp('create_booking_session', { body, ...none })).body;
    expect(id).toMatch(/^ucs_/);
    expect((await client.mcp('update_booking_session', { id, body, ...none })).body.id).toBe(id);
    for (const operation of ['complete_booking_session', 'cancel_booking_session'] as const) {
      const answer = await client.mcp(operation, { id, body: PAYMENT, ...none });
      expect(answer.body.ucp.status).toBe('error');
      expect((await client.rest(operation, { id, body: PAYMENT, ...none })).status).toBe(400);
      expect((await client.rest(operation, { id, body: PAYMENT, idempotencyKey: 'no-uuid' })).status).toBe(
        400,
      );
    }
    expect((await client.rest('update_booking_session', { id, body, ...none })).status).toBe(400);
    expect((await client.rest('get_booking_session', { id })).body.status).toBe('ready_for_complete');
  });

  test('concurrent completions, with the same and with other keys, make one booking', async () => {
    const { id } = await client.ready('rest');
    const idempotencyKey = randomUUID();
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () =>
        client.rest('complete_booking_session', { id, body: PAYMENT, idempotencyKey }),
      ),
      ...Array.from({ length: 6 }, () => client.rest('complete_booking_session', { id, body: PAYMENT })),
      ...Array.from({ length: 6 }, () => client.mcp('complete_booking_session', { id, body: PAYMENT })),
    ]);
    for (const { body } of answers) expect(['completed', 'complete_in_progress']).toContain(body.status);
    expect(answers.some(({ body }) => body.status === 'completed')).toBe(true);
    expect(await client.bookingsOf(id)).toBe(1);
    const again = await client.rest('complete_booking_session', { id, body: PAYMENT, idempotencyKey });
    expect(again.body).toMatchObject({ status: 'completed' });
  });

  test('concurrent updates and a completion never book guests that were not answered', async () => {
    const { id } = await client.ready('rest');
    const body = await client.readyRequest();
    const [completed, ...updates] = await Promise.all([
      client.rest('complete_booking_session', { id, body: PAYMENT }),
      ...Array.from({ length: 5 }, () => client.rest('update_booking_session', { id, body })),
    ]);
    for (const { status } of [completed, ...updates]) expect(status).toBe(200);
    expect(await client.bookingsOf(id)).toBeLessThanOrEqual(1);
    const { body: end } = await client.rest('complete_booking_session', { id, body: PAYMENT });
    expect(end.status).toBe('completed');
    const { json } = await client.detail(id);
    expect(json.booking.hotel.hotelId).toBe(end.property.id);
    expect(totalOf(end)).toBe(Number(json.booking.price.guestTotal.amount.replace('.', '')));
  });

  test('a completion whose response was lost is found again with the same key, and is charged once', async () => {
    const { id } = await client.ready('rest');
    const idempotencyKey = randomUUID();
    const lost = new AbortController();
    const url = `${client.booking.app.interfaceUrl}/ucp/v1/booking-sessions/${id}/complete`;
    const headers = {
      'x-api-key': client.key,
      'ucp-agent': `profile="${PROFILE_URL}"`,
      'idempotency-key': idempotencyKey,
      'content-type': 'application/json',
    };
    const sent = fetch(url, { method: 'POST', headers, body: JSON.stringify(PAYMENT), signal: lost.signal });
    await expect.poll(() => client.bookingsOf(id), { interval: 2 }).toBe(1);
    lost.abort();
    await sent.catch(() => {});
    await expect
      .poll(
        async () =>
          (await client.rest('complete_booking_session', { id, body: PAYMENT, idempotencyKey })).body.status,
      )
      .toBe('completed');
    expect(await client.bookingsOf(id)).toBe(1);
  });

  test('a session that was being completed and expired without a booking is canceled', async () => {
    const { id } = await client.ready('rest');
    await client.booking.app.mainDb`
      UPDATE ucp_session SET state = 'COMPLETING', expires_at = now() - interval '5 minutes' WHERE session_id = ${id}`;
    expect((await client.rest('get_booking_session', { id })).body.status).toBe('canceled');
  });
});

describe('the endpoint', () => {
  const status = async (method: string, path: string, key = client.key) => {
    const headers = { 'x-api-key': key, 'ucp-agent': `profile="${PROFILE_URL}"` };
    const response = await fetch(`${client.booking.app.interfaceUrl}${path}`, { method, headers });
    await response.text();
    return [response.status, response.headers.get('allow')];
  };

  test('a wrong method returns 405 and names the right ones, and an unknown path returns 404', async () => {
    expect(await status('GET', '/ucp/v1/booking-sessions')).toEqual([405, 'POST']);
    expect(await status('DELETE', '/ucp/v1/booking-sessions/ucs_1')).toEqual([405, 'GET, PUT']);
    expect(await status('POST', '/ucp/v1/create_booking_session')).toEqual([404, null]);
    expect(await status('POST', '/ucp/v1/booking-sessions/ucs_1/other')).toEqual([404, null]);
    expect((await status('GET', '/ucp/v1/booking-sessions/ucs_1?x-api-key=1'))[0]).toBe(400);
  });

  test('the profile needs no key, can be cached, and has an ETag', async () => {
    const url = `${client.booking.app.interfaceUrl}/.well-known/ucp`;
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    const etag = response.headers.get('etag') as string;
    const { ucp } = (await response.json()) as Loose;
    expect(ucp.services['dev.ucp.lodging'].map(({ endpoint }: Loose) => endpoint)).toEqual([
      'https://api.example.com/ucp/v1',
      'https://api.example.com/ucp/mcp',
    ]);
    expect(ucp.payment_handlers).toEqual({});
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('the request log shows the operation and the session, but no guests', async () => {
    const { id } = await client.ready('rest');
    const rows = () => client.booking.app.mainDb<Loose[]>`
      SELECT operation, status, request_body::text AS request, response_body::text AS response FROM request_log
      WHERE response_body::text LIKE ${`%${id}%`} ORDER BY at`;
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(0);
    const [row] = await rows();
    expect(row).toMatchObject({ operation: 'ucp_create_booking_session', status: 201 });
    expect(JSON.stringify(row)).not.toContain('Moreno');
  });

  test('nothing of UCP exists while it is off', async () => {
    const off = await testApp();
    try {
      const { secret } = await off.createKey();
      const get = async (path: string) =>
        (await fetch(`${off.interfaceUrl}${path}`, { headers: { authorization: `ApiKey ${secret}` } }))
          .status;
      expect(await get('/.well-known/ucp')).toBe(404);
      expect(await get('/ucp/v1/booking-sessions/ucs_1')).toBe(404);
      expect(await get('/ucp/x?y=1')).toBe(404);
      expect((await off.post('/ucp/mcp', {}, { key: secret })).status).toBe(404);
      const headers = { authorization: undefined, 'x-api-key': secret };
      expect((await off.post('/ucp/mcp', {}, { headers })).status).toBe(401);
    } finally {
      await off.close();
    }
  });

  test('a start without the public address, the links or the page is refused with their names', async () => {
    const start = testApp({ settings: { SERAI_UCP: 'draft', SERAI_UCP_URL: 'https://api.example.com' } });
    await expect(start).rejects.toThrow(
      'SERAI_UCP_TERMS_URL, SERAI_UCP_PRIVACY_URL, SERAI_UCP_CONTINUE_URL are not set',
    );
  });
});

test('a gateway with a separate backend forwards the session, the platform and the idempotency key', async () => {
  const { booking } = client;
  const { database } = booking.app;
  const backend = await testApp({ database, role: 'backend', settings: UCP_SETTINGS });
  const settings = { ...UCP_SETTINGS, SERAI_BACKEND_URLS: backend.backendUrl };
  const gateway = await testApp({ database, role: 'gateway', settings });
  try {
    const { interfaceUrl, post } = gateway;
    const split = new UcpClient({ ...booking, app: { ...booking.app, interfaceUrl, post } }, client.key);
    const { id } = await split.ready('rest');
    const idempotencyKey = randomUUID();
    const completed = await split.rest('complete_booking_session', { id, body: PAYMENT, idempotencyKey });
    expect(completed).toMatchObject({ status: 200, body: { status: 'completed' } });
    const again = await split.mcp('complete_booking_session', { id, body: PAYMENT, idempotencyKey });
    expect(again.body).toEqual(completed.body);
    expect((await split.rest('get_booking_session', { id })).body).toEqual(completed.body);
    expect(await client.bookingsOf(id)).toBe(1);
  } finally {
    await gateway.close();
    await backend.close();
  }
});

describe('guests', () => {
  test('a session stores people only encrypted, and is erased with its booking', async () => {
    const { id } = await client.ready('rest');
    const { body } = await client.rest('complete_booking_session', { id, body: PAYMENT });
    const { mainDb, operate } = client.booking.app;
    const rows = await mainDb<{ text: string }[]>`
      SELECT ucp_session::text AS text FROM ucp_session WHERE session_id = ${id}
      UNION ALL SELECT ucp_request::text FROM ucp_request WHERE session_id = ${id}`;
    expect(rows.length).toBeGreaterThan(2);
    for (const { text } of rows) expect(text).not.toContain(Buffer.from('Moreno').toString('hex'));
    for (const { text } of rows) expect(text).not.toContain('Moreno');
    await client.booking.call('cancel', {
      clientReference: id,
      maxPenalty: { amount: '100000', currency: 'EUR' },
    });
    await mainDb`UPDATE booking SET resolution = NULL WHERE client_reference = ${id}`;
    const erased = await operate('guests/erase', {
      partnerId: await partnerOf(client.booking),
      bookingId: body.confirmation.id,
    });
    expect(erased.status).toBe(200);
    expect(await mainDb`SELECT FROM ucp_session WHERE session_id = ${id}`).toHaveLength(0);
    expect(await mainDb`SELECT FROM ucp_request WHERE session_id = ${id}`).toHaveLength(0);
  });
});
