/** Tests who may use UCP sessions: keys, platforms, scopes and spend limits. */
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOf, newUcpKey, startUcp, type UcpClient } from '../../../test/ucp/ucp-client.ts';

let client: UcpClient;
beforeAll(async () => {
  client = await startUcp();
});
afterAll(() => client?.close());

const PAYMENT = { payment: {} };

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
  expect(await client.bookingsOf(id)).toBe(0);
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

test('the request log treats a refused MCP request as a failure, although its status is 200', async () => {
  const key = await newUcpKey(client.booking, {}, { environment: 'production' });
  for (let i = 0; i < 3; i++) {
    const refused = await client.mcp('get_booking_session', { id: 'ucs_1', profileUrl: null, key });
    expect(refused).toMatchObject({ status: 200, body: { messages: [{ code: 'invalid_profile_url' }] } });
  }
  // In production, all bodies of failures are logged, but only a sample of other bodies.
  const rows = () => client.booking.app.mainDb<{ hasBody: boolean }[]>`
    SELECT request_body IS NOT NULL AS "hasBody" FROM request_log WHERE environment = 'production'`;
  await expect.poll(rows).toEqual(Array(3).fill({ hasBody: true }));
});

test('an invalid idempotency key in the metadata of a tool does not hide the platform', async () => {
  const { id } = await client.ready('rest');
  const refused = await client.mcp('cancel_booking_session', { id, idempotencyKey: 'x'.repeat(65) });
  expect(refused.body.messages).toMatchObject([{ code: 'invalid' }]);
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

test('policies appear only if the platform knows them', async () => {
  const key = await newUcpKey(client.booking, { capabilities: ['dev.ucp.lodging.booking'] });
  const body = await client.readyRequest();
  const { body: plain } = await client.rest('create_booking_session', { body, key });
  expect(plain.policies).toBeUndefined();
  const { body: full } = await client.rest('create_booking_session', { body });
  expect(full.policies[0]).toMatchObject({ type: 'dev.ucp.lodging.policy.cancellation' });
});

test('a key that demands approval by a person leads to the page of the operator', async () => {
  const scopes = SCOPE_NAMES.filter(scope => scope !== 'hotels:book');
  const key = await newUcpKey(client.booking, { requiresApproval: true }, { scopes });
  const body = await client.readyRequest();
  const created = await client.rest('create_booking_session', { body, key });
  const { id } = created.body;
  expect(created.body).toMatchObject({
    status: 'requires_escalation',
    continue_url: expect.stringContaining(id),
  });
  expect(created.body.messages[0]).toMatchObject({ severity: 'requires_buyer_review' });
  const completed = await client.rest('complete_booking_session', { id, body: PAYMENT, key });
  expect(completed.status).toBe(403);
  expect(await client.bookingsOf(id)).toBe(0);
});

test('a key without the scope to book can quote but not complete', async () => {
  const scopes = SCOPE_NAMES.filter(scope => scope !== 'hotels:book');
  const key = await newUcpKey(client.booking, {}, { scopes });
  const body = await client.readyRequest();
  const { id } = (await client.rest('create_booking_session', { body, key })).body;
  const refused = await client.rest('complete_booking_session', { id, body: PAYMENT, key });
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
  const reader = SCOPE_NAMES.filter(scope => scope !== 'hotels:quote');
  const canceled = await client.rest('cancel_booking_session', {
    id,
    key: await newUcpKey(client.booking, {}, { scopes: reader }),
  });
  expect(canceled.status).toBe(403);
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
  expect(await client.bookingsOf(id)).toBe(0);
  const [, , keyId] = key.split('_');
  await client.booking.app.operate('keys/update', { keyId, limits: { spend: null } });
  await expect
    .poll(async () => (await client.rest('complete_booking_session', { id, body: PAYMENT, key })).body.status)
    .toBe('completed');
  expect(await client.bookingsOf(id)).toBe(1);
});
