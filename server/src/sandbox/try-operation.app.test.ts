import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../test/booking-app.ts';
import { createPartner, openLink } from '../../test/browser-session.ts';

let app: BookingApp;
beforeAll(async () => {
  app = await bookingApp();
});
afterAll(() => app?.close());

const operate = (name: string, input: object = {}) => app.app.operate(name, input);

interface Step {
  operation: string;
  body: object;
  keeps: { name: string; member: string }[];
}

function valueAt(value: unknown, path: string): string {
  let at = value as Record<string, unknown>;
  for (const part of path.split(/[.[\]]+/).filter(Boolean)) at = at[part] as Record<string, unknown>;
  return at as unknown as string;
}

/** Tries every step of the scenario in which everything succeeds, and returns the responses. */
async function walk(): Promise<{ requestId: string; status: number }[]> {
  const { scenarios } = (await operate('sandbox/scenarios')).json;
  const { steps } = scenarios.find(({ name }: { name: string }) => name === 'ok') as { steps: Step[] };
  const kept = new Map([['reference', `TRY-${Date.now()}`]]);
  const responses = [];
  for (const { operation, body, keeps } of steps) {
    const text = JSON.stringify(body).replaceAll(/"\$(\w+)"/g, (_, name) => JSON.stringify(kept.get(name)));
    const { json } = await operate('sandbox/try', { operation, body: text });
    responses.push(json);
    for (const { name, member } of keeps) kept.set(name, valueAt(json.body, member));
  }
  return responses;
}

const logged = (requestId: string) =>
  expect
    .poll(async () => (await operate('requests/list', { requestId })).json.requests[0], { timeout: 10_000 })
    .toBeDefined()
    .then(async () => (await operate('requests/list', { requestId })).json.requests[0]);

test('search, quote, booking and cancellation are tried with one key, which is in no list and expires after an hour', async () => {
  const responses = await walk();
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const wrong = (await operate('sandbox/try', { operation: 'prebooking', body: '{}' })).json;
  expect(wrong.status).toBe(400);
  const requests = await Promise.all([...responses, wrong].map(({ requestId }) => logged(requestId)));
  expect(new Set(requests.map(({ keyId }) => keyId)).size).toBe(1);
  const { keyId } = requests[0];

  const { keys } = (await operate('keys/list')).json;
  expect(keys.map((key: { keyId: string }) => key.keyId)).not.toContain(keyId);
  const usage = (await operate('usage/summary', { environment: 'sandbox' })).json;
  expect(usage.errors).toEqual([]);
  expect((await operate('usage/funnel', { environment: 'sandbox' })).json.keys).toEqual([]);
  expect((await operate('requests/list')).json.requests).toEqual([]);
  expect((await operate('search/find', { query: 'Try', kinds: ['key'] })).json.results).toEqual([]);

  const { entries } = (await operate('audit/list', { action: 'keys/create', target: keyId })).json;
  expect(entries).toHaveLength(1);
  const { key } = (await operate('keys/show', { keyId })).json;
  const lifetimeMs = Date.parse(key.expiresAt) - Date.parse(key.createdAt);
  expect(Math.abs(lifetimeMs - 3_600_000)).toBeLessThan(60_000);
});

test('another key is created if the key was revoked', async () => {
  const first = (await operate('sandbox/try', { operation: 'boards', body: '{}' })).json;
  const { keyId } = await logged(first.requestId);
  await operate('keys/revoke', { keyId });
  const second = (await operate('sandbox/try', { operation: 'boards', body: '{}' })).json;
  expect(second.status).toBe(200);
  expect((await logged(second.requestId)).keyId).not.toBe(keyId);
});

test('an expired key is rejected and replaced', async () => {
  const tried = async () =>
    (await logged((await operate('sandbox/try', { operation: 'boards', body: '{}' })).json.requestId)).keyId;
  const keyId = await tried();
  await app.app.database
    .ownerDb`UPDATE api_key SET expires_at = now() - interval '1 minute' WHERE id = ${keyId}`;
  await expect.poll(tried, { timeout: 10_000 }).not.toBe(keyId);
  const { requests } = (await operate('requests/list', { keyId, status: 401 })).json;
  expect(requests.length).toBeGreaterThan(0);
});

