import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import {
  type BookedAtSupplier,
  bookAtSupplier,
  type Change,
  type SUPPLIERS,
} from '../../../test/suppliers/booked-at-supplier.ts';

let app: BookingApp;
let booked: BookedAtSupplier | undefined;
beforeAll(async () => {
  app = await bookingApp();
});
afterEach(() => booked?.close());
afterAll(() => app?.close());

type Name = keyof typeof SUPPLIERS;
const CHANGES: [Name, Change, string, RegExp][] = [
  [
    'liteapi',
    'PRICE',
    'CONTRADICTORY',
    /^The cost is [\d.]+ EUR at the provider, but [\d.]+ EUR in the booking/,
  ],
  ['liteapi', 'DATES', 'CONTRADICTORY', /^The departure date is /],
  [
    'liteapi',
    'TERMS',
    'TERMS_CHANGED',
    /^The provider now states these cancellation terms: [\d.]+ EUR at any time\./,
  ],
  ['liteapi', 'BOARD', 'TERMS_CHANGED', /^The board is AI at the provider/],
  [
    'hotelbeds',
    'PRICE',
    'CONTRADICTORY',
    /^The cost is [\d.]+ EUR at the provider, but [\d.]+ EUR in the booking/,
  ],
  ['hotelbeds', 'DATES', 'CONTRADICTORY', /^The departure date is /],
  ['hotelbeds', 'TERMS', 'TERMS_CHANGED', /^The provider now states these cancellation terms: free until /],
  ['hotelbeds', 'BOARD', 'TERMS_CHANGED', /^The board is AI at the provider/],
  [
    'rapid',
    'PRICE',
    'CONTRADICTORY',
    /^The cost is [\d.]+ EUR at the provider, but [\d.]+ EUR in the booking/,
  ],
  ['rapid', 'DATES', 'CONTRADICTORY', /^The departure date is /],
  [
    'rapid',
    'TERMS',
    'TERMS_CHANGED',
    /^The provider now states these cancellation terms: [\d.]+ EUR at any time\./,
  ],
];

describe('a confirmed booking', () => {
  test.each(CHANGES)(
    'a confirmed booking at %s needs attention once if the supplier changes its %s, and keeps its dates, price and terms',
    async (...row) => {
      const [name, change, cause, summary] = row;
      booked = await bookAtSupplier(app, name);
      const before = await booked.reread();
      expect(before).toMatchObject({ status: 'CONFIRMED', needs_attention: false });
      booked.change(change);
      const after = await booked.reread();
      expect(after).toMatchObject({
        status: 'CONFIRMED',
        needs_attention: true,
        version: before.version + 1,
      });
      const { content, net_minor, supplier_net_minor, check_in, check_out } = before;
      expect(after).toMatchObject({ content, net_minor, supplier_net_minor, check_in, check_out });
      const note = (await booked.notes()).at(-1);
      expect(note.cause).toBe(cause);
      expect(note.summary).toMatch(summary);
      expect((await booked.reread()).version).toBe(after.version);
      // A member of the staff dismisses the report. The same difference is not reported again.
      await app.app.database
        .ownerDb`UPDATE booking SET needs_attention = false WHERE booking_id = ${booked.bookingId}`;
      expect(await booked.reread()).toMatchObject({ version: after.version, needs_attention: false });
    },
  );
});
