import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { mortal } from '../../../test/webhooks/mortal.ts';
import { openReceiver, PATIENT, type Receiver } from '../../../test/webhooks/receiver.ts';
import { ORGANISATION, openWebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import { findEndpoint } from '../endpoints/stored-endpoint-store.ts';
import { LEASE_MS } from './claim-store.ts';
import { DeliveryWorker } from './delivery-worker.ts';

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

/** Returns whether the worker died at this step or finished before it. */
async function runUntilDeath(step: number): Promise<'died' | 'lived'> {
  const life = mortal(step);
  const worker = new DeliveryWorker({
    ...world.parts,
    db: life.database(world.db),
    sender: life.sender(world.sender),
  });
  worker.start();
  const end = await Promise.race([life.died, worker.idle().then(() => 'lived' as const)]);
  if (end === 'lived') await worker.stop(0);
  return end;
}

async function recover(): Promise<void> {
  const worker = world.worker();
  worker.start();
  // Statements from the dead worker may still be executed or rolled back shortly afterwards.
  await expect
    .poll(async () => {
      await world.time.advance(LEASE_MS);
      await worker.idle();
      return (await world.db`SELECT FROM webhook_delivery WHERE status = 'PENDING'`).count;
    }, PATIENT)
    .toBe(0);
  await worker.stop();
}

const rows = () =>
  world.db<{ status: string; lease_until: Date | null; busy: number }[]>`
    SELECT status, lease_until, (SELECT count(*)::int FROM webhook_slot WHERE until > serai_now()) AS busy
    FROM webhook_delivery`;

test('a worker killed at any step loses no event', { timeout: 120_000 }, async () => {
  let step = 1;
  for (; ; step++) {
    await world.clean();
    receiver.received.length = 0;
    await world.endpoint(`${receiver.url}/a`);
    await world.endpoint(`${receiver.url}/b`);
    const events = await Promise.all([world.event(), world.event(), world.event()]);
    const end = await runUntilDeath(step);
    events.push(await world.event());
    await recover();
    for (const path of ['/a', '/b']) {
      expect([...new Set(receiver.ids(path))].sort(), `step ${step}`).toEqual(events.toSorted());
    }
    expect(await rows()).toEqual(Array(8).fill({ status: 'DELIVERED', lease_until: null, busy: 0 }));
    if (end === 'lived') break;
  }
  // These are the steps before and after the claim, six sends, and at least one record.
  expect(step).toBeGreaterThan(2 + 12 + 2);
});

test('an endpoint that returns 410 is disabled eventually, even if the worker is killed at any step', {
  timeout: 120_000,
}, async () => {
  receiver.answer = (_, response) => response.writeHead(410).end();
  let step = 1;
  for (; ; step++) {
    await world.clean();
    receiver.received.length = 0;
    const endpointId = await world.endpoint(receiver.url);
    const eventId = await world.event();
    const end = await runUntilDeath(step);
    await recover();
    expect(new Set(receiver.ids()), `step ${step}`).toEqual(new Set([eventId]));
    const endpoint = await findEndpoint(world.db, ORGANISATION, endpointId);
    expect(endpoint?.status, `step ${step}`).toBe('DISABLED');
    expect(await rows()).toEqual([{ status: 'FAILED', lease_until: null, busy: 0 }]);
    const notices = await world.db`SELECT kind FROM notice WHERE ended_at IS NULL`;
    expect(notices, `step ${step}`).toEqual([{ kind: 'webhook.disabled' }]);
    if (end === 'lived') break;
  }
  expect(step).toBeGreaterThan(10);
});
