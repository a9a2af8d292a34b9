import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsRead } from '../../../test/rows-read.ts';
import { ok, openReceiver, PATIENT, type Receiver } from '../../../test/webhooks/receiver.ts';
import { ORGANISATION, openWebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { SLOTS } from '../endpoints/endpoint-store.ts';
import type { PostResult } from '../sending/sender.ts';
import { claimDeliveries, LEASE_MS } from './claim-store.ts';
import { listDeliveries } from './delivery-list-store.ts';

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

const claim = (limit = 100) => claimDeliveries(world.db, { limit, after: '', failing: false });
const deliveries = () => listDeliveries(world.db, world.seal, { organisationId: ORGANISATION, limit: 1000 });

describe('delivery leases', () => {
  test('a delivery claim is taken over when its lease expires, but not earlier', async () => {
    await world.endpoint(receiver.url);
    await world.event();
    expect(await claim()).toMatchObject([{ attempt: 1 }]);
    await world.time.advance(LEASE_MS - 1);
    expect(await claim()).toEqual([]);
    await world.time.advance(1);
    expect(await claim()).toMatchObject([{ attempt: 2 }]);
    expect((await deliveries())[0]?.attempts).toMatchObject([
      { number: 1, error: expect.stringContaining('worker was lost while sending') },
    ]);
  });

  test.each([204, 500])('a late delivery result is ignored if another worker received %i', async code => {
    await world.endpoint(receiver.url);
    await world.event();
    const late = Promise.withResolvers<PostResult>();
    const sleeper = world.worker({ sender: { postOnce: () => late.promise } });
    sleeper.start();
    await expect
      .poll(async () => (await world.db`SELECT FROM webhook_delivery WHERE attempts = 1`).count, PATIENT)
      .toBe(1);
    await world.time.advanceDatabase(LEASE_MS);
    receiver.answer = (_, response) => response.writeHead(code).end();
    const other = world.worker();
    other.start();
    await other.idle();
    const before = await deliveries();
    const endpoints = await world.db`SELECT * FROM webhook_endpoint`;
    late.resolve({ status: code === 204 ? 500 : 204, answer: 'late', durationMs: 60_001 });
    await sleeper.idle();
    expect(await deliveries()).toEqual(before);
    expect(await world.db`SELECT * FROM webhook_endpoint`).toEqual(endpoints);
    expect(before[0]?.status).toBe(code === 204 ? 'DELIVERED' : 'PENDING');
  });

  test('two workers send every delivery once and at most ten at a time to one endpoint', async () => {
    let now = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    receiver.answer = (_, response) => {
      most = Math.max(most, ++now);
      waiting.push(() => {
        now -= 1;
        response.writeHead(204).end();
      });
    };
    await world.endpoint(receiver.url);
    const events = await Promise.all(Array.from({ length: 60 }, () => world.event()));
    const both = [world.worker(), world.worker()];
    for (const worker of both) worker.start();
    let done = 0;
    while (done < 60) {
      await expect.poll(() => waiting.length, PATIENT).toBe(Math.min(SLOTS, 60 - done));
      for (const worker of both) worker.wake();
      const batch = waiting.splice(0);
      done += batch.length;
      for (const release of batch) release();
    }
    await Promise.all(both.map(worker => worker.idle()));
    expect(most).toBe(SLOTS);
    expect(receiver.ids().toSorted()).toEqual(events.toSorted());
  });

  test('concurrent claims never share a delivery and stay within the limit of the endpoint', async () => {
    await world.endpoint(receiver.url);
    await Promise.all(Array.from({ length: 40 }, () => world.event()));
    for (let round = 0; round < 20; round++) {
      const all = (await Promise.all(Array.from({ length: 6 }, () => claim(7)))).flat();
      expect(new Set(all.map(each => each.delivery_id)).size).toBe(all.length);
      const [busy] = await world.db`SELECT count(*)::int AS n FROM webhook_slot WHERE until > serai_now()`;
      expect(all.length).toBeLessThanOrEqual(SLOTS);
      expect(busy).toEqual({ n: all.length });
      await world.time.advance(LEASE_MS);
    }
  });
});

describe('delivery turns', () => {
  test('claiming deliveries continues after the endpoint at which the previous claim stopped', async () => {
    for (let i = 0; i < 6; i++) await world.endpoint(`${receiver.url}/${i}`);
    for (let i = 0; i < 10; i++) await world.event();
    const first = await claimDeliveries(world.db, { limit: 30, after: '', failing: false });
    const last = first.at(-1)?.endpoint_id ?? '';
    const second = await claimDeliveries(world.db, { limit: 30, after: last, failing: false });
    const endpoints = (claimed: typeof first) => [...new Set(claimed.map(each => each.endpoint_id))];
    expect(endpoints(first)).toHaveLength(3);
    expect(new Set([...endpoints(first), ...endpoints(second)]).size).toBe(6);
  });

  test("each failing endpoint gets two delivery slots, and all failing endpoints together get at most half of the worker's slots", async () => {
    const failing: string[] = [];
    for (let i = 0; i < 8; i++) failing.push(await world.endpoint(`${receiver.url}/failing`));
    for (let i = 0; i < 5; i++) await world.event();
    await world.db`UPDATE webhook_endpoint SET failing_since = serai_now()`;
    expect(await claim()).toEqual([]);
    const claimed = await claimDeliveries(world.db, { limit: 100, after: '', failing: true });
    expect(claimed).toHaveLength(16);
    await world.time.advance(LEASE_MS);
    receiver.answer = ({ path }, response, request) => {
      if (path === '/failing') return;
      ok({ path } as never, response, request);
    };
    const worker = world.worker({ capacity: 8 });
    worker.start();
    await expect.poll(() => receiver.received.length, PATIENT).toBeGreaterThanOrEqual(4);
    await world.endpoint(`${receiver.url}/good`);
    const events = await Promise.all(Array.from({ length: 30 }, () => world.event()));
    worker.wake();
    await expect.poll(() => receiver.ids('/good').length, PATIENT).toBe(30);
    expect(receiver.ids('/good').toSorted()).toEqual(events.toSorted());
  });
});

test.each(['none', 'a few'])(
  'a claim reads few rows with a backlog of 100,000 deliveries to one endpoint, even if the planner statistics initially cover %s of them',
  {
    timeout: 60_000,
  },
  async known => {
    // The server may also analyse a table at any time, for example while only one endpoint has slots.
    for (const table of ['webhook_endpoint', 'webhook_slot', 'webhook_delivery', 'outbox_event'])
      await world.database.ownerDb.script(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    const dead = await world.endpoint(`${receiver.url}/dead`);
    await world.event();
    for (let i = 0; i < 300; i++) await world.endpoint(`${receiver.url}/other`, { organisationId: 'org_b' });
    await world.database.ownerDb`
    INSERT INTO outbox_event (event_id, organisation_id, environment, type, at, data)
    SELECT 'evt_backlog' || n, organisation_id, environment, type, at, data
    FROM outbox_event, generate_series(1, 100000) AS n`;
    if (known === 'a few') await world.database.ownerDb.script('ANALYZE');
    await world.database.ownerDb`
    INSERT INTO webhook_delivery (delivery_id, event_id, endpoint_id, organisation_id, environment, type, status,
      created_at, next_attempt_at)
    SELECT 'dlv_' || event_id, event_id, ${dead}, organisation_id, environment, type, 'PENDING', at, serai_now()
    FROM outbox_event WHERE event_id LIKE 'evt_backlog%'`;
    await world.event({ organisationId: 'org_b' });

    const rows = (tx: Database) => rowsRead(tx, 'webhook_delivery', 'webhook_slot', 'outbox_event');
    const claimAndCount = () =>
      inTransaction(world.db, async tx => {
        // A generic plan created while the tables were empty would be reused until the next ANALYZE.
        await tx.script('DISCARD PLANS');
        const before = await rows(tx);
        const claimed = await claimDeliveries(tx, { limit: 1000, after: '', failing: false });
        return { claimed: claimed.length, rows: (await rows(tx)) - before };
      });
    for (const all of [false, true]) {
      if (all) await world.database.ownerDb.script('ANALYZE');
      for (const claimed of [10 + 300, 0]) {
        const cost = await claimAndCount();
        expect(cost.claimed).toBe(claimed);
        // The claim reads a few rows per endpoint and its slots, but none per waiting delivery.
        expect(cost.rows).toBeLessThan(301 * 50);
      }
      await world.time.advance(LEASE_MS);
    }
  },
);
