import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { finishedExchange } from '../../../test/finished-exchange.ts';
import { keyRecord } from '../../../test/key-record.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { FAILURE, REFUSAL, recordsOn, SUCCESS } from '../../../test/records-under-test.ts';

let clock: ManualClock;
const database = await testDatabase();
afterAll(() => database.drop());
beforeEach(async () => {
  clock = new ManualClock();
  await database.ownerDb`DELETE FROM request_log`;
});

function stored() {
  return database.ownerDb<Record<string, unknown>[]>`SELECT * FROM request_log ORDER BY at, id LIMIT 20000`;
}

async function statuses(): Promise<Record<number, number>> {
  const rows = await database.ownerDb<{ status: number; n: number }[]>`
    SELECT status, count(*) AS n FROM request_log GROUP BY status ORDER BY status LIMIT 100`;
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

async function withoutWriting(work: () => Promise<void>): Promise<void> {
  await database.ownerDb`REVOKE INSERT ON request_log FROM serai_service`;
  try {
    await work();
  } finally {
    await database.ownerDb`GRANT INSERT ON request_log TO serai_service`;
  }
}

describe('too many rows', () => {
  test("the request log buffers only one second's allowance in a tenfold burst and counts every dropped row", async () => {
    const records = recordsOn(database.db, clock, { maxRowsPerSecond: 2_000 });
    await records.start();
    let returned: unknown;
    for (let i = 0; i < 20_000; i++) returned ??= records.record(finishedExchange(clock), SUCCESS);
    expect(returned).toBeUndefined();
    const { bufferedRows, droppedRows } = records.state();
    expect(bufferedRows + droppedRows).toBe(20_000);
    expect(bufferedRows).toBeLessThanOrEqual(2_001);
    expect(records.metric('serai_log_rows_dropped_total')).toBe(droppedRows);
    await records.stop();
    expect(await statuses()).toEqual({ 200: bufferedRows });
    const labels = 'operation="availability",status_class="2xx",environment="production"';
    expect(records.metric(`serai_requests_total{${labels}}`)).toBe(20_000);
  });

  test('the request log keeps error rows when it drops success rows', async () => {
    const records = recordsOn(database.db, clock, { maxRowsPerSecond: 100 });
    await records.start();
    records.recordMany(500, SUCCESS);
    records.recordMany(50, FAILURE);
    await records.stop();
    expect((await statuses())[500]).toBe(50);
    expect((await statuses())[200]).toBeLessThanOrEqual(101);
  });

  test('the request log reserves space for other rows during a flood of rejected keys', async () => {
    const records = recordsOn(database.db, clock, { maxRowsPerSecond: 1_000 });
    await records.start();
    records.recordMany(5_000, REFUSAL, { reason: 'wrong-secret', secretId: undefined, operation: undefined });
    records.recordMany(400, SUCCESS);
    records.recordMany(400, FAILURE);
    await records.stop();
    const kept = await statuses();
    expect(kept[200]).toBe(400);
    expect(kept[500]).toBe(400);
    expect(kept[401]).toBeLessThanOrEqual(501);
  });
});

describe('database failures', () => {
  test('the request log keeps rows while the database fails and writes each row once afterwards', async () => {
    const records = recordsOn(database.db, clock);
    await records.start();
    await withoutWriting(async () => {
      records.recordMany(700, SUCCESS);
      await records.flush();
      expect(records.state()).toMatchObject({ bufferedRows: 700, droppedRows: 0 });
    });
    records.recordMany(10, SUCCESS);
    await records.flush();
    expect(records.state().bufferedRows).toBe(0);
    expect((await stored()).length).toBe(710);
    await records.stop();
  });

  test('the log buffer holds 10,000 rows, at most half for rejected keys, and the last tenth is reserved for important rows', async () => {
    const records = recordsOn(database.db, clock, { maxRowsPerSecond: 1_000_000 });
    await records.start();
    await withoutWriting(async () => {
      records.recordMany(6_000, REFUSAL, { reason: 'wrong-secret', secretId: undefined });
      expect(records.state().bufferedRows).toBe(5_000);
      records.recordMany(6_000, SUCCESS);
      expect(records.state().bufferedRows).toBe(9_000);
      records.recordMany(6_000, FAILURE);
      expect(records.state()).toMatchObject({ bufferedRows: 10_000, droppedRows: 8_000 });
      await records.flush();
      expect(records.state().bufferedRows).toBe(10_000);
    });
    await records.stop();
    expect(await statuses()).toEqual({ 200: 4_000, 401: 5_000, 500: 1_000 });
  });

  test('the request log limits bodies to 16 MiB while the database fails and still keeps rows', async () => {
    const records = recordsOn(database.db, clock, {
      maxRowsPerSecond: 1_000_000,
      maxBodiesPerSecond: 1_000_000,
    });
    await records.start();
    const hotelIds = Array.from({ length: 1_100 }, (_, i) => `htl_${i}_0123456`);
    const requestBody = Buffer.from(JSON.stringify({ hotelIds }));
    await withoutWriting(async () => {
      records.recordMany(2_000, SUCCESS, { requestBody, record: keyRecord({ environment: 'sandbox' }) });
      const { bufferedRows, droppedBodies } = records.state();
      expect(bufferedRows).toBe(2_000);
      expect(droppedBodies).toBeGreaterThan(500);
      expect(droppedBodies).toBeLessThan(1_500);
    });
    await records.stop();
    expect((await stored()).length).toBe(2_000);
  });

  test('the request log still writes the other rows if the database permanently rejects one of them', async () => {
    const records = recordsOn(database.db, clock);
    await records.start();
    records.recordMany(3, SUCCESS);
    records.record(finishedExchange(clock, { requestId: 'req_with_nul_\0' }), SUCCESS);
    records.recordMany(3, SUCCESS);
    await records.flush();
    expect(records.state()).toMatchObject({ bufferedRows: 0, droppedRows: 1 });
    expect((await stored()).length).toBe(6);
    await records.stop();
  });
});

describe('flushing', () => {
  test('the request log flushes rows within a second', async () => {
    const records = recordsOn(database.db, clock);
    await records.start();
    records.recordMany(3, SUCCESS);
    clock.advance(1_000);
    await expect.poll(() => records.state().bufferedRows).toBe(0);
    expect((await stored()).length).toBe(3);
    await records.stop();
  });

  test('the request log flushes immediately when there are 500 rows', async () => {
    const records = recordsOn(database.db, clock);
    await records.start();
    records.recordMany(499, SUCCESS);
    clock.advance(0);
    expect(records.state().bufferedRows).toBe(499);
    records.recordMany(1, SUCCESS);
    clock.advance(0);
    await expect.poll(() => records.state().bufferedRows).toBe(0);
    await records.stop();
  });
});
