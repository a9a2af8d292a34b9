import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openReceiver, type Receiver, status } from '../../../test/webhooks/receiver.ts';
import { ORGANISATION, openWebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import { appendEvent } from '../../platform/events/outbox-store.ts';
import { listDeliveries } from '../deliveries/delivery-list-store.ts';
import { pingEndpoint } from '../deliveries/ping-store.ts';
import { tidyWebhooks } from '../start-webhook-jobs.ts';
import { holdStragglers } from './endpoint-status-store.ts';
import { createEndpoint, deleteEndpoint, updateEndpoint } from './endpoint-store.ts';
import { rotateSecret } from './secret-store.ts';
import { findEndpoint, listEndpoints } from './stored-endpoint-store.ts';

let receiver: Receiver;
const world = await openWebhookWorld();
afterAll(() => world.drop());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  await world.clean();
  await receiver.close();
});

const find = (endpointId: string) => findEndpoint(world.db, ORGANISATION, endpointId);
const deliver = async () => {
  const worker = world.worker();
  worker.start();
  await worker.idle();
  await worker.stop();
};
const signatures = () =>
  String(receiver.received.splice(0)[0]?.headers['webhook-signature']).split(' ').length;

describe('a webhook endpoint', () => {
  test('a webhook endpoint is returned as created, and its secret is shown once and never stored in plain text', async () => {
    const { endpoint, secret } = await createEndpoint(world.db, world.seal, {
      organisationId: ORGANISATION,
      environment: 'production',
      url: 'https://hooks.example.com/',
      eventTypes: ['booking.confirmed'],
      description: 'Orders',
      createdBy: 'somebody',
      createdByStaff: false,
    });
    const now = new Date(world.time.databaseNowMs());
    expect(endpoint).toEqual({
      endpointId: expect.stringMatching(/^whk_/),
      organisationId: ORGANISATION,
      environment: 'production',
      url: 'https://hooks.example.com/',
      eventTypes: ['booking.confirmed'],
      description: 'Orders',
      status: 'ENABLED',
      statusReason: null,
      statusSince: now,
      createdAt: now,
      createdBy: 'somebody',
      createdByStaff: false,
      updatedAt: now,
      secrets: [{ createdAt: now, validUntil: null }],
      health: {
        attempts: 0,
        successRate: null,
        p95Ms: null,
        lastSuccessAt: null,
        lastFailureAt: null,
        failingSince: null,
        held: 0,
        waiting: 0,
        nextAttemptAt: null,
        disablesAt: null,
      },
      notices: { nextAt: null, mailedAt: null, mailedTo: [], mailedStaff: null },
    });
    expect(secret).toMatch(/^whsec_/);
    const [row] = await world.db<{ sealed: Buffer }[]>`SELECT sealed FROM webhook_secret`;
    expect(row?.sealed.includes(secret.slice(6))).toBe(false);
    expect(await findEndpoint(world.db, 'org_b', endpoint.endpointId)).toBeUndefined();
  });

  test('a webhook endpoint shows its health over the last day', async () => {
    const endpointId = await world.endpoint(receiver.url);
    for (let i = 0; i < 3; i++) await world.event();
    await deliver();
    receiver.answer = status(500);
    await world.event();
    await deliver();
    const now = new Date(world.time.databaseNowMs());
    expect((await find(endpointId))?.health).toEqual({
      attempts: 4,
      successRate: 0.75,
      p95Ms: 0,
      lastSuccessAt: now,
      lastFailureAt: now,
      failingSince: now,
      held: 0,
      waiting: 1,
      nextAttemptAt: expect.any(Date),
      disablesAt: new Date(now.getTime() + 5 * 86_400_000),
    });
    await world.time.advance(25 * 3_600_000);
    expect((await find(endpointId))?.health).toMatchObject({ successRate: null, lastSuccessAt: now });
  });

  test('updating a webhook endpoint changes only the given fields', async () => {
    const endpointId = await world.endpoint(receiver.url);
    const before = await find(endpointId);
    await world.time.advance(1_000);
    const change = (changes: object) =>
      updateEndpoint(world.db, ORGANISATION, endpointId, { actor: 'somebody', ...changes });
    const updatedAt = new Date(world.time.databaseNowMs());
    expect(await change({ description: 'new' })).toEqual({ ...before, description: 'new', updatedAt });
    expect(await change({ eventTypes: ['booking.pending'] })).toMatchObject({
      eventTypes: ['booking.pending'],
    });
    expect(await change({ description: null, url: 'https://example.com/' })).toMatchObject({
      description: null,
      url: 'https://example.com/',
      eventTypes: ['booking.pending'],
    });
    expect(await updateEndpoint(world.db, 'org_b', endpointId, { actor: 'x', url: 'x' })).toBeUndefined();
  });

  test('pages of webhook endpoints are complete and without duplicates', async () => {
    const made: string[] = [];
    for (let i = 0; i < 7; i++) {
      made.unshift(await world.endpoint(receiver.url));
      if (i % 3 === 0) await world.time.advance(1);
    }
    await world.endpoint(receiver.url, { environment: 'production' });
    const seen: string[] = [];
    let before: { at: Date; id: string } | undefined;
    for (;;) {
      const page = await listEndpoints(world.db, {
        organisationId: ORGANISATION,
        environment: 'sandbox',
        before,
        limit: 2,
      });
      seen.push(...page.map(each => each.endpointId));
      const last = page.at(-1);
      if (last === undefined) break;
      before = { at: last.createdAt, id: last.endpointId };
    }
    expect(seen).toHaveLength(7);
    expect(seen.toSorted()).toEqual(made.toSorted());
  });
});

