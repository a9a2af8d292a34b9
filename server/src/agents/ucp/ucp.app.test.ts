/** Tests UCP Lodging over both bindings, in the whole service. */
import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { UCP_OPERATIONS } from '@serai/contract/agents/ucp/ucp-route.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Loose } from '../../../test/booking-request.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { testApp } from '../../../test/test-app.ts';
import {
  BINDINGS,
  codesOf,
  newUcpKey,
  PROFILE_URL,
  partnerOf,
  startUcp,
  totalOf,
  UCP_SETTINGS,
  type UcpClient,
  withPeople,
} from '../../../test/ucp/ucp-client.ts';

let client: UcpClient;
let database: TestDatabase;
const logged: string[] = [];
beforeAll(async () => {
  database = await testDatabase();
  client = await startUcp({
    database,
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
  });
});
afterAll(() => client?.close());

const PAYMENT = { payment: {} };
/** Sessions with an unknown outcome, which is found out in the background. */
const open: string[] = [];

function detail(clientReference: string): Promise<Loose> {
  return client.booking.call('bookingdetail', { clientReference });
}

async function bookingsOf(sessionId: string): Promise<number> {
  const rows = await client.booking.app.mainDb<{ count: number }[]>`
    SELECT count(*)::int AS count FROM booking WHERE client_reference LIKE ${`${sessionId}%`}`;
  return rows[0]?.count ?? 0;
}

