import { booking } from '@serai/contract/booking/booking.ts';
import { cancel } from '@serai/contract/booking/cancel.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { finishedExchange } from '../../../test/finished-exchange.ts';
import { keyRecord } from '../../../test/key-record.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics, type Metrics } from '../../platform/metrics.ts';
import type { Exchange } from '../exchange.ts';
import type { Outcome } from './log-row.ts';
import { createRecords, type RecordSettings, type Records } from './records.ts';

const DAY_MS = 86_400_000;
const success: Outcome = { status: 200, bytesOut: 10, totalMs: 5, answerBody: '{}' };
const failure: Outcome = {
  status: 500,
  code: 'INTERNAL_ERROR',
  bytesOut: 10,
  totalMs: 5,
  answerBody: undefined,
};
const refused: Outcome = {
  status: 401,
  code: 'UNAUTHORIZED',
  bytesOut: 10,
  totalMs: 1,
  answerBody: undefined,
};

let database: TestDatabase;
let clock: ManualClock;
let metrics: Metrics;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = new ManualClock();
  await database.ownerDb`DELETE FROM request_log`;
});

function make(settings: Partial<RecordSettings> = {}): Records {
  metrics = createMetrics();
  const log = createLog('silent');
  return createRecords({ db: database.db, clock, log, metrics, operations: OPERATIONS, settings });
}

function record(records: Records, count: number, outcome: Outcome, members: Partial<Exchange> = {}): void {
  for (let i = 0; i < count; i++) records.record(finishedExchange(clock, members), outcome);
}

function stored() {
  return database.ownerDb<Record<string, unknown>[]>`SELECT * FROM request_log ORDER BY at, id LIMIT 20000`;
}

