import { expect, test } from 'vitest';
import { NEW_BOOKING_COLUMNS, type NewBookingRow } from '../bookings/booking-store.ts';
import { attemptSeal, readLine, writeLine } from './attempt-line.ts';

test('an attempt log line from an earlier version yields null for columns that were added later', () => {
  const seal = attemptSeal(Buffer.alloc(32, 7));
  const earlier = { booking_id: 'bkg_1', net_minor: 1_200 } as unknown as NewBookingRow;
  const line = readLine(
    seal,
    writeLine(seal, {
      operation: 'book',
      at: '2026-01-01T00:00:00.000Z',
      bookingId: 'bkg_1',
      number: 1,
      provider: 'own',
      testMode: false,
      row: earlier,
    }),
  );
  const empty = Object.fromEntries(NEW_BOOKING_COLUMNS.map(name => [name, null]));
  expect(line).toMatchObject({ row: { ...empty, booking_id: 'bkg_1', net_minor: 1_200 } });
});