describe.each(BINDINGS)('a session over %s', binding => {
  test('leads from the stays of an offer to a confirmed booking', async () => {
    const stays = await client.stays('ok');
    const created = await client.send(binding, 'create_booking_session', { body: stays });
    expect(created.status).toBe(binding === 'rest' ? 201 : 200);
    const { id } = created.body;
    expect(created.body).toMatchObject({
      id: expect.stringMatching(/^ucs_/),
      status: 'incomplete',
      property: { id: stays.property.id },
      continue_url: `https://www.example.com/continue?session=${id}`,
      links: [
        { type: 'terms_of_service', url: UCP_SETTINGS.SERAI_UCP_TERMS_URL },
        { type: 'privacy_policy', url: UCP_SETTINGS.SERAI_UCP_PRIVACY_URL },
      ],
    });
    expect(created.body.messages.filter(({ code }: Loose) => code === 'missing')[0]).toMatchObject({
      type: 'error',
      severity: 'recoverable',
    });
    const early = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect(early.body.status).toBe('incomplete');
    expect(await bookingsOf(id)).toBe(0);

    const updated = await client.send(binding, 'update_booking_session', { id, body: withPeople(stays) });
    expect(updated.body).toMatchObject({ id, status: 'ready_for_complete', totals: created.body.totals });
    expect(updated.body.continue_url).toBeUndefined();
    const completed = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    const { json } = await detail(id);
    expect(completed.body).toMatchObject({
      id,
      status: 'completed',
      confirmation: { id: json.booking.bookingId },
      totals: created.body.totals,
    });
    expect(json.booking).toMatchObject({ status: 'CONFIRMED', clientReference: id });
    const read = await client.send(binding, 'get_booking_session', { id });
    expect(read.body).toEqual(completed.body);
    for (const operation of ['update_booking_session', 'cancel_booking_session'] as const) {
      const refused = await client.send(binding, operation, { id, body: withPeople(stays) });
      expect(refused.body).toMatchObject({ status: 'completed', confirmation: completed.body.confirmation });
      expect(codesOf(refused.body)).toEqual(['session_completed']);
    }
  });

  test('is canceled on request, and can then not be completed', async () => {
    const { id } = await client.ready(binding);
    const canceled = await client.send(binding, 'cancel_booking_session', { id });
    expect(canceled.body).toMatchObject({ id, status: 'canceled' });
    const late = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect(late.body).toMatchObject({ id, status: 'canceled' });
    expect(await bookingsOf(id)).toBe(0);
  });

  test('is in progress while the outcome is unknown, and then no request changes it', async () => {
    const { id, expires_at } = await client.ready(binding, 'book.timeout_then_confirmed');
    const completed = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect(completed.body).toMatchObject({ id, status: 'complete_in_progress' });
    expect(completed.body.confirmation).toBeUndefined();
    expect(codesOf(completed.body)).toContain('outcome_unknown');
    if (binding === 'rest') expect(Number(completed.headers.get('retry-after'))).toBeGreaterThan(0);
    const { json } = await detail(id);
    expect(Date.parse(completed.body.expires_at)).toBe(Date.parse(json.booking.resolution.resolveBy));
    expect(completed.body.expires_at).not.toBe(expires_at);
    for (const operation of [
      'complete_booking_session',
      'cancel_booking_session',
      'update_booking_session',
    ] as const) {
      const again = await client.send(binding, operation, { id, body: { ...PAYMENT, ...completed.body } });
      expect(again.body.status).toBe('complete_in_progress');
      expect(again.body.messages[0]).toMatchObject({
        code: 'operation_in_progress',
        severity: 'recoverable',
      });
    }
    expect(await bookingsOf(id)).toBe(1);
    open.push(id);
  });

  test('that the hotel must confirm is in progress', async () => {
    const { id } = await client.ready(binding, 'book.on_request_confirm');
    const { body } = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect(body.status).toBe('complete_in_progress');
    expect(codesOf(body)).toContain('on_request');
  });

  test('whose price changed while booking can be completed at the new price, with a new attempt', async () => {
    const { id, totals } = await client.ready(binding, 'book.price_changed');
    const first = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect(first.body).toMatchObject({ id, status: 'ready_for_complete' });
    expect(first.body.totals).toHaveLength(totals.length);
    expect(first.body.messages).toContainEqual(
      expect.objectContaining({ type: 'warning', code: 'totals_changed', presentation: 'disclosure' }),
    );
    expect((await detail(id)).json.booking).toMatchObject({
      status: 'REJECTED',
      statusReason: 'PRICE_CHANGED',
    });
    await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect((await detail(`${id}/2`)).json.booking.clientReference).toBe(`${id}/2`);
  });

  test.each(['book.rejected', 'book.soldout'] as const)('ends as canceled after %s', async scenario => {
    const { id } = await client.ready(binding, scenario);
    const { body } = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect(body).toMatchObject({ id, status: 'canceled' });
    expect(codesOf(body)).toContain('inventory_exhausted');
    expect((await client.send(binding, 'get_booking_session', { id })).body).toEqual(body);
  });

  test('is not created if the offer is gone', async () => {
    const body = await client.readyRequest('prebook.soldout');
    const { status, body: answer } = await client.send(binding, 'create_booking_session', { body });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ ucp: { status: 'error' }, messages: [{ code: 'inventory_exhausted' }] });
  });

  test('shows a price that changed since the search', async () => {
    const session = await client.ready(binding, 'prebook.price_up');
    expect(session.status).toBe('ready_for_complete');
    expect(codesOf(session)).toContain('totals_changed');
  });

  test.each([
    ['avail.currency_jpy', 'JPY', 0],
    ['avail.currency_kwd', 'KWD', 3],
  ] as const)('has exact minor units in %s', async (scenario, currency, decimals) => {
    const session = await client.ready(binding, scenario);
    expect(session.currency).toBe(currency);
    const { body } = await client.send(binding, 'complete_booking_session', {
      id: session.id,
      body: PAYMENT,
    });
    expect(body.status).toBe('completed');
    const { guestTotal } = (await detail(session.id)).json.booking.price;
    const [whole, fraction = ''] = guestTotal.amount.split('.');
    expect(fraction).toHaveLength(decimals);
    expect(totalOf(body)).toBe(Number(whole + fraction));
  });

  test('of several rooms with children books every room with its own guests', async () => {
    const body = await client.readyRequest('ok', [{ adults: 2 }, { adults: 1, childAges: [4, 9] }]);
    const session = (await client.send(binding, 'create_booking_session', { body })).body;
    expect(session.status).toBe('ready_for_complete');
    expect(session.stays.map(totalOf).reduce((sum: number, each: number) => sum + each, 0)).toBe(
      totalOf(session),
    );
    const { body: done } = await client.send(binding, 'complete_booking_session', {
      id: session.id,
      body: PAYMENT,
    });
    expect(done.status).toBe('completed');
    const { rooms } = (await detail(session.id)).json.booking;
    expect(rooms.map(({ guests }: Loose) => guests.map(({ type, age }: Loose) => [type, age]))).toEqual([
      [
        ['ADULT', null],
        ['ADULT', null],
      ],
      [
        ['ADULT', null],
        ['CHILD', 4],
        ['CHILD', 9],
      ],
    ]);
  });

  test('with other stays gets a new quote and says that the total moved', async () => {
    const session = await client.ready(binding);
    const other = await client.readyRequest('cancel.nonrefundable');
    const updated = await client.send(binding, 'update_booking_session', { id: session.id, body: other });
    expect(updated.body).toMatchObject({ id: session.id, property: { id: other.property.id } });
    expect(codesOf(updated.body).includes('totals_changed')).toBe(totalOf(updated.body) !== totalOf(session));
    const { body } = await client.send(binding, 'complete_booking_session', {
      id: session.id,
      body: PAYMENT,
    });
    expect(body).toMatchObject({ status: 'completed', totals: updated.body.totals });
    expect((await detail(session.id)).json.booking.hotel.hotelId).toBe(other.property.id);
  });

  test('refuses stays that do not fit their offer, and leaves the session as it was', async () => {
    const good = await client.readyRequest();
    const dates = { start_date: '2030-01-01', end_date: '2030-01-03' };
    const [stay] = good.stays;
    const cases: [Loose, string][] = [
      [{ ...good, property: { id: 'htl_other' } }, '$.property.id'],
      [{ ...good, stays: [{ ...stay, stay_dates: dates }] }, '$.stays[0].stay_dates'],
      [{ ...good, stays: [{ ...stay, occupancy: { adults: 1, total: 1 } }] }, '$.stays[0].occupancy'],
      [{ ...good, stays: [{ ...stay, rate_plan: { id: 'other' } }] }, '$.stays[0].rate_plan.id'],
      [{ ...good, stays: [stay, { ...stay, id: 'off_other~1' }] }, '$.stays[1]'],
      [{ ...good, stays: [{ ...stay, id: undefined }] }, '$.stays[0].id'],
      [{ ...good, stays: [{ ...stay, id: stay.id.replace('~1', '~2') }] }, '$.stays[0].id'],
      [{ ...good, stays: [] }, '$.stays'],
    ];
    const session = (await client.send(binding, 'create_booking_session', { body: good })).body;
    for (const [body, path] of cases) {
      const created = await client.send(binding, 'create_booking_session', { body });
      expect(created.body).toMatchObject({
        ucp: { status: 'error' },
        messages: [{ severity: 'recoverable', path }],
      });
      const updated = await client.send(binding, 'update_booking_session', { id: session.id, body });
      expect(updated.body).toMatchObject({ id: session.id, totals: session.totals, stays: session.stays });
      expect(updated.body.messages[0]).toMatchObject({ severity: 'recoverable', path });
    }
  });

  test('is refused a payment instrument, which is neither stored nor logged', async () => {
    const { id } = await client.ready(binding);
    const instrument = {
      id: 'i1',
      handler_id: 'h',
      type: 'card',
      credential: { type: 'card', number: '4111111111111111' },
    };
    const body = { payment: { instruments: [instrument] } };
    const refused = await client.send(binding, 'complete_booking_session', { id, body });
    expect(refused.body).toMatchObject({
      id,
      status: 'requires_escalation',
      continue_url: expect.any(String),
    });
    expect(refused.body.messages[0]).toMatchObject({
      code: 'payment_failed',
      severity: 'requires_buyer_review',
    });
    expect(await bookingsOf(id)).toBe(0);
    const none = await client.send(binding, 'complete_booking_session', { id, body: {} });
    expect(none.body.messages[0]).toMatchObject({ code: 'missing', path: '$.payment' });
    expect(logged.join('')).not.toContain('4111111111111111');
    expect(logged.join('')).not.toContain('ada@example.com');
  });

  test('never shows the net price or our cost', async () => {
    const session = await client.ready(binding);
    const quote = await client.booking.quote('ok');
    const names = new Set<string>();
    JSON.stringify(session, (name, value) => {
      names.add(name);
      return value;
    });
    for (const name of ['net', 'commission', 'termsHash', 'windows', 'penalty'])
      expect(names).not.toContain(name);
    expect(totalOf(session)).toBeGreaterThanOrEqual(
      Number(quote.json.offer.price.net.amount.replace('.', '')),
    );
  });
});