test('a rotated secret signs together with the new secret until the overlap ends, and at most two secrets are used for signing', async () => {
  const endpointId = await world.endpoint(receiver.url);
  const sign = async () => {
    await world.event();
    await deliver();
    return signatures();
  };
  const rotate = (seconds: number) => rotateSecret(world.db, world.seal, ORGANISATION, endpointId, seconds);
  expect(await sign()).toBe(1);
  expect((await rotate(60))?.endpoint.secrets).toHaveLength(2);
  expect(await sign()).toBe(2);
  expect((await rotate(60))?.endpoint.secrets).toHaveLength(2);
  expect(await sign()).toBe(2);
  await world.time.advance(60_000);
  expect(await sign()).toBe(1);
  expect((await rotate(0))?.endpoint.secrets).toHaveLength(1);
  expect(await sign()).toBe(1);
  expect(await rotateSecret(world.db, world.seal, 'org_b', endpointId, 0)).toBeUndefined();
});

test('a deleted endpoint receives nothing more, and none of its data remains', async () => {
  const endpointId = await world.endpoint(receiver.url);
  await world.event();
  await deliver();
  await world.event();
  expect(await deleteEndpoint(world.db, 'org_b', endpointId)).toBe(false);
  expect(await deleteEndpoint(world.db, ORGANISATION, endpointId)).toBe(true);
  expect(await deleteEndpoint(world.db, ORGANISATION, endpointId)).toBe(false);
  await world.event();
  await deliver();
  expect(receiver.received).toHaveLength(1);
  const seen = await listDeliveries(world.db, world.seal, { organisationId: ORGANISATION, limit: 10 });
  expect(seen).toEqual([]);
  await world.time.advance(11 * 60_000);
  await tidyWebhooks(world.db);
  const left = ['webhook_delivery', 'webhook_attempt', 'webhook_secret', 'webhook_slot', 'webhook_deleted'];
  for (const table of left) {
    const [{ n } = { n: -1 }] = await world.database.ownerDb<{ n: number }[]>`
      SELECT (xpath('/row/n/text()', query_to_xml('SELECT count(*) AS n FROM ' || ${table}, false, true, '')))[1]::text::int AS n`;
    expect([table, n]).toEqual([table, 0]);
  }
});

test('an event is also held if its transaction read the endpoint before the endpoint was paused', async () => {
  const endpointId = await world.endpoint(receiver.url);
  await world.db.transaction(async tx => {
    await appendEvent(tx, world.seal, {
      organisationId: ORGANISATION,
      environment: 'sandbox',
      type: 'booking.confirmed',
      at: new Date(),
      data: {},
    });
    await updateEndpoint(world.db, ORGANISATION, endpointId, { status: 'PAUSED', actor: 'somebody' });
  });
  await deliver();
  expect(receiver.received).toEqual([]);
  expect((await find(endpointId))?.health.held).toBe(0);
  await holdStragglers(world.db);
  expect((await find(endpointId))?.health.held).toBe(1);
});

test('events, deliveries and attempts are deleted after thirty days, but not earlier', async () => {
  const endpointId = await world.endpoint(receiver.url);
  await world.event();
  await pingEndpoint(world.db, world.seal, ORGANISATION, endpointId);
  await deliver();
  await world.time.advance(30 * 24 * 3_600_000 - 1);
  await tidyWebhooks(world.db);
  const counts = () => world.db<{ events: number; deliveries: number; attempts: number }[]>`
    SELECT (SELECT count(*)::int FROM outbox_event) AS events,
      (SELECT count(*)::int FROM webhook_delivery) AS deliveries, (SELECT count(*)::int FROM webhook_attempt) AS attempts`;
  expect(await counts()).toEqual([{ events: 2, deliveries: 2, attempts: 2 }]);
  await world.event();
  await world.time.advance(2);
  await tidyWebhooks(world.db);
  expect(await counts()).toEqual([{ events: 1, deliveries: 1, attempts: 0 }]);
});
