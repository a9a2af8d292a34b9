/**
 * Tests which calls to suppliers are repeated: searches are retried and hedged, quotes are not retried, and bookings
 * and cancellations are sent once and logged.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AttemptLine } from '../../src/booking/recovery/attempt-line.ts';
import { findAttemptFiles } from '../../src/booking/recovery/attempt-log.ts';
import { addDays } from '../../src/platform/time/civil-date.ts';
import { CHECK_IN } from '../booking-app.ts';
import { heldResponse, type SupplierApp, statusOf, supplierApp } from './supplier-app.ts';
import type { SimulatorFault } from './supplier-simulator.ts';

const ALL = ['liteapi', 'hotelbeds', 'rapid'] as const;
type Code = (typeof ALL)[number];

const MINUTE_MS = 60_000;
const MASTER_KEY = Buffer.alloc(32, 7);
/** Hedging begins after this many searches. */
const SAMPLES = 20;
/** Every search earns a fraction of an extra call. This many earn at least one retry and one hedging call. */
const EARNING = 20;
/** Longer than a search takes even on a busy machine, so that only calls that a test holds are hedged. */
const SLOW_MS = 1_500;
const LOST: SimulatorFault = { when: 'after', kind: 'reset' };

let folder: string;
let app: SupplierApp;
let days = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-attempts-'));
  app = await supplierApp({
    settings: {
      SERAI_DATA_DIR: folder,
      SERAI_OPERATOR_TOKEN: `test-${'0'.repeat(40)}`,
      SERAI_ATTEMPT_LOG: 'on',
    },
  });
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  for (const code of ALL) app.suppliers[code].simulator.clearFaults();
});

/** Searches a stay that is not cached. */
function search(code: Code) {
  days = (days % 200) + 1;
  const checkIn = addDays(CHECK_IN, days);
  return app.find([code], { checkIn, checkOut: addDays(checkIn, 2) });
}

/** Searches while the supplier holds its first response. Time passes until the call is late. */
async function slowSearch(code: Code) {
  const before = app.countOf(code, 'search');
  const { fault, release } = heldResponse();
  fail(code, 'search', fault);
  const found = search(code);
  await expect.poll(() => app.countOf(code, 'search'), { interval: 2 }).toBeGreaterThan(before);
  await app.time.leap(SLOW_MS);
  return { found, release };
}

/** Slow searches, after which calls are late only if they take as long, then regular ones that earn extra calls. */
async function earn(code: Code): Promise<void> {
  for (let i = 0; i < SAMPLES; i += 1) {
    const { found, release } = await slowSearch(code);
    release();
    expect(statusOf(await found, code)).toBe('OK');
  }
  for (let i = 0; i < EARNING; i += 1) expect(statusOf(await search(code), code)).toBe('OK');
}

function fail(
  code: Code,
  operation: 'search' | 'quote' | 'book' | 'cancel',
  fault: SimulatorFault,
  times = 1,
) {
  const { simulator, operations } = app.suppliers[code];
  simulator.fail(operations[operation], fault, times);
}

async function loggedAttempts(): Promise<AttemptLine[]> {
  const files = await findAttemptFiles(join(folder, 'attempts'), MASTER_KEY, 0);
  const lines: AttemptLine[] = [];
  for await (const page of files.read()) lines.push(...page);
  expect(files.unreadable()).toBe(0);
  return lines;
}

describe.each(ALL)('%s', code => {
  test('a search is retried after a lost response, and hedged if it is slow', async () => {
    await earn(code);
    const before = app.countOf(code, 'search');
    fail(code, 'search', LOST);
    expect(statusOf(await search(code), code)).toBe('OK');
    expect(app.countOf(code, 'search')).toBe(before + 2);
    const { found, release } = await slowSearch(code);
    await app.time.leap(SLOW_MS);
    expect(statusOf(await found, code)).toBe('OK');
    expect(app.countOf(code, 'search')).toBe(before + 4);
    release();
  });

  test('a quote is not retried after a lost response', async () => {
    const { json } = await app.find([code]);
    const before = app.countOf(code, 'quote');
    fail(code, 'quote', LOST);
    const quote = await app.call('prebooking', { offerId: json.hotels[0].offers[0].offerId });
    expect(quote.status).toBeGreaterThanOrEqual(500);
    expect(app.countOf(code, 'quote')).toBe(before + 1);
  });

  test('a booking and its cancellation are sent once although both responses are lost, and settled by lookups', async () => {
    const [books, cancels] = [app.countOf(code, 'book'), app.countOf(code, 'cancel')];
    fail(code, 'book', LOST);
    const booked = await app.booked(code);
    expect([booked.status, booked.json.booking.status]).toEqual([202, 'PENDING']);
    const { bookingId } = booked.json.booking;
    const read = async () => (await app.call('bookingdetail', { bookingId })).json.booking.status;
    await app.pass(MINUTE_MS, 5_000);
    expect(await read()).toBe('CONFIRMED');
    fail(code, 'cancel', LOST);
    const maxPenalty = booked.json.booking.price.net;
    const cancelled = await app.call('cancel', { bookingId, maxPenalty });
    expect([cancelled.status, cancelled.json.booking?.status]).toEqual([202, 'CANCEL_PENDING']);
    await app.pass(MINUTE_MS, 5_000);
    expect(await read()).toBe('CANCELLED');
    expect([app.countOf(code, 'book') - books, app.countOf(code, 'cancel') - cancels]).toEqual([1, 1]);
    const lines = (await loggedAttempts()).filter(line => line.bookingId === bookingId);
    expect(lines.map(({ operation }) => operation)).toEqual(['book', 'cancel']);
  });

  test('a slow booking is not hedged, and its attempt is on disk before the supplier has responded', async () => {
    const { json } = await app.quoted(code);
    const before = app.countOf(code, 'book');
    const sold = app.suppliers[code].sales().length;
    const { fault, release } = heldResponse();
    fail(code, 'book', fault);
    const booking = app.call('booking', app.bookingOf(json));
    await expect.poll(() => app.countOf(code, 'book')).toBe(before + 1);
    // The simulator has booked and holds the response.
    await expect.poll(() => app.suppliers[code].sales().length).toBeGreaterThan(sold);
    const { reference } = app.suppliers[code].sales().at(-1) ?? expect.fail('no reservation');
    const logged = (await loggedAttempts()).map(({ bookingId }) => bookingId.slice('bkg_'.length));
    expect(logged).toContain(reference);
    // Longer than any search took, so that a hedging call would have been sent.
    await app.time.leap(10_000);
    release();
    expect((await booking).json.booking.status).toBe('CONFIRMED');
    expect(app.countOf(code, 'book')).toBe(before + 1);
  });
});

test('every booking that a supplier received was logged as an attempt', async () => {
  const logged = new Set((await loggedAttempts()).map(({ bookingId }) => bookingId.slice('bkg_'.length)));
  const sales = ALL.flatMap(code => app.suppliers[code].sales());
  expect(sales.length).toBeGreaterThanOrEqual(2 * ALL.length);
  for (const { reference } of sales) expect(logged).toContain(reference);
  expect(new Set(sales.map(({ reference }) => reference)).size).toBe(sales.length);
});
