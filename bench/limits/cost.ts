/** Measures the CPU cost of requests in each process: gateway, backend, worker, PostgreSQL and Redis. */

import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CITY, WIDE_OWN_HOTEL } from '../../faults/load/catalogue.ts';
import type { Loose } from '../../server/test/booking-request.ts';
import { startChild } from '../measure/child-program.ts';
import { goFirst } from '../measure/go-first.ts';
import { printTable, printText, printTitle } from '../measure/report.ts';
import { grouped } from '../measure/statistics.ts';
import { ask, BOOKING, bookingOf, CONTENT, gather, openPartner, type Partner, searchOf } from './partner.ts';
import { type StartedShape, startShape } from './started-shape.ts';

const REST_MS = 5_000;
const LOOK_MS = 1_000;
const LONGEST_LOOKS = 12;
/**
 * Work counts as finished when all processes together use less than this CPU time above idle in an interval of LOOK_MS.
 */
const AT_REST_MS = 60;
const AT_ONCE = 8;
const SECONDS = 4;
/** Number of quotes and bookings to prepare. Each can be used only once. */
const MADE = 600;
const WORDS = ['barcelona', 'barce', 'bracelona', 'grac', 'el prat', 'bcn', 'catalonia', 'coast'];

interface Row {
  name: string;
  use: CpuUse;
  requests: number;
}

goFirst();
const service = await startShape({ shape: 'one process per role' });
const partner = openPartner(service);
const receiver = await startChild({
  command: process.execPath,
  args: [fileURLToPath(new URL('../webhooks/receiver-server.ts', import.meta.url))],
  ready: /listening on (\d+)\./,
});
try {
  report(await measure(service, partner));
} finally {
  partner.close();
  await receiver.stop();
  await service.stop();
}

async function measure({ cpu, operate }: StartedShape, client: Partner): Promise<Row[]> {
  const rows: Row[] = [];
  let turn = 0;
  const word = () => ({ query: WORDS[turn++ % WORDS.length], limit: 5 });
  const own = () => ({ ...searchOf(2, 1), hotelIds: [WIDE_OWN_HOTEL] });
  const city = () => ({ ...searchOf(2, 1), hotelIds: undefined, destination: CITY });
  const { hotels } = await ask(client, `${BOOKING}availability`, searchOf(2, 1));
  const offerIds: string[] = hotels.flatMap(({ offers }: Loose) =>
    offers.map((offer: Loose) => offer.offerId),
  );
  const ownOffer = (await ask(client, `${BOOKING}availability`, own())).hotels[0].offers[0].offerId;
  for (const path of ['boards', 'hotels']) await ask(client, `${CONTENT}${path}`, {});
  await timed(1, () => ask(client, `${BOOKING}availability`, city()));
  const idle = await idleUse(cpu);

  const add = async (name: string, run: () => Promise<number>) => {
    rows.push({ name, ...(await costOf(cpu, idle, run)) });
    console.error(name);
  };
  const repeat = (name: string, path: string, body: () => object) =>
    add(name, () => timed(SECONDS, () => ask(client, path, body())));
  const all = (name: string, from: Loose[], run: (one: Loose) => Promise<unknown>) =>
    add(name, async () => {
      const count = from.length;
      await gather(count, AT_ONCE, () => run(from.pop()));
      return count;
    });

  await repeat('code list', `${CONTENT}boards`, () => ({}));
  await repeat('place search', `${CONTENT}places/search`, word);
  await repeat('hotels, a page', `${CONTENT}hotels`, () => ({ page: { limit: 10 } }));
  await repeat('availability, own rooms of one hotel', `${BOOKING}availability`, own);
  await repeat('availability, 14 hotels, test providers', `${BOOKING}availability`, city);
  const quotes: Loose[] = [];
  const quote = async (offerId: string | undefined) =>
    quotes.push(await ask(client, `${BOOKING}prebooking`, { offerId }));
  await all('prebooking', offersFor(offerIds, MADE), quote);
  const bookings: string[] = [];
  const book = async (one: Loose) => {
    bookings.push((await ask(client, `${BOOKING}booking`, bookingOf(one))).booking.bookingId);
  };
  await all('booking, test providers', quotes, book);
  await gather(MADE, AT_ONCE, () => quote(ownOffer));
  await all('booking, own rooms', quotes, book);
  await repeat('bookingdetail', `${BOOKING}bookingdetail`, () => ({ bookingId: bookings[turn++ % MADE] }));
  await repeat('bookinglist, a page of 20', `${BOOKING}bookinglist`, () => ({ page: { limit: 20 } }));
  const ownBookings = bookings.splice(MADE);
  await all('cancel, own rooms', ownBookings, bookingId => ask(client, `${BOOKING}cancel`, { bookingId }));
  await gather(MADE, AT_ONCE, () => quote(ownOffer));
  await operate('webhooks/create', {
    environment: 'sandbox',
    url: `http://127.0.0.1:${receiver.ready[1]}/`,
    eventTypes: ['booking.pending', 'booking.confirmed'],
  });
  await all('booking, own rooms, and its two events delivered', quotes, book);
  return rows;
}

