import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok, openReceiver, PATIENT, type Receiver, status } from '../../../test/webhooks/receiver.ts';
import { ORGANISATION, openWebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import { updateEndpoint } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/stored-endpoint-store.ts';
import { listDeliveries } from './delivery-list-store.ts';
import { pingEndpoint } from './ping-store.ts';

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

const deliveries = () =>
  listDeliveries(world.db, world.seal, { organisationId: ORGANISATION, limit: 1000, withPayload: true });

describe('delivering an event', () => {
  test('an event is sent once, signed and complete, to every endpoint that subscribes to its type', async () => {
    const endpointId = await world.endpoint(`${receiver.url}/one`);
    await world.endpoint(`${receiver.url}/two`);
    await world.endpoint(`${receiver.url}/other-type`, { eventTypes: ['booking.cancelled'] });
    await world.endpoint(`${receiver.url}/other-organisation`, { organisationId: 'org_b' });
    await world.endpoint(`${receiver.url}/other-environment`, { environment: 'production' });
    const eventId = await world.event({ bookingId: 'bkg_1', version: 3 });
    const worker = world.worker();
    worker.start();
    await worker.idle();
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/one', '/two']);
    const [sent] = receiver.received;
    expect(sent?.headers).toMatchObject({ 'webhook-id': eventId, 'content-type': 'application/json' });
    expect(sent?.headers['webhook-signature']).toMatch(/^v1,/);
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      id: eventId,
      type: 'booking.confirmed',
      timestamp: '2027-01-10T12:00:00.000Z',
      environment: 'sandbox',
      data: { word: 'größe' },
    });
    const [told] = (await deliveries()).filter(each => each.endpointId === endpointId);
    expect(told).toMatchObject({
      eventId,
      eventType: 'booking.confirmed',
      bookingId: 'bkg_1',
      status: 'DELIVERED',
      nextAttemptAt: null,
      deliveredAt: new Date('2027-01-10T12:00:00Z'),
      attempts: [{ number: 1, status: 204, error: null, answer: '' }],
      payload: JSON.parse(sent?.body ?? ''),
    });
  });

  test('an event whose transaction was rolled back is not sent', async () => {
    await world.endpoint(receiver.url);
    await world.db
      .transaction(async tx => {
        await tx`SELECT 1`;
        const { appendEvent } = await import('../../platform/events/outbox-store.ts');
        await appendEvent(tx, world.seal, {
          organisationId: ORGANISATION,
          environment: 'sandbox',
          type: 'booking.confirmed',
          at: new Date(),
          data: {},
        });
        throw new Error('undo');
      })
      .catch(() => {});
    const worker = world.worker();
    worker.start();
    await worker.idle();
    expect(receiver.received).toEqual([]);
  });

  test('a delivery fails permanently after ten scheduled attempts with the same ID', async () => {
    receiver.answer = status(500);
    await world.endpoint(receiver.url);
    const eventId = await world.event();
    const worker = world.worker();
    worker.start();
    const hours = (n: number) => n * 3_600_000;
    const waits = [5_000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map(hours)];
    for (const [made, wait] of waits.entries()) {
      await worker.idle();
      expect(receiver.ids()).toEqual(Array(made + 1).fill(eventId));
      await world.time.advance(wait - 1);
      await worker.idle();
      expect(receiver.ids()).toHaveLength(made + 1);
      await world.time.advance(1);
    }
    await worker.idle();
    await world.time.advance(hours(100));
    await worker.idle();
    expect(receiver.ids()).toEqual(Array(10).fill(eventId));
    const [failed] = await deliveries();
    expect(failed).toMatchObject({ status: 'FAILED', nextAttemptAt: null, deliveredAt: null });
    expect(
      failed?.attempts.map(({ number, status, error, answer }) => [number, status, error, answer]),
    ).toEqual(Array.from({ length: 10 }, (_, i) => [i + 1, 500, 'Returned 500.', 'no']));
  });

  test('a retry is delayed further if the receiver requests a longer delay', async () => {
    receiver.answer = status(503, { 'retry-after': '60' });
    await world.endpoint(receiver.url);
    await world.event();
    const worker = world.worker();
    worker.start();
    await worker.idle();
    expect((await deliveries())[0]?.nextAttemptAt).toEqual(new Date(world.time.databaseNowMs() + 60_000));
  });
});

