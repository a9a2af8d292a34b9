import { afterAll, expect, test } from 'vitest';
import { found } from '../../../../test/booking-checks.ts';
import { bookingWorld, RESERVATION, runJobsInTests } from '../../../../test/booking-world.ts';
import { callOperator } from '../../../../test/call-operator.ts';
import type { AuditEntry } from '../../../platform/operations/operator/audit-entry.ts';
import type { Booked } from '../../port/outcomes.ts';
import { bookingsCheck } from './check-outcome.ts';

const SECOND_MS = 1_000;
const UNKNOWN: Booked = { kind: 'UNKNOWN', cause: 'TIMEOUT' };

const world = await bookingWorld();
afterAll(() => world.drop());
runJobsInTests(world);

const audited: AuditEntry[] = [];
const handler = bookingsCheck({ ...world.parts, recordAudit: async (_, entry) => void audited.push(entry) });
const check = (bookingId: string, organisation = 'org_a') =>
  callOperator<{ checksBefore: number }>(world, handler, organisation, { bookingId });

test('a requested check asks the provider once, and does not postpone the next scheduled check', async () => {
  const lookups = world.lookupReturns({ kind: 'FAILED', cause: 'SERVER' });
  const { booking_id } = await world.booked(UNKNOWN);
  await world.pass(60 * SECOND_MS, SECOND_MS);
  const { resolution: before } = await world.read(booking_id);
  const asked = lookups.length;
  expect((before?.nextCheckAtMs ?? 0) - world.time.databaseNowMs()).toBeGreaterThan(SECOND_MS);
  const results = await Promise.allSettled([check(booking_id), check(booking_id)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'OPERATION_IN_PROGRESS' },
  });
  expect(audited.splice(0)).toMatchObject([
    { action: 'bookings/check', target: booking_id, after: { checksBefore: before?.attempts } },
  ]);
  await world.pass(SECOND_MS);
  expect(lookups).toHaveLength(asked + 1);
  const { resolution: after } = await world.read(booking_id);
  expect(after).toMatchObject({
    attempts: (before?.attempts ?? 0) + 1,
    nextCheckAtMs: before?.nextCheckAtMs,
  });
  expect((await check(booking_id)).checksBefore).toBe(after?.attempts);
});

test('a requested check confirms a booking that the provider has, after which there is nothing to check', async () => {
  world.lookupReturns({ kind: 'FAILED', cause: 'SERVER' });
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
