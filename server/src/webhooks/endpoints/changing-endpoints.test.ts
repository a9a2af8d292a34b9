/** Endpoints that are changed while events happen and are on their way. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ok, openReceiver, type Receiver, status } from '../../../test/webhooks/receiver.ts';
import { ORGANISATION, openWebhookWorld, type WebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { DeliveryWorker } from '../deliveries/delivery-worker.ts';
import { pingEndpoint } from '../deliveries/ping-store.ts';
import { listNotices } from '../notices/notice-store.ts';
import { holdStragglers, releaseStragglers } from './endpoint-status-store.ts';
import { type EndpointChanges, updateEndpoint } from './endpoint-store.ts';
import { findEndpoint } from './stored-endpoint-store.ts';

let world: WebhookWorld;
let receiver: Receiver;
let worker: DeliveryWorker;
let endpointId: string;
beforeAll(async () => {
  world = await openWebhookWorld();
});
afterAll(() => world?.drop());
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

/** Something happens when the first statement was answered. */
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

test('what happens to an endpoint that was just enabled is not held with what it missed', async () => {
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

test('an event that happens while its endpoint is being enabled is sent, what it missed before stays held', async () => {
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

test('a 410 of the address before does not disable an endpoint that has a new one, and the event goes there', async () => {
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

test('a 410 disables an endpoint that is paused as well', async () => {
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

test('a disabled endpoint can be paused, which ends its notice; what it misses is held all the same', async () => {
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

test('a pause is not renewed by another', async () => {
  const paused = await change({ status: 'PAUSED' });
  await world.time.advance(1_000);
  expect(await change({ status: 'PAUSED', actor: 'another' })).toMatchObject({
    statusReason: 'Paused by somebody.',
    statusSince: paused?.statusSince,
  });
});
