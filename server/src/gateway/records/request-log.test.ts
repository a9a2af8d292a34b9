import { MCP_ROUTE } from '@serai/contract/agents/mcp-route.ts';
import { booking } from '@serai/contract/booking/booking.ts';
import { cancel } from '@serai/contract/booking/cancel.ts';
import { mainExample } from '@serai/contract/openapi/recorded-examples.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
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

describe('rows of the request log', () => {
  test('a request log row contains the key, address, outcome, durations, remaining limits and headers of the request', async () => {
    const records = recordsOn(database.db, clock);
    await records.start();
    const members = {
      rawHeaders: ['X-Client-Version', '1.2', 'User-Agent', 'u'.repeat(9_000), 'Idempotency-Key', 'abc'],
      requestBody: Buffer.from('{"quoteId":"quo_1"}'),
      operation: booking as Operation,
      path: booking.path,
      resent: 1,
    };
    records.record(finishedExchange(clock, members), {
      ...SUCCESS,
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

  test('the request log contains lost responses, rejected keys and unknown paths, but no requests without a known owner', async () => {
    const records = recordsOn(database.db, clock);
    await records.start();
    const nowhere = { operation: undefined, path: '/guests/ada@example.com/serai_live_x?name=Ada' };
    records.record(finishedExchange(clock), { ...SUCCESS, status: 0, lost: true, answerBody: undefined });
    records.record(
      finishedExchange(clock, { reason: 'revoked', secretId: undefined, operation: undefined }),
      REFUSAL,
    );
    records.record(finishedExchange(clock, nowhere), { ...FAILURE, status: 404, code: 'NOT_FOUND' });
    records.record(finishedExchange(clock, { record: undefined, operation: undefined }), REFUSAL);
    await records.stop();
    const rows = await stored();
    expect(rows.map(({ status }) => status).sort()).toEqual([0, 401, 404]);
    expect(rows.find(({ status }) => status === 401)?.reason).toBe('revoked');
    expect(rows.find(({ status }) => status === 404)?.path).toBe('/guests/[redacted]/serai_live_x');
  });

  test('requests with a key that Serai created for itself are logged, but do not count as usage', async () => {
    const records = recordsOn(database.db, clock);
    await records.start();
    const own = keyRecord({ id: 'key_own', isOwn: true });
    records.recordMany(2, SUCCESS, { record: own });
    records.recordMany(1, SUCCESS, { record: keyRecord({ id: 'key_client' }) });
    await records.stop();
    expect((await stored()).map(row => row.key_id).sort()).toEqual(['key_client', 'key_own', 'key_own']);
    const counted =
      await database.ownerDb`SELECT key_id, requests FROM usage_minute ORDER BY key_id LIMIT 10`;
    expect(counted.filter(({ key_id }) => key_id !== 'AAAABBBBCCCC')).toEqual([
      { key_id: 'key_client', requests: 1 },
    ]);
  });

  test('each request log row has its own ID, so that repeated request IDs do not collide', async () => {
    const records = recordsOn(database.db, clock);
    await records.start();
    records.recordMany(300, SUCCESS, { requestId: 'req_always_the_same' });
    await records.stop();
    const rows = await stored();
    expect(rows.length).toBe(300);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(300);
  });
});

describe('bodies in the request log', () => {
  const bodies = async () =>
    (await stored()).map(({ request_body, response_body }) => [
      request_body !== null,
      response_body !== null,
    ]);
  const requestBody = Buffer.from('{"checkIn":"2026-08-01"}');
  const answered = { ...SUCCESS, answerBody: '{"meta":{}}' };

  test('the request log contains the bodies of all sandbox requests, failures, quotes, bookings and cancellations', async () => {
    const records = recordsOn(database.db, clock, { sampleEvery: 1_000_000 });
    await records.start();
    records.recordMany(1, answered, { requestBody });
    records.recordMany(4, answered, { requestBody });
    clock.advance(10);
    records.recordMany(1, answered, { requestBody, record: keyRecord({ environment: 'sandbox' }) });
    records.recordMany(1, { ...FAILURE, answerBody: '{"error":{"code":"INTERNAL_ERROR"}}' }, { requestBody });
    for (const name of ['prebooking', 'booking', 'cancel']) {
      const operation = OPERATIONS.find(each => each.name === name);
      expect(operation).toBeDefined();
      records.recordMany(1, answered, { requestBody, operation });
    }
    await records.stop();
    const all = await bodies();
    expect(all.slice(0, 5).filter(([request]) => request)).toHaveLength(1);
    expect(all.slice(5)).toEqual(Array(5).fill([true, true]));
  });

  test('requests of agents rank like the operations that they call, and failed tools like failures', async () => {
    const records = recordsOn(database.db, clock, { sampleEvery: 1_000_000 });
    await records.start();
    const agent = { requestBody, operation: MCP_ROUTE, path: MCP_ROUTE.path };
    // The first request is the sample.
    for (const trafficClass of ['search', 'search', 'content', 'quote', 'book'] as const)
      records.recordMany(1, { ...answered, trafficClass }, agent);
    records.recordMany(1, { ...answered, trafficClass: 'detail', code: 'BOOKING_NOT_FOUND' }, agent);
    await records.stop();
    expect((await bodies()).filter(([request]) => request)).toHaveLength(4);
  });

  test('the request log contains the bodies of one in N successful production searches', async () => {
    const records = recordsOn(database.db, clock, { sampleEvery: 10 });
    await records.start();
    records.recordMany(100, answered, { requestBody });
    await records.stop();
    expect((await bodies()).filter(([request]) => request)).toHaveLength(10);
  });

  test('the request log limits bodies per second and counts the dropped bodies', async () => {
    const records = recordsOn(database.db, clock, { maxBodiesPerSecond: 20 });
    await records.start();
    const sandbox = { requestBody, record: keyRecord({ environment: 'sandbox' }) };
    records.recordMany(100, answered, sandbox);
    const { droppedBodies, droppedRows } = records.state();
    expect(droppedRows).toBe(0);
    expect(droppedBodies).toBeGreaterThanOrEqual(79);
    expect(records.metric('serai_log_bodies_dropped_total')).toBe(droppedBodies);
    clock.advance(1_000);
    records.recordMany(1, answered, sandbox);
    expect(records.state().droppedBodies).toBe(droppedBodies);
    await records.stop();
    expect((await bodies()).filter(([request]) => request)).toHaveLength(101 - droppedBodies);
  });

  test("the request log contains nothing about guests or cards, regardless of the request's outcome", async () => {
    const records = recordsOn(database.db, clock);
    await records.start();
    const canary = (text: string) => `Canary-${text}`;
    const request = {
      ...mainExample(booking).request,
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
      ...mainExample(booking).answer,
      booking: { ...mainExample(booking).answer.booking, holder: request.holder, remarks: request.remarks },
      warnings: [{ code: 'X', message: canary('warning') }],
    };
    const error = {
      code: 'VALIDATION_ERROR',
      message: canary('message'),
      details: [{ path: `/rooms/0/${canary('member')}`, code: 'UNKNOWN_FIELD', message: canary('detail') }],
    };
    const members = { operation: booking as Operation, requestBody: Buffer.from(JSON.stringify(request)) };
    const wrongPlace = { ...members, operation: cancel as Operation };
    records.recordMany(1, { ...SUCCESS, answerBody: JSON.stringify(answer) }, members);
    records.recordMany(1, { ...FAILURE, status: 400, answerBody: JSON.stringify({ error }) }, members);
    records.recordMany(1, { ...FAILURE, status: 400, answerBody: JSON.stringify({ error }) }, wrongPlace);
    records.recordMany(1, { ...SUCCESS, status: 0, lost: true, answerBody: undefined }, members);
    records.recordMany(
      1,
      { ...FAILURE, status: 404, answerBody: JSON.stringify({ error }) },
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
