import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { BookRequest } from '../../port/supplier.ts';
import { inventoryStage, knownOf, ordered, PAIR } from './conformance/inventory-stage.ts';

const stage = await inventoryStage({ total: 6 });
afterAll(() => stage.close());

const room = fc.constantFrom('SGL', 'DBL', 'FAM');
const hold = fc.record({
  kind: fc.constant('hold' as const),
  room,
  from: fc.integer({ min: 1, max: 6 }),
  nights: fc.integer({ min: 1, max: 4 }),
  rooms: fc.integer({ min: 1, max: 2 }),
});
const finish = fc.record({
  kind: fc.constantFrom('book' as const, 'book' as const, 'book' as const, 'release' as const),
  which: fc.nat(50),
});
const action = fc.oneof(
  { arbitrary: hold, weight: 3 },
  { arbitrary: finish, weight: 3 },
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(50) }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 9, 25) }),
  fc.record({ kind: fc.constant('import' as const), total: fc.integer({ min: 0, max: 8 }) }),
);

const date = (day: number) => `2027-09-${String(day).padStart(2, '0')}`;

it('sold and held rooms match bookings and quotes after any sequence of actions', async () => {
  let confirmed = 0;
  let cancelled = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async actions => {
      const open: BookRequest[] = [];
      const booked: BookRequest[] = [];
      const { client, supplier, hotel } = stage;
      for (const one of actions) {
        if (one.kind === 'hold') {
          const party = one.room === 'SGL' ? [{ adults: 1, childAges: [] }] : PAIR;
          const occupancies = Array.from({ length: one.rooms }, () => party).flat();
          const stay = { checkIn: date(one.from), checkOut: date(one.from + one.nights), occupancies };
          const request = await ordered(client, hotel, one.room, stay);
          if (request !== undefined) open.push(request);
        } else if (one.kind === 'wait') await stage.time.advance(one.minutes * 60_000);
        else if (one.kind === 'import') await stage.write({ total: one.total });
        else if (one.kind === 'cancel') {
          const request = booked[one.which % Math.max(1, booked.length)];
          if (request === undefined) continue;
          if ((await supplier.cancel(client.call(), knownOf(request))).kind === 'CANCELLED') cancelled += 1;
        } else {
          const request = open[one.which % Math.max(1, open.length)];
          if (request === undefined) continue;
          if (one.kind === 'release') await supplier.release(client.call(), request.quoteId);
          else if ((await supplier.book(client.call(), request)).kind === 'CONFIRMED') {
            booked.push(request);
            confirmed += 1;
          }
        }
      }
      await stage.checkLedger();
      for (const request of booked) await supplier.cancel(client.call(), knownOf(request));
      await stage.time.advance(30 * 60_000);
      await stage.write({ total: 6 });
      await stage.checkLedger();
    }),
    { numRuns: 40, seed: 11 },
  );
  expect(confirmed).toBeGreaterThan(20);
  expect(cancelled).toBeGreaterThan(5);
});