describe('an endpoint', () => {
  test('an endpoint that returns 410 is disabled immediately, and its later events are held', async () => {
    receiver.answer = status(410);
    const endpointId = await world.endpoint(receiver.url);
    await world.event();
    const worker = world.worker();
    worker.start();
    await worker.idle();
    await world.event();
    await worker.idle();
    expect(receiver.received).toHaveLength(1);
    expect(await findEndpoint(world.db, ORGANISATION, endpointId)).toMatchObject({
      status: 'DISABLED',
      statusReason: expect.stringContaining('410'),
      health: { held: 1, successRate: 0 },
    });
    expect((await deliveries()).map(each => each.status).sort()).toEqual(['FAILED', 'HELD']);
  });

  test('a paused endpoint receives only pings, and missed events stay held', async () => {
    const endpointId = await world.endpoint(receiver.url);
    await world.event();
    const change = (change: 'ENABLED' | 'PAUSED') =>
      updateEndpoint(world.db, ORGANISATION, endpointId, { status: change, actor: 'somebody' });
    expect(await change('PAUSED')).toMatchObject({
      status: 'PAUSED',
      statusReason: 'Paused by somebody.',
      health: { held: 1 },
    });
    await world.event();
    await pingEndpoint(world.db, world.seal, ORGANISATION, endpointId);
    const worker = world.worker();
    worker.start();
    await worker.idle();
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['webhook.ping']);
    expect(await change('ENABLED')).toMatchObject({
      status: 'ENABLED',
      statusReason: null,
      health: { held: 2 },
    });
    await worker.idle();
    expect(receiver.received).toHaveLength(1);
  });
});

describe('webhook scenarios', () => {
  test('the scenario webhook.flaky fails the first two attempts, a second apart, without sending them', async () => {
    const endpointId = await world.endpoint(receiver.url);
    const eventId = await world.event({ scenario: 'webhook.flaky' });
    const worker = world.worker();
    worker.start();
    for (const sent of [0, 0, 1]) {
      await worker.idle();
      expect(receiver.ids()).toHaveLength(sent);
      await world.time.advance(1_000);
    }
    expect(receiver.ids()).toEqual([eventId]);
    expect((await deliveries())[0]?.attempts.map(each => each.error)).toEqual([
      expect.stringContaining('webhook.flaky'),
      expect.stringContaining('webhook.flaky'),
      null,
    ]);
    expect((await findEndpoint(world.db, ORGANISATION, endpointId))?.health.failingSince).toBeNull();
  });

  test('the scenario webhook.duplicate sends an event twice with the same ID', async () => {
    await world.endpoint(receiver.url);
    const eventId = await world.event({ scenario: 'webhook.duplicate' });
    const worker = world.worker();
    worker.start();
    await worker.idle();
    expect(receiver.ids()).toEqual([eventId, eventId]);
    expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
    expect((await deliveries())[0]?.attempts).toHaveLength(1);
  });
});

test('a stopping worker aborts unfinished attempts, and the next worker repeats them immediately', async () => {
  receiver.answer = () => {};
  await world.endpoint(receiver.url);
  const eventId = await world.event();
  const first = world.worker();
  first.start();
  await expect.poll(() => receiver.received.length, PATIENT).toBe(1);
  await first.stop(0);
  receiver.answer = ok;
  const second = world.worker();
  second.start();
  await second.idle();
  expect(receiver.ids()).toEqual([eventId, eventId]);
  expect((await deliveries())[0]).toMatchObject({
    status: 'DELIVERED',
    attempts: [{ number: 1 }, { number: 2 }],
  });
});