function offersFor(offerIds: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, i) => offerIds[i % offerIds.length] as string);
}

/** Returns the number of completed requests. */
async function timed(seconds: number, send: () => Promise<unknown>): Promise<number> {
  const endMs = performance.now() + seconds * 1000;
  let count = 0;
  const one = async () => {
    while (performance.now() < endMs) {
      await send();
      count++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return count;
}

function report(rows: readonly Row[]): void {
  const processes = Object.keys(rows[0]?.use ?? {});
  const total = ({ use }: Row) => Object.values(use).reduce((sum, ms) => sum + ms, 0);
  printTitle('The cost of 1,000 requests');
  printText(
    'The table shows the seconds of CPU time that each process uses for 1,000 requests. A gateway, a backend, a worker, PostgreSQL (fsync ' +
      `on) and Redis all run on one machine. ${AT_ONCE} requests with a sandbox key are in flight at a time, so all bodies are logged. The ` +
      'idle load of the processes is subtracted, and deferred writes are included. The last column is the number of requests per second ' +
      'that one core can serve if it runs all processes.',
  );
  printTable(
    ['1,000 ×', ...processes, 'total', 'requests/s per core'],
    rows.map(row => [
      row.name,
      ...processes.map(name => (row.use[name] ?? 0).toFixed(2)),
      total(row).toFixed(2),
      grouped(1000 / total(row)),
    ]),
  );
}

/** A CPU figure for each process. A `Row` contains milliseconds per request, which equal seconds per 1,000 requests. */
type CpuUse = Record<string, number>;

type Meters = Record<string, () => number>;

/** Returns the share of CPU time that each process uses while idle. */
async function idleUse(meters: Meters): Promise<CpuUse> {
  const before = read(meters);
  await pause(REST_MS);
  const after = read(meters);
  return Object.fromEntries(Object.keys(meters).map(name => [name, used(before, after, name) / REST_MS]));
}

/** `run` returns the number of requests it sent. The cost includes deferred work. */
async function costOf(
  meters: Meters,
  idle: CpuUse,
  run: () => Promise<number>,
): Promise<{ use: CpuUse; requests: number }> {
  const [before, startMs] = [read(meters), performance.now()];
  const requests = await run();
  await untilAtRest(meters, idle);
  const [after, elapsedMs] = [read(meters), performance.now() - startMs];
  const use = Object.keys(meters).map(name => {
    const ms = used(before, after, name) - (idle[name] ?? 0) * elapsedMs;
    return [name, Math.max(0, ms) / requests];
  });
  return { use: Object.fromEntries(use), requests };
}

async function untilAtRest(meters: Meters, idle: CpuUse): Promise<void> {
  const names = Object.keys(meters);
  for (let look = 0; look < LONGEST_LOOKS; look++) {
    const before = read(meters);
    await pause(LOOK_MS);
    const after = read(meters);
    const above = names.map(name => used(before, after, name) - (idle[name] ?? 0) * LOOK_MS);
    if (above.reduce((sum, ms) => sum + ms, 0) < AT_REST_MS) return;
  }
}

function read(meters: Meters): CpuUse {
  return Object.fromEntries(Object.entries(meters).map(([name, meter]) => [name, meter()]));
}

function used(before: CpuUse, after: CpuUse, name: string): number {
  return (after[name] ?? 0) - (before[name] ?? 0);
}
