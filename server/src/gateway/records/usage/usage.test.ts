import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { keyRecord } from '../../../../test/key-record.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { createLog } from '../../../platform/log.ts';
import { Usage } from './usage.ts';
import { addUsage, deleteUsageBefore, isCommitted } from './usage-store.ts';

const key = keyRecord({ id: 'key_a', environment: 'production' });
const MINUTE_MS = 60_000;

let clock: ManualClock;
let usage: Usage;
const database = await testDatabase();
afterAll(() => database.drop());
beforeEach(async () => {
  await database.ownerDb`DELETE FROM usage_minute`;
  await database.ownerDb`DELETE FROM usage_hour`;
  clock = new ManualClock(Date.UTC(2026, 0, 1, 12, 0, 30));
  usage = new Usage({ db: database.db, clock, log: createLog('silent') });
});

function add(count: number, status = 200, operation = 'availability', record = key): void {
  for (let i = 0; i < count; i++) usage.add(record, operation, status, clock.nowMs(), 1.5);
}

async function rows() {
  return [
    ...(await database.ownerDb`
      SELECT key_id, minute, operation, status_class, requests, limited, total_us FROM usage_minute
      ORDER BY key_id, minute, operation, status_class LIMIT 1000`),
  ];
}

async function total(): Promise<number> {
  const [row] = await database.ownerDb<{ n: number }[]>`
    SELECT COALESCE(sum(requests), 0)::bigint AS n FROM usage_minute`;
  return row?.n ?? 0;
}

describe('usage', () => {
  test('usage is counted by key, minute, operation and status class, with 429 separate and lost responses as 5xx', async () => {
    add(3);
    add(2, 304);
    add(2, 429);
    add(1, 404, 'none');
    add(1, 0);
    add(1, 200, 'availability', keyRecord({ id: 'key_b', environment: 'sandbox' }));
    clock.advance(MINUTE_MS);
    add(1);
    await usage.rows.stop();
    const minute = new Date(Date.UTC(2026, 0, 1, 12, 0));
    const next = new Date(Date.UTC(2026, 0, 1, 12, 1));
    const row = (
      key_id: string,
      at: Date,
      operation: string,
      status_class: number,
      requests: number,
      limited = 0,
    ) => ({
      key_id,
      minute: at,
      operation,
      status_class,
      requests,
      limited,
      total_us: requests * 1_500,
    });
    expect(await rows()).toEqual([
      row('key_a', minute, 'availability', 2, 3),
      row('key_a', minute, 'availability', 3, 2),
      row('key_a', minute, 'availability', 4, 2, 2),
      row('key_a', minute, 'availability', 5, 1),
      row('key_a', minute, 'none', 4, 1),
      row('key_a', next, 'availability', 2, 1),
      row('key_b', minute, 'availability', 2, 1),
    ]);
  });

  test('new usage is added to the stored usage within ten seconds', async () => {
    usage.rows.start();
    add(5);
    clock.advance(10_000);
    await expect.poll(total).toBe(5);
    add(7);
    await usage.rows.stop();
    expect(await total()).toBe(12);
  });

  test('usage is counted exactly across failed flushes while requests keep arriving', async () => {
    add(5);
    await database.ownerDb`ALTER TABLE usage_minute RENAME TO usage_away`;
    const flushing = usage.rows.flush();
    add(3);
    await flushing;
    await usage.rows.flush();
    add(4, 500);
    await database.ownerDb`ALTER TABLE usage_away RENAME TO usage_minute`;
    await usage.rows.flush();
    await usage.rows.flush();
    expect((await rows()).map(row => [row.status_class, row.requests, row.total_us])).toEqual([
      [2, 8, 12_000],
      [5, 4, 6_000],
    ]);
  });

  test('the usage of many keys is written in small batches, in the order in which the requests arrived', async () => {
    usage.rows.start();
    for (let second = 0; second < 5; second++) {
      for (let key = 0; key < 700; key++) add(1, 200, 'availability', keyRecord({ id: `k${second}_${key}` }));
      clock.advance(1_000);
      await new Promise(resolve => setImmediate(resolve));
    }
    clock.advance(4_000);
    await expect.poll(total).toBe(700);
    clock.advance(1_000);
    await expect.poll(total).toBe(1_400);
    await usage.rows.stop();
    expect(await total()).toBe(3_500);
  });

  test('usage is counted exactly if the connection is lost during the commit', async () => {
    await database.ownerDb.script(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER die AFTER INSERT ON usage_minute DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION die()`);
    add(5);
    await usage.rows.flush();
    expect(await total()).toBe(0);
    await database.ownerDb.script('DROP TRIGGER die ON usage_minute; DROP FUNCTION die()');
    await usage.rows.flush();
    expect(await total()).toBe(5);
    add(1);
    await usage.rows.flush();
    expect(await total()).toBe(6);
  });

  test('hourly usage includes response times and stays exact, regardless of how often it is written', async () => {
    usage.add(key, 'availability', 200, clock.nowMs(), 0.4);
    usage.add(key, 'availability', 200, clock.nowMs(), 4);
    usage.add(key, 'availability', 429, clock.nowMs(), 0.1);
    clock.advance(MINUTE_MS);
    usage.add(key, 'availability', 200, clock.nowMs(), 1.2);
    await usage.rows.flush();
    usage.add(key, 'availability', 200, clock.nowMs(), 0.9);
    await usage.rows.flush();
    const hours = await database.ownerDb`
      SELECT hour, status_class, requests, limited, total_us, latency FROM usage_hour ORDER BY status_class LIMIT 10`;
    const hour = new Date(Date.UTC(2026, 0, 1, 12));
    expect([...hours]).toEqual([
      { hour, status_class: 2, requests: 4, limited: 0, total_us: 6_500, latency: [2, 1, 0, 0, 1] },
      { hour, status_class: 4, requests: 1, limited: 1, total_us: 100, latency: [] },
    ]);
    const minutes = await database.ownerDb`
      SELECT latency FROM usage_minute WHERE status_class = 2 ORDER BY minute LIMIT 10`;
    expect(minutes.map(({ latency }) => latency)).toEqual([
      [1, 0, 0, 0, 1],
      [1, 1],
    ]);
  });

  test('the transaction ID shows whether usage was committed', async () => {
    const row = {
      keyId: 'key_a',
      organisationId: 'org',
      environment: 'sandbox',
      minute: 29_000_000,
      operation: 'cancel',
      statusClass: 2,
      requests: 1,
      limited: 0,
      totalUs: 1,
      latency: [1],
    };
    let undone = '';
    const done = await inTransaction(database.db, tx => addUsage(tx, [row]));
    await database.db
      .transaction(async tx => {
        undone = await addUsage(tx, [row]);
        throw new Error('no');
      })
      .catch(() => {});
    expect(await isCommitted(database.db, done)).toBe(true);
    expect(await isCommitted(database.db, undone)).toBe(false);
  });

  test('usage is deleted after its retention period', async () => {
    await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('org_test', 'Test')`;
    add(1);
    await usage.rows.flush();
    clock.advance(10 * MINUTE_MS);
    add(1);
    await usage.rows.flush();
    await deleteUsageBefore(database.db, clock.nowMs() - 5 * MINUTE_MS);
    expect((await rows()).map(({ minute }) => minute)).toEqual([new Date(Date.UTC(2026, 0, 1, 12, 10))]);
  });
});
