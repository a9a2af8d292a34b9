import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { ok, openReceiver, type Receiver, status } from '../../../test/webhooks/receiver.ts';
import { ORGANISATION, openWebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import type { DeliveryWorker } from '../deliveries/delivery-worker.ts';
import { updateEndpoint } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/stored-endpoint-store.ts';
import { listNotices } from './notice-store.ts';
import { watchFailing } from './watch-failing.ts';

let receiver: Receiver;
let worker: DeliveryWorker;
let endpointId: string;
const world = await openWebhookWorld();
afterAll(() => world.drop());
beforeEach(async () => {
  receiver = await openReceiver(status(500));
  endpointId = await world.endpoint(receiver.url);
  worker = world.worker();
  worker.start();
  await worker.idle();
});
afterEach(async () => {
  await world.clean();
  await receiver.close();
});

const HOUR_MS = 3_600_000;

/** Advances the time, with an attempt and a check every eight hours. */
async function pass(hours: number): Promise<void> {
  for (let left = hours; left > 0; left -= 8) {
    await world.time.advance(Math.min(left, 8) * HOUR_MS);
    await worker.idle();
    // Two processes may check at the same time.
    await Promise.all([watchFailing(world.db), watchFailing(world.db)]);
  }
}

async function send(): Promise<void> {
  await world.event();
  await worker.idle();
}

const after = (hours: number) => new Date(world.time.databaseNowMs() + hours * HOUR_MS);
const endpoint = () => findEndpoint(world.db, ORGANISATION, endpointId);
const open = async () => {
  const notices = await listNotices(world.db, { organisationId: ORGANISATION, openOnly: true, limit: 10 });
  return notices.map(notice => notice.kind);
};
const all = async () => {
  const notices = await listNotices(world.db, { organisationId: ORGANISATION, limit: 10 });
  return notices.map(({ kind, endedAt }) => [kind, endedAt !== null]);
};

test('the owner of a failing endpoint gets a notice after one, four and five days, after which deliveries are held', async () => {
  const startMs = world.time.databaseNowMs();
  await send();
  await pass(23);
  expect(await open()).toEqual([]);
  expect(await endpoint()).toMatchObject({
    health: { disablesAt: after(97) },
    notices: { nextAt: after(1) },
  });
  await pass(1);
  expect(await open()).toEqual(['webhook.failing']);
  expect(await endpoint()).toMatchObject({
    health: { disablesAt: after(96) },
    notices: { nextAt: after(72) },
  });
  await pass(71);
  expect(await open()).toEqual(['webhook.failing']);
  await pass(1);
  expect(await open()).toEqual(['webhook.disabling_soon']);
  await send();
  await pass(23);
  expect(await endpoint()).toMatchObject({
    status: 'ENABLED',
    health: { failingSince: new Date(startMs), disablesAt: after(1) },
  });
  await pass(1);
  expect(await endpoint()).toMatchObject({
    status: 'DISABLED',
    statusReason: expect.stringMatching(/five days.*Returned 500/),
    health: { held: 1, disablesAt: null },
  });
  expect(await all()).toEqual([
    ['webhook.disabled', false],
    ['webhook.disabling_soon', true],
    ['webhook.failing', true],
  ]);
  await pass(48);
  expect(await all()).toHaveLength(3);
});

test('a successful delivery closes the notice and resets the count of failing days', async () => {
  await send();
  await pass(24);
  expect(await open()).toEqual(['webhook.failing']);
  receiver.answer = ok;
  await send();
  expect(await all()).toEqual([['webhook.failing', true]]);
  expect((await endpoint())?.health).toMatchObject({ failingSince: null, disablesAt: null });
  receiver.answer = status(500);
  await send();
  await pass(23);
  expect(await open()).toEqual([]);
  await pass(1);
  expect(await open()).toEqual(['webhook.failing']);
});

test('an endpoint that was idle for ten days is not disabled by its first failure', async () => {
  receiver.answer = ok;
  await send();
  await pass(10 * 24);
  receiver.answer = status(500);
  await send();
  await pass(2);
  expect(await open()).toEqual([]);
  expect(await endpoint()).toMatchObject({ status: 'ENABLED' });
});

test('re-enabling a disabled endpoint closes its notice and restarts the five days before it is disabled again', async () => {
  await send();
  await pass(120);
  expect(await open()).toEqual(['webhook.disabled']);
  await updateEndpoint(world.db, ORGANISATION, endpointId, { status: 'ENABLED', actor: 'somebody' });
  expect(await open()).toEqual([]);
  await send();
  await pass(119);
  expect(await endpoint()).toMatchObject({ status: 'ENABLED' });
  await pass(1);
  expect(await endpoint()).toMatchObject({ status: 'DISABLED' });
});

test('after an outage of several days, no endpoint is disabled until a day after its owner was notified', async () => {
  await send();
  await world.time.advanceDatabase(10 * 24 * HOUR_MS);
  expect(await endpoint()).toMatchObject({ health: { disablesAt: after(48) } });
  await Promise.all([watchFailing(world.db), watchFailing(world.db)]);
  expect(await open()).toEqual(['webhook.failing']);
  await pass(24);
  expect(await open()).toEqual(['webhook.disabling_soon']);
  expect(await endpoint()).toMatchObject({ health: { disablesAt: after(24) } });
  await pass(23);
  expect(await endpoint()).toMatchObject({ status: 'ENABLED' });
  await pass(1);
  expect(await endpoint()).toMatchObject({ status: 'DISABLED' });
});
