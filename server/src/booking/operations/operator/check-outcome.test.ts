import type { showBooking } from '@serai/contract/account/bookings.ts';
import { afterAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { found, standing } from '../../../../test/booking-checks.ts';
import { bookingWorld, RESERVATION, runJobsInTests } from '../../../../test/booking-world.ts';
import { callOperator } from '../../../../test/call-operator.ts';
import type { AuditEntry } from '../../../platform/operations/operator/audit-entry.ts';
import { recordCancelled } from '../../bookings/protocol/record-outcome.ts';
import type { Booked, Found } from '../../port/outcomes.ts';
import { providerRegistry } from '../../providers/provider-registry.ts';
import { checkPauseMs } from '../../reconcile/schedule.ts';
import { bookingsShow } from './bookings.ts';
import { bookingsCheck } from './check-outcome.ts';
import type { OperatorParts } from './operator-parts.ts';

const SECOND_MS = 1_000;
const UNKNOWN: Booked = { kind: 'UNKNOWN', cause: 'TIMEOUT' };
const FAILED: Found = { kind: 'FAILED', cause: 'SERVER' };

const world = await bookingWorld();
afterAll(() => world.drop());
runJobsInTests(world);

const audited: AuditEntry[] = [];
const handler = bookingsCheck({ ...world.parts, recordAudit: async (_, entry) => void audited.push(entry) });
const check = (bookingId: string, organisation = 'org_a') =>
  callOperator<{ checksBefore: number }>(world, handler, organisation, { bookingId });

/** Advances the time to the next scheduled check of the booking, which runs. */
async function passToNextCheck(bookingId: string): Promise<void> {
  const { resolution } = await world.read(bookingId);
  await world.pass((resolution?.nextCheckAtMs ?? 0) - world.time.databaseNowMs());
}

async function unknownBooking(): Promise<string> {
  world.lookupReturns(FAILED);
  return (await world.booked(UNKNOWN)).booking_id;
}

async function requestedBooking(): Promise<string> {
  world.lookupReturns(found('ON_REQUEST'));
  return (await world.booked({ kind: 'ON_REQUEST', ...RESERVATION })).booking_id;
}

async function cancellingBooking(): Promise<string> {
  world.lookupReturns(FAILED);
  const { booking_id } = await world.booked();
  const cancelled = await world.cancel(booking_id);
  if (cancelled.kind !== 'SENT') throw new Error(cancelled.kind);
  const { supplier, db, parts } = world;
  const outcome = { kind: 'UNKNOWN', cause: 'TIMEOUT' } as const;
  await recordCancelled(db, parts, { supplier, attempt: cancelled.attempt, outcome, exchanges: [] });
  return booking_id;
}

test.each([
  ['PENDING', unknownBooking],
  ['ON_REQUEST', requestedBooking],
  ['CANCEL_PENDING', cancellingBooking],
])(
  'a requested check in state %s asks the provider once, and does not postpone the next scheduled check',
  async (status, create) => {
    const bookingId = await create();
    for (let checks = 0; checks < 3; checks++) await passToNextCheck(bookingId);
    const before = await world.read(bookingId);
    expect(before).toMatchObject({ status, resolution: { attempts: 3 } });
    audited.splice(0);
    const results = await Promise.allSettled([check(bookingId), check(bookingId)]);
    expect(results.map(result => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(result => result.status === 'rejected')).toMatchObject({
      reason: { code: 'OPERATION_IN_PROGRESS' },
    });
    expect(audited).toMatchObject([
      { action: 'bookings/check', target: bookingId, after: { checksBefore: 3 } },
    ]);
    await world.pass(1);
    const { nextCheckAtMs } = before.resolution ?? {};
    expect(await world.read(bookingId)).toMatchObject({ status, resolution: { attempts: 4, nextCheckAtMs } });
    expect((await check(bookingId)).checksBefore).toBe(4);
    await world.pass(1);
    await passToNextCheck(bookingId);
    expect((await world.read(bookingId)).resolution).toMatchObject({ attempts: 6 });
  },
);

test('requested checks do not lengthen the pauses between scheduled checks', async () => {
  const bookingId = await unknownBooking();
  for (let checks = 0; checks < 3; checks++) await passToNextCheck(bookingId);
  for (let clicks = 0; clicks < 7; clicks++) {
    await check(bookingId);
    await world.pass(1);
  }
  await passToNextCheck(bookingId);
  const { resolution } = await world.read(bookingId);
  expect(resolution?.attempts).toBe(11);
  const pauseMs = (resolution?.nextCheckAtMs ?? 0) - world.time.databaseNowMs();
  const { settlement } = world.supplier;
  expect(pauseMs).toBeGreaterThanOrEqual(checkPauseMs(4, settlement, 0));
  expect(pauseMs).toBeLessThanOrEqual(checkPauseMs(4, settlement, 1));
});

test('a requested check confirms a booking that the provider has, after which there is nothing to check', async () => {
  world.lookupReturns(FAILED);
  const { booking_id } = await world.booked(UNKNOWN);
  await world.pass(60 * SECOND_MS, SECOND_MS);
  world.lookupReturns(found('BOOKED'));
  await check(booking_id);
  await world.pass(SECOND_MS);
  expect(await world.read(booking_id)).toMatchObject({ status: 'CONFIRMED', supplier_ref: 'S-1' });
  await expect(check(booking_id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
});

test('a check is refused while the booking request is still being sent, and for bookings of another partner', async () => {
  const { booking, attempt } = await world.journalled();
  await expect(check(booking.booking_id)).rejects.toMatchObject({ code: 'OPERATION_IN_PROGRESS' });
  await expect(check(booking.booking_id, 'org_b')).rejects.toMatchObject({ code: 'BOOKING_NOT_FOUND' });
  await world.record(attempt, { kind: 'CONFIRMED', ...RESERVATION });
});

test('a requested check after the lease of the booking request has expired takes the request over and looks it up', async () => {
  world.lookupReturns(FAILED);
  const { booking } = await world.journalled();
  const { booking_id: bookingId } = booking;
  // The job has failed and is retried only in half an hour.
  await world.ownerDb`UPDATE job SET failures = 9, run_at = serai_now() + interval '30 minutes' WHERE key = ${bookingId}`;
  await world.pass(60 * SECOND_MS);
  expect(standing(await world.read(bookingId))).toBe('PENDING/IN_PROGRESS');
  await check(bookingId);
  await world.pass(1);
  const after = await world.read(bookingId);
  expect([standing(after), after.resolution?.attempts]).toEqual(['PENDING/OUTCOME_UNKNOWN', 1]);
  expect(await world.types(bookingId)).toEqual(['booking.pending', 'booking.pending']);
});

test('a requested check replaces a job that has failed permanently', async () => {
  const bookingId = await unknownBooking();
  await world.ownerDb`UPDATE job SET failures = 10, dead_at = serai_now() WHERE key = ${bookingId}`;
  await world.pass(60 * SECOND_MS);
  expect((await world.read(bookingId)).resolution?.attempts).toBe(0);
  await check(bookingId);
  await world.pass(1);
  expect((await world.read(bookingId)).resolution?.attempts).toBe(1);
  await passToNextCheck(bookingId);
  expect((await world.read(bookingId)).resolution?.attempts).toBe(2);
});

test('a check at a provider that is not configured is refused with a hint', async () => {
  const bookingId = await unknownBooking();
  const parts = { ...world.parts, providers: providerRegistry([]), recordAudit: async () => {} };
  await expect(callOperator(world, bookingsCheck(parts), 'org_a', { bookingId })).rejects.toMatchObject({
    code: 'INVALID_STATE',
    message: expect.stringContaining('Connect it again, or correct its credentials'),
  });
});

test('a booking that is read while its check ends never lacks both the result and the check', async () => {
  const bookingId = await unknownBooking();
  await check(bookingId);
  // The check ends after the booking was read, and before the response is complete.
  const listDeliveries = async () => {
    await world.pass(1);
    return [];
  };
  const parts = { ...world.parts, clock: world.time.clock, listDeliveries } as unknown as OperatorParts;
  const show = () =>
    callOperator<z.output<typeof showBooking.output>>(
      world,
      bookingsShow(parts),
      'org_a',
      { bookingId },
      { staff: true },
    );
  expect(await show()).toMatchObject({ checkUnderWay: true, booking: { resolution: { attempts: 0 } } });
  expect(await show()).toMatchObject({ checkUnderWay: false, booking: { resolution: { attempts: 1 } } });
});