async function statuses(): Promise<Record<number, number>> {
  const rows = await database.ownerDb<{ status: number; n: number }[]>`
    SELECT status, count(*) AS n FROM request_log GROUP BY status ORDER BY status LIMIT 100`;
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

async function withoutWriting(work: () => Promise<void>): Promise<void> {
  await database.ownerDb`REVOKE INSERT ON request_log FROM serai_app`;
  try {
    await work();
  } finally {
    await database.ownerDb`GRANT INSERT ON request_log TO serai_app`;
  }
}

/** The value of a series, written as the metrics show it. */
function metric(series: string): number {
  const line = metrics
    .render()
    .split('\n')
    .find(each => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
}

describe('a row', () => {
  test('holds what the gateway knew of the request', async () => {
    const records = make();
    await records.start();
    const members = {
      rawHeaders: ['X-Client-Version', '1.2', 'User-Agent', 'u'.repeat(9_000), 'Idempotency-Key', 'abc'],
      requestBody: Buffer.from('{"quoteId":"quo_1"}'),
      operation: booking as Operation,
      path: booking.path,
      resent: 1,
    };
    records.record(finishedExchange(clock, members), {
      ...success,
      status: 202,
      bytesOut: 812,
      totalMs: 12.3456,
      bookingId: 'bkg_1',
      providerUs: 9_000,
    });
    await records.stop();
    const [row] = await stored();
    expect(row).toMatchObject({
      id: expect.stringMatching(/^log_\w{20}$/),
      at: new Date(clock.nowMs()),
      request_id: 'req_test',
      organisation_id: 'org_test',
      environment: 'production',
      key_id: 'AAAABBBBCCCC',
      secret_id: 'sec_test',
      address: '203.0.113.7',
      operation: 'booking',
      path: booking.path,
      status: 202,
      code: null,
      reason: null,
      bytes_in: 19,
      bytes_out: 812,
      total_us: 12_346,
      backend_us: 3_500,
      provider_us: 9_000,
      remaining_minute: 599,
      remaining_hour: 14_999,
      remaining_day: 249_999,
      client_version: '1.2',
      user_agent: 'u'.repeat(256),
      idempotency_key: 'abc',
      booking_id: 'bkg_1',
      resent: 1,
      request_body: { quoteId: 'quo_1' },
    });
  });

  test('is written for a lost answer, a refused key and a path that leads nowhere, but for no unknown owner', async () => {
    const records = make();
    await records.start();
    const nowhere = { operation: undefined, path: '/guests/ada@example.com/serai_live_x?name=Ada' };
    records.record(finishedExchange(clock), { ...success, status: 0, lost: true, answerBody: undefined });
    records.record(
      finishedExchange(clock, { reason: 'revoked', secretId: undefined, operation: undefined }),
      refused,
    );
    records.record(finishedExchange(clock, nowhere), { ...failure, status: 404, code: 'NOT_FOUND' });
    records.record(finishedExchange(clock, { record: undefined, operation: undefined }), refused);
    await records.stop();
    expect(await statuses()).toEqual({ 0: 1, 401: 1, 404: 1 });
    const rows = await stored();
    expect(rows.find(({ status }) => status === 401)?.reason).toBe('revoked');
    expect(rows.find(({ status }) => status === 404)?.path).toBe('/guests/[redacted]/serai_live_x');
  });

  test('has an id of its own, so that repeated request ids do not collide', async () => {
    const records = make();
    await records.start();
    record(records, 300, success, { requestId: 'req_always_the_same' });
    await records.stop();
    const rows = await stored();
    expect(rows.length).toBe(300);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(300);
  });
});

describe('bodies', () => {
  const bodies = async () =>
    (await stored()).map(({ request_body, response_body }) => [
      request_body !== null,
      response_body !== null,
    ]);
  const requestBody = Buffer.from('{"checkIn":"2026-08-01"}');
  const answered = { ...success, answerBody: '{"meta":{}}' };

  test('are kept in the sandbox, of errors, and of quotes, bookings and cancellations', async () => {
    const records = make({ sampleEvery: 1_000_000 });
    await records.start();
    record(records, 1, answered, { requestBody });
    record(records, 4, answered, { requestBody });
    clock.advance(10);
    record(records, 1, answered, { requestBody, record: keyRecord({ environment: 'sandbox' }) });
    record(records, 1, { ...failure, answerBody: '{"error":{"code":"INTERNAL_ERROR"}}' }, { requestBody });
    for (const name of ['prebooking', 'booking', 'cancel']) {
      const operation = OPERATIONS.find(each => each.name === name);
      expect(operation).toBeDefined();
      record(records, 1, answered, { requestBody, operation });
    }
    await records.stop();
    const all = await bodies();
    expect(all.slice(0, 5).filter(([request]) => request)).toHaveLength(1);
    expect(all.slice(5)).toEqual(Array(5).fill([true, true]));
  });

  test('of other production requests are a sample', async () => {
    const records = make({ sampleEvery: 10 });
    await records.start();
    record(records, 100, answered, { requestBody });
    await records.stop();
    expect((await bodies()).filter(([request]) => request)).toHaveLength(10);
  });

  test('are cut at most so many a second, and those left out are counted', async () => {
    const records = make({ maxBodiesPerSecond: 20 });
    await records.start();
    const sandbox = { requestBody, record: keyRecord({ environment: 'sandbox' }) };
    record(records, 100, answered, sandbox);
    const { droppedBodies, droppedRows } = records.state();
    expect(droppedRows).toBe(0);
    expect(droppedBodies).toBeGreaterThanOrEqual(79);
    expect(metric('serai_log_bodies_dropped_total')).toBe(droppedBodies);
    clock.advance(1_000);
    record(records, 1, answered, sandbox);
    expect(records.state().droppedBodies).toBe(droppedBodies);
    await records.stop();
    expect((await bodies()).filter(([request]) => request)).toHaveLength(101 - droppedBodies);
  });

  test('hold nothing of guests or cards at rest, whatever became of the request', async () => {
    const records = make();
    await records.start();
    const canary = (text: string) => `Canary-${text}`;
    const request = {
      ...booking.examples.request,
      clientReference: '4111111111111111',
      holder: {
        firstName: canary('first'),
        lastName: canary('last'),
        email: 'canary@example.com',
        phone: '+34600111222',
      },
      rooms: [
        {
          roomRef: 1,
          guests: [
            { type: 'ADULT', firstName: canary('guest'), lastName: canary('guest'), title: canary('title') },
          ],
          specialRequests: canary('request'),
          [canary('member')]: canary('value'),
        },
      ],
      remarks: `${canary('remarks')} 4111 1111 1111 1111`,
      metadata: { [canary('key')]: canary('metadata') },
    };
    const answer = {
      ...booking.examples.answer,
      booking: { ...booking.examples.answer.booking, holder: request.holder, remarks: request.remarks },
      warnings: [{ code: 'X', message: canary('warning') }],
    };
    const error = {
      code: 'VALIDATION_ERROR',
      message: canary('message'),
      details: [{ path: `/rooms/0/${canary('member')}`, code: 'UNKNOWN_FIELD', message: canary('detail') }],
    };
    const members = { operation: booking as Operation, requestBody: Buffer.from(JSON.stringify(request)) };
    const wrongPlace = { ...members, operation: cancel as Operation };
    record(records, 1, { ...success, answerBody: JSON.stringify(answer) }, members);
    record(records, 1, { ...failure, status: 400, answerBody: JSON.stringify({ error }) }, members);
    record(records, 1, { ...failure, status: 400, answerBody: JSON.stringify({ error }) }, wrongPlace);
    record(records, 1, { ...success, status: 0, lost: true, answerBody: undefined }, members);
    record(
      records,
      1,
      { ...failure, status: 404, answerBody: JSON.stringify({ error }) },
      {
        ...members,
        operation: undefined,
        path: `/x/${canary('path')}/canary@example.com?canary=canary`,
      },
    );
    await records.stop();
    const [row] = await database.ownerDb<{ text: string; n: number }[]>`
      SELECT string_agg(l::text, E'\n') AS text, count(*) AS n FROM request_log l`;
    expect(row?.n).toBe(5);
    expect(row?.text).toContain('quoteId');
    for (const trace of ['canary@', '4111', '600111222', 'Canary-first', 'Canary-last', 'Canary-guest']) {
      expect(row?.text).not.toContain(trace);
    }
    expect(row?.text.replaceAll('/x/Canary-path/', '')).not.toContain('Canary-');
  });
});

describe('when there is too much', () => {
  test('a tenfold burst neither waits nor grows without bound, and every row left out is counted', async () => {
    const records = make({ maxRowsPerSecond: 2_000 });
    await records.start();
    let returned: unknown;
    for (let i = 0; i < 20_000; i++) returned ??= records.record(finishedExchange(clock), success);
    expect(returned).toBeUndefined();
    const { bufferedRows, droppedRows } = records.state();
    expect(bufferedRows + droppedRows).toBe(20_000);
    expect(bufferedRows).toBeLessThanOrEqual(2_001);
    expect(metric('serai_log_rows_dropped_total')).toBe(droppedRows);
    await records.stop();
    expect(await statuses()).toEqual({ 200: bufferedRows });
    const labels = 'operation="availability",status_class="2xx",environment="production"';
    expect(metric(`serai_requests_total{${labels}}`)).toBe(20_000);
  });

  test('errors are kept where successes no longer are', async () => {
    const records = make({ maxRowsPerSecond: 100 });
    await records.start();
    record(records, 500, success);
    record(records, 50, failure);
    await records.stop();
    expect((await statuses())[500]).toBe(50);
    expect((await statuses())[200]).toBeLessThanOrEqual(101);
  });

  test('a flood of refused keys leaves room for everybody else', async () => {
    const records = make({ maxRowsPerSecond: 1_000 });
    await records.start();
    record(records, 5_000, refused, { reason: 'wrong-secret', secretId: undefined, operation: undefined });
    record(records, 400, success);
    record(records, 400, failure);
    await records.stop();
    const kept = await statuses();
    expect(kept[200]).toBe(400);
    expect(kept[500]).toBe(400);
    expect(kept[401]).toBeLessThanOrEqual(501);
  });
});

describe('while the database fails', () => {
  test('rows are kept and written when it is back, each once', async () => {
    const records = make();
    await records.start();
    await withoutWriting(async () => {
      record(records, 700, success);
      await records.flush();
      expect(records.state()).toMatchObject({ bufferedRows: 700, droppedRows: 0 });
    });
    record(records, 10, success);
    await records.flush();
    expect(records.state().bufferedRows).toBe(0);
    expect((await stored()).length).toBe(710);
    await records.stop();
  });

  test('the buffer ends at 10,000 rows, with its last part for errors and its second half closed to refusals', async () => {
    const records = make({ maxRowsPerSecond: 1_000_000 });
    await records.start();
    await withoutWriting(async () => {
      record(records, 6_000, refused, { reason: 'wrong-secret', secretId: undefined });
      expect(records.state().bufferedRows).toBe(5_000);
      record(records, 6_000, success);
      expect(records.state().bufferedRows).toBe(9_000);
      record(records, 6_000, failure);
      expect(records.state()).toMatchObject({ bufferedRows: 10_000, droppedRows: 8_000 });
      await records.flush();
      expect(records.state().bufferedRows).toBe(10_000);
    });
    await records.stop();
    expect(await statuses()).toEqual({ 200: 4_000, 401: 5_000, 500: 1_000 });
  });

  test('bodies end at 16 MiB while rows go on', async () => {
    const records = make({ maxRowsPerSecond: 1_000_000, maxBodiesPerSecond: 1_000_000 });
    await records.start();
    const hotelIds = Array.from({ length: 1_100 }, (_, i) => `htl_${i}_0123456`);
    const requestBody = Buffer.from(JSON.stringify({ hotelIds }));
    await withoutWriting(async () => {
      record(records, 2_000, success, { requestBody, record: keyRecord({ environment: 'sandbox' }) });
      const { bufferedRows, droppedBodies } = records.state();
      expect(bufferedRows).toBe(2_000);
      expect(droppedBodies).toBeGreaterThan(500);
      expect(droppedBodies).toBeLessThan(1_500);
    });
    await records.stop();
    expect((await stored()).length).toBe(2_000);
  });

  test('a row that the database will never take does not hold up the others', async () => {
    const records = make();
    await records.start();
    record(records, 3, success);
    records.record(finishedExchange(clock, { requestId: 'req_with_nul_\0' }), success);
    record(records, 3, success);
    await records.flush();
    expect(records.state()).toMatchObject({ bufferedRows: 0, droppedRows: 1 });
    expect((await stored()).length).toBe(6);
    await records.stop();
  });
});

describe('flushing', () => {
  test('happens within a second', async () => {
    const records = make();
    await records.start();
    record(records, 3, success);
    clock.advance(1_000);
    await expect.poll(() => records.state().bufferedRows).toBe(0);
    expect((await stored()).length).toBe(3);
    await records.stop();
  });

  test('happens at once when 500 rows are there', async () => {
    const records = make();
    await records.start();
    record(records, 499, success);
    clock.advance(0);
    expect(records.state().bufferedRows).toBe(499);
    record(records, 1, success);
    clock.advance(0);
    await expect.poll(() => records.state().bufferedRows).toBe(0);
    await records.stop();
  });
});

describe('days', () => {
  async function partitions(): Promise<string[]> {
    const rows = await database.ownerDb<{ name: string }[]>`
      SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'request_log'::regclass ORDER BY 1 LIMIT 1000`;
    return rows.map(({ name }) => name);
  }

  test('are made for today and tomorrow, also as time goes on, and dropped after the retention', async () => {
    for (const name of await partitions()) await database.ownerDb.script(`DROP TABLE ${name}`);
    clock = new ManualClock(Date.UTC(2026, 4, 1, 22, 30));
    const records = make({ retentionDays: 7 });
    await records.start();
    expect(await partitions()).toEqual(['request_log_20260501', 'request_log_20260502']);
    clock.stepCalendar(3_600_000);
    clock.advance(3_600_000);
    await expect.poll(partitions).toContain('request_log_20260503');
    clock.stepCalendar(7 * DAY_MS);
    clock.advance(3_600_000);
    await expect
      .poll(partitions)
      .toEqual([
        'request_log_20260502',
        'request_log_20260503',
        'request_log_20260509',
        'request_log_20260510',
      ]);
    await records.stop();
  });

  test('that are missing are made when their rows come', async () => {
    clock = new ManualClock(Date.UTC(2026, 5, 1));
    const records = make();
    record(records, 3, success);
    await records.stop();
    expect((await stored()).length).toBe(3);
    expect(records.state().droppedRows).toBe(0);
  });
});
