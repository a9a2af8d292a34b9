import { afterAll, expect, test } from 'vitest';
import { bookingWorld, HOUR_MS, RESERVATION, runJobsInTests } from '../../../test/booking-world.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { RunningJob } from '../../platform/jobs/job.ts';
import { referenceOf } from '../bookings/booking.ts';
import { recordCancelled } from '../bookings/protocol/record-outcome.ts';
import { planSweeps, sweepOrphans } from './sweep-orphans.ts';

/** One hour, shortened by the speed-up of the test supplier. */
const RUN_MS = HOUR_MS / 30;

const world = await bookingWorld();
afterAll(() => world.drop());
runJobsInTests(world);

const notices = () =>
  world.ownerDb`SELECT organisation_id, actor, target, after FROM audit_entry WHERE action = 'bookings/orphan-found'`;

test('a sweep cancels reservations of rejected and cancelled bookings and keeps those of confirmed bookings', async () => {
  const cancelled: string[] = [];
  world.script.cancel = async (_, { reference }) => {
    cancelled.push(reference);
    return { kind: 'CANCELLED', penaltyMinor: 0 };
  };
  world.script.lookup = async (_, { reference }) => {
    const state = cancelled.includes(reference) ? 'CANCELLED' : 'BOOKED';
    return { kind: 'FOUND', state, ...RESERVATION };
  };
  const sold = await world.booked({ kind: 'REFUSED', reason: 'SOLD_OUT' });
  const gone = await world.booked();
  const live = await world.booked();
  await world.ownerDb`DELETE FROM job WHERE kind = 'booking.reread'`;
  const { db, supplier } = world;
  const sent = await world.cancel(gone.booking_id);
  if (sent.kind !== 'SENT') throw new Error(sent.kind);
  const outcome = { kind: 'CANCELLED', penaltyMinor: 0 } as const;
  const { attempt } = sent;
  const { version } = (await recordCancelled(db, world.parts, { supplier, attempt, outcome, exchanges: [] }))
    .booking;
  const references = [sold, gone, live].map(({ booking_id }) => referenceOf(booking_id));
  world.sweepReturns(...references.map(reference => reference.toLowerCase()));
  await planSweeps(world.parts);
  await world.pass(RUN_MS);
  expect(cancelled.toSorted()).toEqual(references.slice(0, 2).toSorted());
  expect(await world.read(sold.booking_id)).toMatchObject({
    status_reason: 'COMPENSATED',
    supplier_ref: 'S-1',
  });
  expect(await world.read(gone.booking_id)).toMatchObject({ version, needs_attention: false });
  expect(await world.read(live.booking_id)).toMatchObject({ status: 'CONFIRMED', version: 2 });
  expect(await notices()).toEqual([]);
});

test('a sweep reports an orphan to the operator once and ignores references from other systems', async () => {
  const logged: unknown[] = [];
  const error = (what: unknown) => logged.push(what);
  Object.assign(world.parts, { log: { ...world.parts.log, error } });
  world.sweepReturns('0123456789abcdefghjk', 'unheard-of', '');
  await planSweeps(world.parts);
  await world.pass(5 * RUN_MS, RUN_MS);
  expect(await notices()).toEqual([
    {
      organisation_id: 'opr_1',
      actor: 'service',
      target: 'bkg_0123456789ABCDEFGHJK',
      after: {
        provider: 'test-1',
        testMode: true,
        providerReference: 'S-1',
        state: 'BOOKED',
        hotelId: RESERVATION.hotelId,
        checkIn: RESERVATION.checkIn,
        checkOut: RESERVATION.checkOut,
        price: { amount: '444.00', currency: 'EUR' },
      },
    },
  ]);
  expect(logged).toEqual([{ provider: 'test-1', reference: '0123456789ABCDEFGHJK' }]);
});

test('a sweep reads the bookings of a thousand reservations with two SQL statements', async () => {
  const { booking_id } = await world.booked();
  world.sweepReturns(...Array.from({ length: 1_000 }, () => referenceOf(booking_id)));
  let statements = 0;
  const query = (...[strings, ...values]: Parameters<Database>) => {
    if (strings.join('').includes('FROM booking')) statements += 1;
    return world.db(strings, ...values);
  };
  const db = Object.assign(query, { json: world.db.json }) as unknown as Database;
  const job = { key: 'k', payload: { code: 'test-1', testMode: true, runs: 0 } } as unknown as RunningJob;
  await sweepOrphans({ ...world.parts, db }, job);
  expect(statements).toBe(2);
});
