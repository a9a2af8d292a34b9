/**
 * Measures the cost of recording a request: nanoseconds per `record()` call, compared with a function that only
 * counts. The common case is a success in production whose row exceeds the allowance. Stored rows and bodies cost
 * more but are limited by the allowances. Writing the rows later costs about 5 µs each and is not included.
 */

import { availability } from '@serai/contract/booking/availability.ts';
import { mainExample } from '@serai/contract/openapi/recorded-examples.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import type { Outcome } from '../server/src/gateway/records/log-row.ts';
import { createRecords, type RecordSettings } from '../server/src/gateway/records/records.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { openOwnerDatabase } from '../server/src/platform/database/connect.ts';
import { quietLog } from '../server/src/platform/database/database-log.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createMetrics } from '../server/src/platform/metrics.ts';
import { finishedExchange } from '../server/test/finished-exchange.ts';
import { keyRecord } from '../server/test/key-record.ts';
import { printTable, printText, printTitle } from './measure/report.ts';
import { grouped, median } from './measure/statistics.ts';

const ROUNDS = 7;
const KEYS = 64;

/** This connection is never opened, because nothing is flushed. */
const db = openOwnerDatabase({ address: { url: 'postgres://localhost:1/none' }, log: quietLog });
const { request, answer } = mainExample(availability);
const answerBody = JSON.stringify(answer);
const requestBody = Buffer.from(JSON.stringify(request));
const success: Outcome = { status: 200, bytesOut: answerBody.length, totalMs: 5, answerBody };

function recorder(settings: Partial<RecordSettings>, environment: 'sandbox' | 'production') {
  const log = createLog('silent');
  const metrics = createMetrics();
  const records = createRecords({ db, clock: systemClock, log, metrics, operations: OPERATIONS, settings });
  const exchanges = Array.from({ length: KEYS }, (_, i) =>
    finishedExchange(systemClock, {
      record: keyRecord({ id: `key_${i}`, environment }),
      secretId: `sec_${i}`,
      requestBody,
    }),
  );
  return (i: number) => records.record(exchanges[i % KEYS] as (typeof exchanges)[number], success);
}

/** Returns the median of all rounds in nanoseconds per call. */
function measure(calls: number, make: () => (i: number) => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const call = make();
    for (let i = 0; i < Math.min(calls, 1_000); i++) call(i);
    const beganAtMs = performance.now();
    for (let i = 0; i < calls; i++) call(i);
    return ((performance.now() - beganAtMs) * 1e6) / calls;
  });
  return median(rounds);
}

const counters = new Float64Array(KEYS);
const bare = measure(2_000_000, () => i => {
  counters[i % KEYS] = (counters[i % KEYS] as number) + 1;
});
const all = 1_000_000_000;
const cases = {
  'common case, row dropped': measure(1_000_000, () => recorder({ maxRowsPerSecond: 1 }, 'production')),
  'row stored': measure(7_000, () => recorder({ maxRowsPerSecond: all, sampleEvery: all }, 'production')),
  'row and bodies stored': measure(1_500, () =>
    recorder({ maxRowsPerSecond: all, maxBodiesPerSecond: all }, 'sandbox'),
  ),
};

printTitle('Recording a request');
printText(
  `Figures are medians of ${ROUNDS} rounds. They exclude writing the rows, which happens later, in batches.`,
);
printTable(
  ['', 'ns per request', 'relative to a bare counter'],
  Object.entries({ 'bare counter': bare, ...cases }).map(([name, ns]) => [
    name,
    grouped(ns, ns < 10 ? 1 : 0),
    grouped(ns / bare),
  ]),
);
await db.close();
