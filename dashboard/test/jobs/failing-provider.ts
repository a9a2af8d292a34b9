/** A provider whose calls failed in the last minutes, for the job of the owner. */
import { expect, vi } from 'vitest';
import { CLASSES } from '../../../server/src/booking/providers/health/call-statistics.ts';
import { type Failure, writeFailures } from '../../../server/src/booking/providers/health/failure-store.ts';
import { writeErrors } from '../../../server/src/booking/providers/health/last-errors-store.ts';
import type { TestDatabase } from '../../../server/test/database.ts';
import { PATIENT } from '../../../server/test/webhooks/receiver.ts';

/** 45 of 100 calls to a provider failed in the last minutes. Calls are counted by minute and by hour. */
export async function failingProvider(database: TestDatabase): Promise<void> {
  const { db, ownerDb } = database;
  await ownerDb`
    INSERT INTO provider_calls AS known
      (slot_minutes, environment, start, code, operation, calls, errors, timeouts, max_ms, durations)
    SELECT slot, 'sandbox', date_trunc(unit, serai_now() - interval '3 minutes'), 'test-2', 'quote', 100, 45, 45, 805,
      ARRAY[0, 0, 20, 20, 15, 0, 0, 45]::bigint[] || array_fill(0::bigint, ARRAY[${CLASSES}::int - 8])
    FROM (VALUES (1, 'minute'), (60, 'hour')) AS slots (slot, unit)
    ON CONFLICT (slot_minutes, environment, start, code, operation) DO UPDATE SET
      calls = known.calls + 100, errors = known.errors + 45, timeouts = known.timeouts + 45`;
  const failures = await failedQuotes(database);
  await writeFailures(db, failures);
  await writeErrors(db, failures.slice(0, 1));
}

/** As the test provider receives it. Each call asks for another stay. */
function quoteBody(index: number) {
  const [hotelId, checkIn] = [`TH-${1_040 + (index % 7)}`, `2027-02-${String(1 + index).padStart(2, '0')}`];
  return { rateKey: '[redacted]', hotelId, checkIn, nights: 1 + (index % 3), rooms: 1 };
}

/** 20 of the failed calls with details, caused by requests of a partner, and an entry that counts the others. */
async function failedQuotes({ db, ownerDb }: TestDatabase): Promise<Failure[]> {
  const newest = () =>
    ownerDb<{ request_id: string }[]>`
      SELECT request_id FROM request_log WHERE operation = 'prebooking' ORDER BY at DESC LIMIT 1`;
  await vi.waitFor(async () => expect(await newest()).toHaveLength(1), PATIENT);
  const [request] = await newest();
  const [{ now } = { now: new Date() }] = await db<{ now: Date }[]>`SELECT serai_now() AS now`;
  // All within the minute in which the calls are counted.
  const minuteMs = Math.floor((now.getTime() - 180_000) / 60_000) * 60_000;
  const at = (seconds: number) => new Date(minuteMs + 40_000 - seconds * 1_000);
  const head = { environment: 'sandbox', code: 'test-2', operation: 'quote', cause: 'TIMEOUT' } as const;
  const message = { headers: { 'content-type': 'application/json' }, truncated: false };
  const single = Array.from({ length: 20 }, (_, index): Failure => {
    const [durationMs, attempt] = [800 + (index % 6), 1];
    const exchange = {
      ...({ provider: 'test-2', operation: 'quote', attempt, durationMs, outcome: 'FAILED' } as const),
      startedAt: at(2 + index).toISOString(),
      request: {
        method: 'POST',
        target: '/v1/quote',
        ...message,
        body: JSON.stringify(quoteBody(index)),
      },
      response: null,
    } as const;
    return {
      ...{ ...head, id: `pfl_quote${index}`, at: at(2 + index), calls: 1, durationMs, attempt },
      ...{
        retry: 'NONE',
        status: null,
        words: null,
        bookingId: null,
        requestId: request?.request_id ?? null,
      },
      exchanges: [exchange],
    };
  });
  const none = { durationMs: null, attempt: null, retry: null, status: null, words: null, exchanges: null };
  const counted = {
    ...head,
    ...none,
    id: 'pfl_more',
    at: at(1),
    calls: 25,
    bookingId: null,
    requestId: null,
  };
  return [...single, counted];
}