test('several requests at once after a revocation share one new key', async () => {
  const boards = async () => (await operate('sandbox/try', { operation: 'boards', body: '{}' })).json;
  await operate('keys/revoke', { keyId: (await logged((await boards()).requestId)).keyId });
  const responses = await Promise.all([boards(), boards(), boards()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  const keyIds = await Promise.all(responses.map(async ({ requestId }) => (await logged(requestId)).keyId));
  expect(new Set(keyIds).size).toBe(1);
});

test('an unknown operation is rejected', async () => {
  const { status } = await operate('sandbox/try', { operation: 'nothing', body: '{}' });
  expect(status).toBe(404);
});

test('the checklist shows what the requests of a key have shown so far, and adds nothing to them', async () => {
  const { keyId } = await app.app.createKey({ name: 'Web shop' });
  const items = async () => {
    const { json } = await operate('sandbox/checklist', { keyId });
    return json.items.filter(({ doneAt }: { doneAt: string | null }) => doneAt !== null);
  };
  expect(await items()).toEqual([]);
  await app.app.database.ownerDb`
    INSERT INTO request_log (id, at, request_id, organisation_id, environment, key_id, operation, path, status,
      code, user_agent, bytes_in, bytes_out, total_us, booking_id)
    SELECT 'log_' || n, now() - make_interval(secs => 20 - n), 'req_' || n, k.organisation_id, 'sandbox', k.id,
      o.operation, '/', o.status, o.code, o.agent, 0, 0, 0, o.booking
    FROM api_key k, (VALUES (1, 'availability', 429, NULL, NULL, NULL), (2, 'availability', 503, NULL, NULL, NULL),
      (3, 'availability', 200, NULL, NULL, NULL), (4, 'booking', 202, NULL, NULL, 'bkg_1'),
      (5, 'bookingdetail', 200, NULL, NULL, 'bkg_2'), (6, 'booking', 409, 'QUOTE_ALREADY_USED', NULL, NULL),
      (7, 'prebooking', 200, NULL, 'Serai dashboard', NULL)) AS o (n, operation, status, code, agent, booking)
    WHERE k.id = ${keyId}`;
  const names = async () => (await items()).map(({ item }: { item: string }) => item);
  // The booking that was read is not the one with the unknown outcome.
  // A reused quote is not a rejected booking, and a person in the dashboard is not the program.
  expect(await names()).toEqual(['SEARCH', 'READ', 'RATE_LIMIT', 'SERVER_ERROR']);
  await app.app.database.ownerDb`UPDATE request_log SET code = 'OFFER_NOT_AVAILABLE' WHERE id = 'log_6'`;
  expect(await names()).toContain('REJECTED');
  await app.app.database.ownerDb`UPDATE request_log SET booking_id = 'bkg_1' WHERE id = 'log_5'`;
  expect(await names()).toContain('UNKNOWN_OUTCOME');
  expect((await operate('usage/summary', { environment: 'sandbox', keyId })).json.totals.requests).toBe(0);
});

test('a test event does not count as a received event', async () => {
  const { keyId } = await app.app.createKey({ name: 'Receiver' });
  const db = app.app.database.ownerDb;
  const webhook = async () => {
    const { json } = await operate('sandbox/checklist', { keyId });
    return json.items.find(({ item }: { item: string }) => item === 'WEBHOOK').doneAt;
  };
  const { json: created } = await operate('webhooks/create', {
    url: 'https://hooks.example.com/checklist',
    eventTypes: ['booking.confirmed'],
    environment: 'sandbox',
  });
  const { endpointId } = created.endpoint;
  await operate('webhooks/update', { endpointId, status: 'PAUSED' });
  await db`
    INSERT INTO webhook_delivery (delivery_id, event_id, endpoint_id, organisation_id, environment, type, status, created_at, delivered_at)
    SELECT 'dlv_seen', 'evt_seen', ${endpointId}, organisation_id, 'sandbox', 'webhook.ping', 'DELIVERED', now(), now()
    FROM api_key WHERE id = ${keyId}`;
  expect(await webhook()).toBeNull();
  await db`UPDATE webhook_delivery SET type = 'booking.confirmed' WHERE delivery_id = 'dlv_seen'`;
  expect(await webhook()).not.toBeNull();
});

test('a production key has no checklist', async () => {
  const { keyId } = await app.app.createKey({ name: 'Live', environment: 'production' });
  const { json } = await operate('sandbox/checklist', { keyId });
  expect(json.error.code).toBe('INVALID_STATE');
});

test('the keys of Serai itself have no checklist', async () => {
  const tried = (await operate('sandbox/try', { operation: 'boards', body: '{}' })).json;
  const { keyId } = await logged(tried.requestId);
  expect((await operate('sandbox/checklist', { keyId })).json.error.code).toBe('NOT_FOUND');
});

test('partner users see no checklist of another partner, and viewers cannot try operations', async () => {
  const { keyId } = await app.app.createKey({ name: 'Theirs' });
  const other = await createPartner(app.app);
  const developer = await openLink(app.app, other, 'partner-developer');
  expect((await developer('sandbox/checklist', { keyId })).json.error.code).toBe('NOT_FOUND');
  const viewer = await openLink(app.app, other, 'partner-viewer');
  const { json } = await viewer('sandbox/try', { operation: 'boards', body: '{}' });
  expect(json.error.code).toBe('FORBIDDEN');
});

test('a suspended partner cannot search with a key for trying operations', async () => {
  const partnerId = await createPartner(app.app, 'Late payer');
  const { scenarios } = (await operate('sandbox/scenarios')).json;
  const { steps } = scenarios.find(({ name }: { name: string }) => name === 'ok') as { steps: Step[] };
  const { operation, body } = steps[0] as Step;
  const search = async () =>
    (await operate('sandbox/try', { partnerId, operation, body: JSON.stringify(body) })).json.status;
  expect(await search()).toBe(200);
  await operate('partners/suspend', { partnerId });
  await expect.poll(search, { timeout: 10_000 }).toBe(403);
});