test('a session with an unknown outcome is completed as soon as the outcome is known', async () => {
  expect(open).toHaveLength(2);
  for (const id of open) {
    const read = async () => (await client.rest('get_booking_session', { id })).body;
    await expect
      .poll(async () => (await read()).status, { timeout: 60_000, interval: 200 })
      .toBe('completed');
    expect((await read()).confirmation.id).toMatch(/^bkg_/);
  }
});

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
    expect(await bookingsOf(id)).toBe(0);
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
    expect(await bookingsOf(id)).toBe(1);
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
    expect(await bookingsOf(id)).toBeLessThanOrEqual(1);
    const { body: end } = await client.rest('complete_booking_session', { id, body: PAYMENT });
    expect(end.status).toBe('completed');
    const { json } = await detail(id);
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
    await expect.poll(() => bookingsOf(id), { interval: 2 }).toBe(1);
    lost.abort();
    await sent.catch(() => {});
    await expect
      .poll(
        async () =>
          (await client.rest('complete_booking_session', { id, body: PAYMENT, idempotencyKey })).body.status,
      )
      .toBe('completed');
    expect(await bookingsOf(id)).toBe(1);
  });

  test('a session whose completion ended before the booking was written can be completed again', async () => {
    const { id } = await client.ready('rest');
    await client.booking.app.mainDb`UPDATE ucp_session SET state = 'COMPLETING' WHERE session_id = ${id}`;
    expect((await client.rest('get_booking_session', { id })).body.status).toBe('complete_in_progress');
    const { body } = await client.rest('complete_booking_session', { id, body: PAYMENT });
    expect(body.status).toBe('completed');
    expect(await bookingsOf(id)).toBe(1);
  });

  test('a session that was being completed and expired without a booking is canceled', async () => {
    const { id } = await client.ready('rest');
    await client.booking.app.mainDb`
      UPDATE ucp_session SET state = 'COMPLETING', expires_at = now() - interval '5 minutes' WHERE session_id = ${id}`;
    expect((await client.rest('get_booking_session', { id })).body.status).toBe('canceled');
  });
});

