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
