import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { openReceiver, PATIENT, type Receiver } from '../../../test/webhooks/receiver.ts';
import { openWebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import type { Database } from '../../platform/database/connect.ts';
import { LEASE_MS } from './claim-store.ts';

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

/**
 * Simulates a database that misses some statements and loses the responses to others after executing them, in a
 * pseudo-random order.
 */
function forgetful(db: Database): Database {
  let drawn = 7;
  const lost = () => Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' });
  const run = async (...args: Parameters<Database>) => {
    drawn = (drawn * 48_271) % 2_147_483_647;
    const fate = drawn % 4;
    if (fate === 0) throw lost();
    const rows = await db(...args);
    if (fate === 1) throw lost();
    return rows;
  };
  return Object.assign(run as unknown as Database, { transaction: db.transaction.bind(db) });
}

test('a worker whose database fails repeatedly loses no event', async () => {
  await world.endpoint(receiver.url);
  const events = await Promise.all(Array.from({ length: 15 }, () => world.event()));
  const worker = world.worker({ db: forgetful(world.db) });
  worker.start();
  await expect
    .poll(async () => {
      await world.time.advance(LEASE_MS / 4);
      return (await world.db`SELECT FROM webhook_delivery WHERE status = 'PENDING'`).count;
    }, PATIENT)
    .toBe(0);
  expect([...new Set(receiver.ids())].sort()).toEqual(events.toSorted());
  expect(await world.db`SELECT DISTINCT status FROM webhook_delivery`).toEqual([{ status: 'DELIVERED' }]);
  expect((await world.db`SELECT FROM webhook_slot WHERE until > serai_now()`).count).toBe(0);
});