describe('access', () => {
  test('a session is unknown to other keys and to other partners', async () => {
    const { id } = await client.ready('rest');
    const { json } = await client.booking.app.operate('partners/create', { name: 'Other' });
    const strangers = [
      await newUcpKey(client.booking),
      await newUcpKey(client.booking, {}, { partnerId: json.partner.partnerId }),
    ];
    for (const key of strangers) {
      const read = await client.rest('get_booking_session', { id, key });
      expect(read).toMatchObject({ status: 404, body: { messages: [{ code: 'not_found' }] } });
      const completed = await client.rest('complete_booking_session', { id, body: PAYMENT, key });
      expect(completed.status).toBe(404);
    }
    expect(await bookingsOf(id)).toBe(0);
  });

  test('a key is accepted in X-API-Key or in Authorization, but not in both or as a bearer token', async () => {
    const { id } = await client.ready('rest');
    const status = async (headers: Record<string, string | undefined>) =>
      (await client.rest('get_booking_session', { id, headers })).status;
    expect(await status({ 'x-api-key': undefined, authorization: `ApiKey ${client.key}` })).toBe(200);
    expect(await status({ authorization: `ApiKey ${client.key}` })).toBe(401);
    expect(await status({ 'x-api-key': undefined, authorization: `Bearer ${client.key}` })).toBe(401);
    expect(await status({ 'x-api-key': undefined })).toBe(401);
    const { status: other } = await client.booking.app.post(
      '/connect/hotels/v1/bookinglist',
      {},
      { headers: { 'x-api-key': client.key } },
    );
    expect(other).toBe(401);
  });

  test('a request must come from the platform of its key', async () => {
    const { id } = await client.ready('rest');
    for (const profileUrl of ['https://other.example/.well-known/ucp', null]) {
      expect(await client.rest('get_booking_session', { id, profileUrl })).toMatchObject({
        status: 400,
        body: { ucp: { status: 'error' }, messages: [{ code: 'invalid_profile_url' }] },
      });
      expect((await client.mcp('get_booking_session', { id, profileUrl })).body.messages[0].code).toBe(
        'invalid_profile_url',
      );
    }
    const plain = await client.rest('get_booking_session', { id, key: client.booking.key });
    expect(plain).toMatchObject({ status: 400, body: { messages: [{ code: 'invalid_profile_url' }] } });
  });

  test('a platform with a newer version or without the capability is refused', async () => {
    const newer = await newUcpKey(client.booking, { version: '2030-01-01' });
    expect(await client.rest('get_booking_session', { id: 'ucs_1', key: newer })).toMatchObject({
      status: 422,
      body: { messages: [{ code: 'version_unsupported' }] },
    });
    const shop = await newUcpKey(client.booking, { capabilities: ['dev.ucp.shopping.checkout'] });
    expect(await client.rest('get_booking_session', { id: 'ucs_1', key: shop })).toMatchObject({
      status: 200,
      body: { messages: [{ code: 'capabilities_incompatible' }] },
    });
  });

  test('policies and payment terms appear only if the platform knows them', async () => {
    const key = await newUcpKey(client.booking, { capabilities: ['dev.ucp.lodging.booking'] });
    const body = await client.readyRequest();
    const { body: plain } = await client.rest('create_booking_session', { body, key });
    expect([plain.policies, plain.payment]).toEqual([undefined, undefined]);
    const { body: full } = await client.rest('create_booking_session', { body });
    expect(full.policies[0]).toMatchObject({ type: 'dev.ucp.lodging.policy.cancellation' });
    expect(full.payment.terms[0].schedules.reduce((sum: number, { amount }: Loose) => sum + amount, 0)).toBe(
      totalOf(full),
    );
  });

  test('a key that demands approval by a person leads to the page of the operator', async () => {
    const key = await newUcpKey(client.booking, { requiresApproval: true });
    const body = await client.readyRequest();
    const created = await client.rest('create_booking_session', { body, key });
    const { id } = created.body;
    expect(created.body).toMatchObject({
      status: 'requires_escalation',
      continue_url: expect.stringContaining(id),
    });
    expect(created.body.messages[0]).toMatchObject({ severity: 'requires_buyer_review' });
    const completed = await client.rest('complete_booking_session', { id, body: PAYMENT, key });
    expect(completed.body.status).toBe('requires_escalation');
    expect(await bookingsOf(id)).toBe(0);
  });

  test('a key without the scope to book can quote but not complete', async () => {
    const scopes = SCOPE_NAMES.filter(scope => scope !== 'hotels:book');
    const key = await newUcpKey(client.booking, {}, { scopes });
    const body = await client.readyRequest();
    const { id } = (await client.rest('create_booking_session', { body, key })).body;
    const refused = await client.rest('complete_booking_session', { id, body: PAYMENT, key });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
  });

  test('a spend limit applies, and the session can be completed once the limit allows it', async () => {
    const spend = { perBooking: { amount: '0.01', currency: 'EUR' } };
    const limits = { perMinute: 1000, perHour: 1000, perDay: 1000, spend };
    const key = await newUcpKey(client.booking, {}, { limits });
    const body = await client.readyRequest();
    const { id } = (await client.rest('create_booking_session', { body, key })).body;
    const refused = await client.rest('complete_booking_session', { id, body: PAYMENT, key });
    expect(refused.body.status).toBe('ready_for_complete');
    expect(codesOf(refused.body)[0]).toBe('payment_failed');
    expect(await bookingsOf(id)).toBe(0);
    const [, , keyId] = key.split('_');
    await client.booking.app.operate('keys/update', { keyId, limits: { spend: null } });
    await expect
      .poll(
        async () => (await client.rest('complete_booking_session', { id, body: PAYMENT, key })).body.status,
      )
      .toBe('completed');
    expect(await bookingsOf(id)).toBe(1);
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
      expect((await off.post('/ucp/mcp', {}, { key: secret })).status).toBe(404);
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
