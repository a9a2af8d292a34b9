import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok, openReceiver, PATIENT, type Receiver, status } from '../../../test/webhooks/receiver.ts';
import { ORGANISATION, openWebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import { updateEndpoint } from '../endpoints/endpoint-store.ts';
import { tidyWebhooks } from '../start-webhook-jobs.ts';
import { listDeliveries } from './delivery-list-store.ts';
import type { DeliveryWorker } from './delivery-worker.ts';
import { replayDelivery, replayEvent, replaySpan } from './replay-store.ts';

let receiver: Receiver;
let worker: DeliveryWorker;
let endpointId: string;
const world = await openWebhookWorld();
afterAll(() => world.drop());
beforeEach(async () => {
  receiver = await openReceiver();
  endpointId = await world.endpoint(receiver.url);
  worker = world.worker();
  worker.start();
  await worker.idle();
});
afterEach(async () => {
  await world.clean();
  await receiver.close();
});

const list = () => listDeliveries(world.db, world.seal, { organisationId: ORGANISATION, limit: 1000 });
const deliveryOf = async (eventId: string) => (await list()).find(each => each.eventId === eventId);
const set = (to: 'ENABLED' | 'PAUSED') =>
  updateEndpoint(world.db, ORGANISATION, endpointId, { status: to, actor: 'somebody' });
/** Returns the IDs that arrived since the last call. */
async function arrived(): Promise<string[]> {
  await worker.idle();
  return receiver.received
    .splice(0)
    .map(each => each.id)
    .sort();
}

test('a replayed delivery keeps its ID and restarts its schedule', async () => {
  receiver.answer = status(500);
  const eventId = await world.event();
  for (let i = 0; i < 10; i++) {
    await worker.idle();
    await world.time.advance(30 * 3_600_000);
  }
  expect(await deliveryOf(eventId)).toMatchObject({ status: 'FAILED' });
  await arrived();
  const deliveryId = (await deliveryOf(eventId))?.deliveryId ?? '';
  expect(await replayDelivery(world.db, ORGANISATION, deliveryId)).toEqual({ queued: 1 });
  expect(await arrived()).toEqual([eventId]);
  await world.time.advance(5_000);
  receiver.answer = ok;
  expect(await arrived()).toEqual([eventId]);
  const replayed = await deliveryOf(eventId);
  expect(replayed).toMatchObject({ status: 'DELIVERED', deliveryId });
  expect(replayed?.attempts.map(each => each.number)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
});

test('a replay finds neither unknown deliveries nor deliveries of another partner', async () => {
  const eventId = await world.event();
  const deliveryId = (await deliveryOf(eventId))?.deliveryId ?? '';
  const others = await world.event({ organisationId: 'org_b' });
  const production = await world.event({ environment: 'production' });
  expect(await replayDelivery(world.db, 'org_b', deliveryId)).toBe('NOT_FOUND');
  expect(await replayDelivery(world.db, ORGANISATION, 'dlv_none')).toBe('NOT_FOUND');
  expect(await replayEvent(world.db, 'org_b', endpointId, others)).toBe('NOT_FOUND');
  expect(await replayEvent(world.db, ORGANISATION, endpointId, others)).toBe('NOT_FOUND');
  expect(await replayEvent(world.db, ORGANISATION, endpointId, production)).toBe('NOT_FOUND');
  expect(await replaySpan(world.db, 'org_b', endpointId, { from: new Date(0) })).toBe('NOT_FOUND');
});

test('a replay queues nothing for an endpoint that is not enabled', async () => {
  const eventId = await world.event();
  await set('PAUSED');
  const deliveryId = (await deliveryOf(eventId))?.deliveryId ?? '';
  expect(await replayDelivery(world.db, ORGANISATION, deliveryId)).toBe('NOT_ENABLED');
  expect(await replayEvent(world.db, ORGANISATION, endpointId, eventId)).toBe('NOT_ENABLED');
  expect(await replaySpan(world.db, ORGANISATION, endpointId, { from: new Date(0) })).toBe('NOT_ENABLED');
  expect(await arrived()).toEqual([]);
});

test('an event can be sent, even repeatedly, to an endpoint that had no delivery of that event', async () => {
  const eventId = await world.event({ type: 'booking.rejected' });
  expect(await arrived()).toEqual([]);
  for (let i = 0; i < 2; i++) {
    expect(await replayEvent(world.db, ORGANISATION, endpointId, eventId)).toEqual({ queued: 1 });
    expect(await arrived()).toEqual([eventId]);
  }
});

describe('replaying a period', () => {
  test('replaying a period sends exactly the events that were held during a pause, each event once', async () => {
    const before = await world.event();
    expect(await arrived()).toEqual([before]);
    await world.time.advance(1_000);
    await set('PAUSED');
    const missed = await Promise.all(Array.from({ length: 25 }, () => world.event()));
    await world.time.advance(1_000);
    await set('ENABLED');
    await world.event();
    await arrived();
    const from = new Date(world.time.databaseNowMs() - 60_000);
    expect(await replaySpan(world.db, ORGANISATION, endpointId, { from })).toEqual({ queued: 25 });
    expect(await arrived()).toEqual(missed.toSorted());
    expect(await replaySpan(world.db, ORGANISATION, endpointId, { from })).toEqual({ queued: 0 });
    expect(await arrived()).toEqual([]);
  });

  test('replaying a period includes its start, excludes its end and selects the given statuses', async () => {
    const startMs = world.time.databaseNowMs();
    const events: string[] = [];
    for (let i = 0; i < 4; i++) {
      events.push(await world.event());
      await worker.idle();
      await world.time.advance(1_000);
    }
    await arrived();
    const span = { from: new Date(startMs + 1_000), to: new Date(startMs + 3_000) };
    expect(await replaySpan(world.db, ORGANISATION, endpointId, span)).toEqual({ queued: 0 });
    const delivered = { ...span, statuses: ['DELIVERED'] as const };
    expect(await replaySpan(world.db, ORGANISATION, endpointId, delivered)).toEqual({ queued: 2 });
    expect(await arrived()).toEqual(events.slice(1, 3).toSorted());
  });

  test('replaying a period queues every missed delivery, even if more than one batch is needed', async () => {
    await set('PAUSED');
    await world.event();
    await world.database.ownerDb`
      INSERT INTO outbox_event (event_id, organisation_id, environment, type, at, data)
      SELECT 'evt_' || n, organisation_id, environment, type, at, data FROM outbox_event, generate_series(1, 10001) AS n`;
    await world.database.ownerDb`
      INSERT INTO webhook_delivery (delivery_id, event_id, endpoint_id, organisation_id, environment, type, status, created_at)
      SELECT 'dlv_' || event_id, event_id, ${endpointId}, organisation_id, environment, type, 'HELD', at
      FROM outbox_event WHERE length(event_id) < 20`;
    await worker.stop();
    await set('ENABLED');
    const replayed = await replaySpan(world.db, ORGANISATION, endpointId, { from: new Date(0) });
    expect(replayed).toEqual({ queued: 10_002 });
    expect((await world.db`SELECT FROM webhook_delivery WHERE status = 'PENDING'`).count).toBe(10_002);
  });
});

test('a replay during the last attempt is not lost if that attempt fails', async () => {
  receiver.answer = status(500);
  const eventId = await world.event();
  for (let i = 0; i < 9; i++) {
    await worker.idle();
    await world.time.advance(30 * 3_600_000);
  }
  const { promise: release, resolve } = Promise.withResolvers<void>();
  receiver.received.length = 0;
  receiver.answer = async (_, response) => {
    await release;
    response.writeHead(500).end();
  };
  worker.wake();
  await expect.poll(() => receiver.received.length, PATIENT).toBe(1);
  const deliveryId = (await deliveryOf(eventId))?.deliveryId ?? '';
  expect(await replayDelivery(world.db, ORGANISATION, deliveryId)).toEqual({ queued: 1 });
  resolve();
  await expect
    .poll(async () => {
      await worker.idle();
      return receiver.received.length;
    }, PATIENT)
    .toBe(2);
  expect(await deliveryOf(eventId)).toMatchObject({ status: 'PENDING' });
});

test('an event that is replayed while old events are being deleted still arrives', async () => {
  const eventId = await world.event({ type: 'booking.pending' });
  await world.time.advanceDatabase(31 * 24 * 3_600_000);
  await world.db.transaction(async tx => {
    expect(await replayEvent(tx, ORGANISATION, endpointId, eventId)).toEqual({ queued: 1 });
    await tidyWebhooks(world.db);
  });
  expect(await arrived()).toEqual([eventId]);
  await tidyWebhooks(world.db);
  expect((await world.db`SELECT FROM outbox_event`).count).toBe(0);
});
