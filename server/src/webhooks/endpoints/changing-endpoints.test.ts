import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { ok, openReceiver, type Receiver, status } from '../../../test/webhooks/receiver.ts';
import { ORGANISATION, openWebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { DeliveryWorker } from '../deliveries/delivery-worker.ts';
import { pingEndpoint } from '../deliveries/ping-store.ts';
import { listNotices } from '../notices/notice-store.ts';
import { holdStragglers, releaseStragglers } from './endpoint-status-store.ts';
import { type EndpointChanges, updateEndpoint } from './endpoint-store.ts';
import { findEndpoint } from './stored-endpoint-store.ts';

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

const change = (changes: Partial<EndpointChanges>, db: Database = world.db) =>
  updateEndpoint(db, ORGANISATION, endpointId, { actor: 'somebody', ...changes });
const endpoint = () => findEndpoint(world.db, ORGANISATION, endpointId);
const openNotices = async () => {
  const notices = await listNotices(world.db, { organisationId: ORGANISATION, openOnly: true, limit: 10 });
  return notices.map(({ kind }) => kind);
};

/** Runs `happening` after the first statement has returned. */
function afterFirstStatement(db: Database, happening: () => Promise<unknown>): Database {
  let happened: Promise<unknown> | undefined;
  const run = async (...args: Parameters<Database>) => {
    const rows = await db(...args);
    happened ??= happening();
    await happened;
    return rows;
  };
  return Object.assign(run as unknown as Database, { transaction: db.transaction.bind(db) });
}

test('an event that occurs after an endpoint was enabled is sent, even while missed events are still being held', async () => {
  await world.db.transaction(async tx => {
    await world.event({}, tx);
    await change({ status: 'PAUSED' });
  });
  let eventId = '';
  const db = afterFirstStatement(world.db, async () => {
    await change({ status: 'ENABLED' });
    eventId = await world.event();
  });
  await holdStragglers(db);
  await worker.idle();
  expect(receiver.ids()).toContain(eventId);
  expect((await endpoint())?.health.held).toBe(0);
});

test('an event that occurs while an endpoint is being enabled is sent, and earlier events stay held', async () => {
  await change({ status: 'PAUSED' });
  await world.event();
  await world.time.advance(1_000);
  let eventId = '';
  await world.db.transaction(async tx => {
    await change({ status: 'ENABLED' }, tx);
    eventId = await world.event();
  });
  await releaseStragglers(world.db);
  await worker.idle();
  expect(receiver.ids()).toEqual([eventId]);
  expect((await endpoint())?.health.held).toBe(1);
});

test('a 410 from the previous URL does not disable an endpoint with a new URL, and the event is sent to the new URL', async () => {
  receiver.answer = async (received, response) => {
    if (received.path === '/new') return ok(received, response, undefined as never);
    await change({ url: `${receiver.url}/new` });
    response.writeHead(410).end();
  };
  const eventId = await world.event();
  await worker.idle();
  expect(await endpoint()).toMatchObject({ status: 'ENABLED', health: { failingSince: null } });
  expect(receiver.ids('/new')).toEqual([eventId]);
});

test('a 410 response also disables a paused endpoint', async () => {
  receiver.answer = status(410);
  await change({ status: 'PAUSED' });
  await pingEndpoint(world.db, world.seal, ORGANISATION, endpointId);
  await worker.idle();
  expect(await endpoint()).toMatchObject({
    status: 'DISABLED',
    statusReason: expect.stringContaining('410'),
  });
  expect(await openNotices()).toEqual(['webhook.disabled']);
});

test('pausing a disabled endpoint closes its notice, and its events are still held', async () => {
  receiver.answer = status(410);
  await world.event();
  await worker.idle();
  expect(await openNotices()).toEqual(['webhook.disabled']);
  expect(await change({ status: 'PAUSED' })).toMatchObject({
    status: 'PAUSED',
    statusReason: 'Paused by somebody.',
  });
  expect(await openNotices()).toEqual([]);
  await world.event();
  await worker.idle();
  expect(receiver.received).toHaveLength(1);
  expect((await endpoint())?.health.held).toBe(1);
});

test('pausing an endpoint that is already paused changes nothing', async () => {
  const paused = await change({ status: 'PAUSED' });
  await world.time.advance(1_000);
  expect(await change({ status: 'PAUSED', actor: 'another' })).toMatchObject({
    statusReason: 'Paused by somebody.',
    statusSince: paused?.statusSince,
  });
});
