import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type BookingWorld,
  bookingWorld,
  FREE_UNTIL_MS,
  HOUR_MS,
  RESERVATION,
} from '../../../test/booking-world.ts';
import type { Booking } from '../bookings/booking.ts';
import { journalCancel } from '../bookings/journal-cancel.ts';
import { recordBooked } from '../bookings/record-outcome.ts';
import type { Found } from '../port/outcomes.ts';

const SECOND_MS = 1_000;
/** A day of a live supplier. */
const DAY_MS = (24 * HOUR_MS) / 30;
const LIVE: Found = { kind: 'FOUND', state: 'BOOKED', ...RESERVATION };

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterAll(() => world?.drop());
beforeEach(() => world.runner.start());
afterEach(async () => {
  await world.runner.stop();
  await world.ownerDb`DELETE FROM job`;
});

function cancel({ booking_id: bookingId }: Booking) {
  const { db, safe, supplier, time } = world;
  const arrivedAtMs = time.databaseNowMs();
  return journalCancel(db, safe, { bookingId, arrivedAtMs, maxPenaltyMinor: 0, reason: null, supplier });
}

async function vanished(): Promise<string> {
  const booking = await world.booked();
  await world.ownerDb`DELETE FROM job WHERE kind = 'booking.reread'`;
  world.script.lookup = async () => ({ kind: 'ABSENT' });
  await cancel(booking);
  await world.pass(130 * SECOND_MS, 5 * SECOND_MS);
  expect(await world.read(booking.booking_id)).toMatchObject({ status: 'CANCELLED', needs_attention: false });
  return booking.booking_id;
}

test('a booking that vanished counts as cancelled, and needs a person when it turns up again', async () => {
  const bookingId = await vanished();
  world.script.lookup = async () => LIVE;
  await world.pass(300 * SECOND_MS, 20 * SECOND_MS);
  expect(await world.read(bookingId)).toMatchObject({ status: 'CANCELLED', needs_attention: true });
  expect((await world.events(bookingId)).at(-1)?.type).toBe('booking.attention_required');
  expect(await world.jobs(bookingId)).not.toContain('booking.reconcile');
});

test('a booking that vanished is no longer looked for after a day', async () => {
  const bookingId = await vanished();
  await world.pass(DAY_MS + 300 * SECOND_MS, 60 * SECOND_MS);
  expect(await world.jobs(bookingId)).not.toContain('booking.reconcile');
});

test.each([
  ['', RESERVATION.netMinor, false],
  [', and a person looks at a booking that then stands at another price', RESERVATION.netMinor * 2, true],
])(
  'a cancellation that waited until it costs more than was accepted is not sent%s',
  async (_, netMinor, attention) => {
    let sent = 0;
    world.script.cancel = async () => {
      sent += 1;
      return { kind: 'CANCELLED', penaltyMinor: 0 };
    };
    world.script.lookup = async () => ({ kind: 'INCOMPLETE' });
    await world.time.advanceDatabase(FREE_UNTIL_MS - 60 * SECOND_MS - world.time.databaseNowMs());
    const { attempt, booking } = await world.journalled();
    const outcome = { kind: 'UNKNOWN', cause: 'TIMEOUT' } as const;
    await recordBooked(world.db, world.safe, { supplier: world.supplier, attempt, outcome, exchanges: [] });
    expect(await cancel(booking)).toMatchObject({ kind: 'QUEUED', penaltyMinor: 0 });
    await world.pass(90 * SECOND_MS, 10 * SECOND_MS);
    world.script.lookup = async () => ({ ...LIVE, netMinor });
    await world.pass(60 * SECOND_MS, 10 * SECOND_MS);
    expect(sent).toBe(0);
    const after = await world.read(booking.booking_id);
    expect(after).toMatchObject({ status: 'CONFIRMED', cancel_intent: null, needs_attention: attention });
    expect((await world.events(booking.booking_id)).map(({ type }) => type)).toContain(
      'booking.cancel_failed',
    );
  },
);
