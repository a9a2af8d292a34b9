import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STAY } from '../../../test/booking-app.ts';
import { bookRequestOf, countRows } from '../../../test/booking-steps.ts';
import { testApp } from '../../../test/test-app.ts';
import { sumOf, type ThreadedApp, threadedApp } from '../../../test/threaded-app.ts';
import type { WorkerFleet } from './worker-fleet.ts';

const BOARDS = '/content/hotels/v1/boards';
const CONNECT = '/connect/hotels/v1/';
const BOOK = `${CONNECT}booking`;
const WORKER = 2;

let booking: ThreadedApp;
let workers: WorkerFleet;
beforeAll(async () => {
  booking = await threadedApp();
  workers = booking.workers;
});
afterAll(() => booking.close());

/** The number of requests that the worker, and not the main thread, has completed. */
function servedByWorker(): Promise<number> {
  return booking.sumInWorker('serai_requests_total');
}

async function readMetrics(): Promise<string> {
  return (await fetch(`${booking.app.dashboardUrl}/metrics`)).text();
}

const endedWorkers = (metrics: string) =>
  Number(/^serai_worker_threads_ended_total (\d+)$/m.exec(metrics)?.[1]);

test('two threads serve the API, and the metrics page adds up their requests', async () => {
  const before = [sumOf(await readMetrics(), 'serai_requests_total'), await servedByWorker()];
  await booking.sendMany(64, BOARDS, {});
  const after = [sumOf(await readMetrics(), 'serai_requests_total'), await servedByWorker()];
  expect(after[0]).toBe((before[0] ?? 0) + 64);
  const byWorker = (after[1] ?? 0) - (before[1] ?? 0);
  expect(byWorker).toBeGreaterThan(0);
  expect(byWorker).toBeLessThan(64);
  const metrics = await readMetrics();
  expect(metrics.match(/^process_resident_memory_bytes \d+$/gm)).toHaveLength(1);
  expect(metrics).toMatch(/^serai_build_info\{.*\} 1$/m);
});

test('two threads together admit exactly the rate limit of a key, without Redis', async () => {
  const { secret } = await booking.app.createKey({
    limits: { perMinute: 40, perHour: 1_000, perDay: 1_000 },
  });
  const before = await servedByWorker();
  const sent = await booking.sendMany(160, BOARDS, {}, secret);
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(sent.filter(({ status }) => status === 429)).toHaveLength(120);
  const byWorker = (await servedByWorker()) - before;
  expect(byWorker).toBeGreaterThan(0);
  expect(byWorker).toBeLessThan(160);
});

test('both threads serve the MCP endpoint', async () => {
  const before = await servedByWorker();
  const sent = await booking.sendMany(32, '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(sent.map(({ json }) => json.result.tools.length)).toEqual(Array(32).fill(9));
  const byWorker = (await servedByWorker()) - before;
  expect(byWorker).toBeGreaterThan(0);
  expect(byWorker).toBeLessThan(32);
});

test('a revoked key is rejected by both threads within a second', async () => {
  const { keyId, secret } = await booking.app.createKey();
  expect((await booking.sendMany(32, BOARDS, {}, secret)).every(({ status }) => status === 200)).toBe(true);
  expect((await booking.app.operate('keys/revoke', { keyId })).status).toBe(200);
  await new Promise(resolve => setTimeout(resolve, 1_000));
  const sent = await booking.sendMany(32, BOARDS, {}, secret);
  expect(sent.every(({ status }) => status === 401)).toBe(true);
});

test('a provider that the operator pauses is no longer asked by either thread after a second', async () => {
  const hotelIds = [scenarioHotelId('ok')];
  const codes = async () => {
    const found = await booking.sendMany(32, `${CONNECT}availability`, { ...STAY, hotelIds });
    // A busy machine answers some of the searches with an error.
    const searches = found.filter(({ status }) => status === 200);
    expect(searches).not.toEqual([]);
    return new Set(searches.flatMap(({ json }) => json.providers.map(({ code }: { code: string }) => code)));
  };
  const setEnabled = (enabled: boolean) =>
    booking.app.operate('providers/update', { providerId: 'prv_sandbox_test-2', enabled });
  expect(await codes()).toContain('test-2');
  await setEnabled(false);
  try {
    await new Promise(resolve => setTimeout(resolve, 1_000));
    expect(await codes()).not.toContain('test-2');
  } finally {
    await setEnabled(true);
    await new Promise(resolve => setTimeout(resolve, 1_000));
  }
});

test('a worker that ends unexpectedly loses no booking, breaks only its own connections, and is replaced', async () => {
  const requests = await Promise.all(Array.from({ length: 24 }, () => bookRequestOf(booking, 'ok')));
  const before = await countRows(booking);
  const endedBefore = endedWorkers(await readMetrics());
  const sending = requests.map(body => booking.send(BOOK, body));
  await Promise.race(sending);
  await workers.kill(WORKER);
  const sent = await Promise.all(sending);
  expect(sent.filter(({ status }) => status !== undefined && status !== 200)).toEqual([]);
  // A client whose connection broke looks up the booking, and repeats the request only if no booking exists.
  for (const [i, { status }] of sent.entries()) {
    if (status !== undefined) continue;
    const body = requests[i] as Record<string, unknown>;
    const found = await booking.send(`${CONNECT}bookingdetail`, { clientReference: body.clientReference });
    expect([200, 404]).toContain(found.status);
    if (found.status === 404) expect((await booking.send(BOOK, body)).status).toBe(200);
  }
  const after = await countRows(booking);
  expect(after.bookings - before.bookings).toBe(24);
  expect(after.reservations - before.reservations).toBeLessThanOrEqual(24);
  await expect.poll(() => workers.ready).toBe(1);
  const metrics = await readMetrics();
  expect(metrics).toMatch(/^serai_worker_threads 1$/m);
  expect(endedWorkers(metrics)).toBeGreaterThan(endedBefore);
  await booking.sendMany(64, BOARDS, {});
  expect(await servedByWorker()).toBeGreaterThan(0);
});

test('only the main thread runs jobs', async () => {
  const [worker = ''] = await workers.metrics();
  expect(worker).toContain('serai_requests_total');
  expect(worker).not.toContain('serai_jobs_due');
  expect(booking.app.renderMetrics()).toContain('serai_jobs_due');
});

test('an app with one process has no workers', async () => {
  const app = await testApp();
  expect(app.workers).toBe(undefined);
  await app.close();
});
