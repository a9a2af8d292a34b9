/** During a recovery, nothing is quoted, booked or cancelled. Searches, reads and replays still work. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { book, bookRequestOf } from '../../../test/booking-steps.ts';
import { sleep, systemClock } from '../../platform/clock.ts';
import { beginRecovery, finishByOperator } from '../recovery/recovery-store.ts';

let booking: BookingApp;
beforeAll(async () => {
  booking = await bookingApp();
});
afterAll(() => booking?.close());

/** Waits until the node has noticed that the recovery began or ended, so that prebooking returns the given status. */
async function until(status: number, request: object): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await booking.call('prebooking', request)).status === status) return;
    await sleep(systemClock, 50);
  }
  throw new Error(`prebooking never returned ${status}`);
}

test('prebooking, booking and cancel return 503 during a recovery, while reads and replays work', async () => {
  const known = await bookRequestOf(booking, 'ok');
  const { bookingId } = (await booking.call('booking', known)).json.booking;
  const request = await bookRequestOf(booking, 'ok');
  const found = await booking.search('ok');
  const offer = { offerId: found.json.hotels[0].offers[0].offerId };
  const { ownerDb } = booking.app.database;
  // The provider is not configured, so the recovery cannot finish automatically.
  await ownerDb.transaction(async tx => {
    await beginRecovery(tx, new Date(systemClock.nowMs()));
    await tx`
      INSERT INTO recovery_provider (recovery_id, provider, test_mode) SELECT recovery_id, 'gone', false FROM recovery`;
  });
  await until(503, offer);

  for (const [operation, body] of [
    ['prebooking', offer],
    ['booking', request],
    ['cancel', { bookingId }],
  ] as const) {
    const { status, headers, json } = await booking.call(operation, body);
    expect([operation, status, json.error.code]).toEqual([operation, 503, 'SERVICE_UNAVAILABLE']);
    expect(json.error.message).toContain('restored from a backup');
    expect(headers.get('retry-after')).toBe('30');
  }
  expect((await booking.call('booking', known)).headers.get('idempotency-replayed')).toBe('true');
  const detail = await booking.call('bookingdetail', { bookingId });
  expect(detail.json.booking).toMatchObject({ status: 'CONFIRMED' });
  expect(detail.json.booking.version).toBeGreaterThan(1_000);
  expect((await booking.call('cancel', { bookingId, mode: 'QUOTE' })).status).toBe(200);
  expect((await booking.search('ok')).status).toBe(200);
  const { degraded } = (await booking.app.operate('system/status', {})).json;
  expect(degraded.map(({ mode }: { mode: string }) => mode)).toContain('recovery');

  const [open] = await ownerDb<{ recovery_id: string }[]>`SELECT recovery_id FROM recovery`;
  await finishByOperator(ownerDb, open?.recovery_id ?? '');
  await until(200, offer);
  expect((await booking.call('booking', request)).status).toBe(200);
  expect((await book(booking, 'ok')).status).toBe(200);
});
