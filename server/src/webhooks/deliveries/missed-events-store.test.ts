import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORGANISATION, openWebhookWorld, type WebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import { listMissedEvents } from './missed-events-store.ts';

let world: WebhookWorld;
const endpoints: string[] = [];
beforeAll(async () => {
  world = await openWebhookWorld();
  endpoints.push(await world.endpoint('http://127.0.0.1:1'), await world.endpoint('http://127.0.0.1:1'));
  await world.event({ type: 'booking.confirmed', bookingId: 'bkg_1', version: 1 });
  await world.time.advance(1_000);
  await world.event({ type: 'booking.cancelled', bookingId: 'bkg_1', version: 2 });
});
afterAll(() => world?.drop());

const scope = { organisationId: undefined, environment: undefined };
const missed = async (more: object = {}) =>
  (await listMissedEvents(world.db, { ...scope, ...more }, 10)).map(each => [each.endpointId, each.missed]);
const fail = (endpointId: string, status: 'FAILED' | 'HELD') => world.database.ownerDb`
  UPDATE webhook_delivery SET status = ${status}, next_attempt_at = NULL, lease_until = NULL
  WHERE endpoint_id = ${endpointId}`;

test('an endpoint misses events that failed permanently, but not events that are still retried', async () => {
  const [a = ''] = endpoints;
  expect(await missed()).toEqual([]);
  await fail(a, 'FAILED');
  expect(await missed()).toEqual([[a, 2]]);
  expect(await missed({ organisationId: ORGANISATION })).toEqual([[a, 2]]);
  expect(await missed({ organisationId: 'org_b' })).toEqual([]);
  expect(await missed({ environment: 'production' })).toEqual([]);
});

test('events on hold count only if the endpoint was disabled automatically', async () => {
  const [a = '', b = ''] = endpoints;
  await fail(b, 'HELD');
  await world.database
    .ownerDb`UPDATE webhook_endpoint SET status = 'PAUSED', status_reason = 'Paused.' WHERE endpoint_id = ${b}`;
  expect(await missed()).toEqual([[a, 2]]);
  await world.database
    .ownerDb`UPDATE webhook_endpoint SET status = 'DISABLED', status_reason = 'Gone.' WHERE endpoint_id = ${b}`;
  expect((await missed()).sort()).toEqual(
    [
      [a, 2],
      [b, 2],
    ].sort(),
  );
});

test('an endpoint that missed events has recovered if its last attempt succeeded', async () => {
  const [a = ''] = endpoints;
  const { ownerDb } = world.database;
  const state = async () =>
    (await listMissedEvents(world.db, scope, 10))
      .filter(({ endpointId }) => endpointId === a)
      .map(({ hasRecovered, lastError }) => [hasRecovered, lastError]);
  expect(await state()).toEqual([[true, null]]);
  await ownerDb`
    INSERT INTO webhook_attempt (delivery_id, number, endpoint_id, organisation_id, environment, at, duration_ms, status, error)
    VALUES ('dlv_1', 1, ${a}, ${ORGANISATION}, 'sandbox', serai_now() - interval '1 second', 5, 503, 'Returned 503.'),
      ('dlv_2', 1, ${a}, ${ORGANISATION}, 'sandbox', serai_now(), 5, 200, NULL)`;
  await ownerDb`UPDATE webhook_endpoint SET failing_since = serai_now() WHERE endpoint_id = ${a}`;
  expect(await state()).toEqual([[false, 'Returned 503.']]);
});
