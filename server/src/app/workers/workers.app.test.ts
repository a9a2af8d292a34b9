import { Agent, request } from 'node:http';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BookingApp, bookingApp, STAY } from '../../../test/booking-app.ts';
import { bookRequestOf, countRows } from '../../../test/booking-steps.ts';
import { testApp } from '../../../test/test-app.ts';
import type { WorkerFleet } from './worker-fleet.ts';

const BOARDS = '/content/hotels/v1/boards';
const CONNECT = '/connect/hotels/v1/';
const BOOK = `${CONNECT}booking`;
const WORKER = 2;

let booking: BookingApp;
let workers: WorkerFleet;
beforeAll(async () => {
  booking = await bookingApp({ settings: { SERAI_PROCESSES: '2', SERAI_LOG_LEVEL: 'error' } });
  workers = booking.app.workers as WorkerFleet;
  await vi.waitFor(() => expect(workers.ready).toBe(1), { timeout: 60_000 });
});
afterAll(() => booking.close());

interface Sent {
  /** Undefined if the connection was closed without a response. */
  status: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  json: any;
}

/** Sends a request on a new connection, which the kernel gives to any of the threads. */
function send(path: string, body: object, key = booking.key): Promise<Sent> {
  return new Promise(resolve => {
    const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
    const agent = new Agent({ keepAlive: false });
    const sent = request(
      `${booking.app.interfaceUrl}${path}`,
      { method: 'POST', headers, agent },
      response => {
        let text = '';
        response.setEncoding('utf8').on('data', chunk => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode, json: JSON.parse(text) }));
        response.on('error', () => resolve({ status: undefined, json: undefined }));
      },
    );
    sent.on('error', () => resolve({ status: undefined, json: undefined }));
    sent.end(JSON.stringify(body));
  });
}

function sendMany(count: number, ...args: Parameters<typeof send>): Promise<Sent[]> {
  return Promise.all(Array.from({ length: count }, () => send(...args)));
}

/** The number of requests that the worker, and not the main thread, has completed. */
async function servedByWorker(): Promise<number> {
  const [worker = ''] = await workers.metrics();
  return sumOf(worker, 'serai_requests_total');
}

function sumOf(metrics: string, name: string): number {
  const lines = metrics.split('\n').filter(line => line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

async function readMetrics(): Promise<string> {
  return (await fetch(`${booking.app.dashboardUrl}/metrics`)).text();
}

test('two threads serve the API, and the metrics page adds up their requests', async () => {
  const before = [sumOf(await readMetrics(), 'serai_requests_total'), await servedByWorker()];
  await sendMany(64, BOARDS, {});
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
  const sent = await sendMany(160, BOARDS, {}, secret);
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(sent.filter(({ status }) => status === 429)).toHaveLength(120);
  const byWorker = (await servedByWorker()) - before;
  expect(byWorker).toBeGreaterThan(0);
  expect(byWorker).toBeLessThan(160);
});

test('a revoked key is rejected by both threads within a second', async () => {
  const { keyId, secret } = await booking.app.createKey();
  expect((await sendMany(32, BOARDS, {}, secret)).every(({ status }) => status === 200)).toBe(true);
  expect((await booking.app.operate('keys/revoke', { keyId })).status).toBe(200);
  await new Promise(resolve => setTimeout(resolve, 1_000));
  const sent = await sendMany(32, BOARDS, {}, secret);
  expect(sent.every(({ status }) => status === 401)).toBe(true);
});

test('a provider that the operator pauses is no longer asked by either thread after a second', async () => {
  const hotelIds = [scenarioHotelId('ok')];
  const codes = async () => {
    const found = await sendMany(32, `${CONNECT}availability`, { ...STAY, hotelIds });
    return new Set(found.flatMap(({ json }) => json.providers.map(({ code }: { code: string }) => code)));
  };
  expect(await codes()).toContain('test-2');
  await booking.app.operate('providers/update', { providerId: 'prv_sandbox_test-2', enabled: false });
  await new Promise(resolve => setTimeout(resolve, 1_000));
  expect(await codes()).not.toContain('test-2');
  await booking.app.operate('providers/update', { providerId: 'prv_sandbox_test-2', enabled: true });
});

test('a worker that ends unexpectedly loses no booking, breaks only its own connections, and is replaced', async () => {
  const requests = await Promise.all(Array.from({ length: 24 }, () => bookRequestOf(booking, 'ok')));
  const before = await countRows(booking);
  const sending = requests.map(body => send(BOOK, body));
  await Promise.race(sending);
  await workers.kill(WORKER);
  const sent = await Promise.all(sending);
  expect(sent.filter(({ status }) => status !== undefined && status !== 200)).toEqual([]);
  // A client whose connection broke looks up the booking, and repeats the request only if no booking exists.
  for (const [i, { status }] of sent.entries()) {
    if (status !== undefined) continue;
    const body = requests[i] as Record<string, unknown>;
    const found = await send(`${CONNECT}bookingdetail`, { clientReference: body.clientReference });
    expect([200, 404]).toContain(found.status);
    if (found.status === 404) expect((await send(BOOK, body)).status).toBe(200);
  }
  const after = await countRows(booking);
  expect(after.bookings - before.bookings).toBe(24);
  expect(after.reservations - before.reservations).toBeLessThanOrEqual(24);
  await expect.poll(() => workers.ready).toBe(1);
  await sendMany(64, BOARDS, {});
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
