import { expect, test } from 'vitest';
import { stableValues } from './stable-values.ts';

interface Run {
  booking: { bookingId: string; providerReference: string | null; note: string };
  event: { id: string; bookingId: string; nextCursor: string };
}

const run = (lot: string, providerReference: string | null = `TEST-1_PROV${lot}`): Run => ({
  booking: {
    bookingId: `bkg_AAAA${lot}`,
    providerReference,
    note: `HC1234567 of bkg_AAAA${lot}, evt_BBBB${lot}`,
  },
  event: { id: `evt_BBBB${lot}`, bookingId: `bkg_AAAA${lot}`, nextCursor: `cursor-${lot}` },
});
const stable = (given: Run): Run => {
  const values = stableValues();
  return { booking: values.of('booking', given.booking), event: values.of('event', given.event) };
};

test('random values in examples are replaced by stable values, and equal values stay equal', () => {
  const { booking, event } = stable(run('1X'));
  expect(stable(run('2Y'))).toEqual({ booking, event });
  expect(event.bookingId).toBe(booking.bookingId);
  expect(booking.note).toContain(booking.bookingId);
  expect(booking.note).toContain(event.id);
  const all = [booking.bookingId, booking.providerReference, event.id, event.nextCursor];
  expect(new Set(all).size).toBe(all.length);
  expect(booking.bookingId).toMatch(/^bkg_[0-9A-Z]{6}$/);
});

test('adding or removing a value in an example does not change the other values', () => {
  const { booking, event } = stable(run('1X'));
  expect(stable(run('1X', null))).toEqual({ booking: { ...booking, providerReference: null }, event });
});
