import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, expect, test } from 'vitest';
import { bookingWorld, RESERVATION } from '../../../test/booking-world.ts';
import { referenceOf } from '../bookings/booking.ts';
import type { Booked } from '../port/outcomes.ts';
import { createTestSupplier } from '../suppliers/test/create-test-supplier.ts';
import { findReservation, insertReservation } from '../suppliers/test/ledger-store.ts';

const UNKNOWN: Booked = { kind: 'UNKNOWN', cause: 'TIMEOUT' };
const CONFIRMED: Booked = { kind: 'CONFIRMED', ...RESERVATION };

const world = await bookingWorld();
const { db } = world;
const { lookup, cancel, sweep } = createTestSupplier({ code: 'test-1', db, clock: world.time.clock });
Object.assign(world.script, { lookup, cancel, sweep });
world.runner.start();
afterAll(async () => {
  await world.runner.stop(0);
  await world.drop();
});

async function book(scenario: ScenarioName, outcome: Booked): Promise<string> {
  const { booking, attempt } = await world.journalled();
  const { hotelRef: _, ...reservation } = RESERVATION;
  if (scenario !== 'book.timeout_then_absent') {
    await insertReservation(db, {
      ...reservation,
      provider: 'test-1',
      reference: referenceOf(booking.booking_id),
      state: outcome.kind === 'ON_REQUEST' ? 'ON_REQUEST' : 'BOOKED',
      scenario,
    });
  }
  await world.record(attempt, outcome);
  return booking.booking_id;
}

test.each<[ScenarioName, Booked, string, boolean | undefined]>([
  ['book.timeout_then_confirmed', UNKNOWN, 'CONFIRMED/null', true],
  ['book.garbled', { kind: 'UNKNOWN', cause: 'UNREADABLE' }, 'CONFIRMED/null', true],
  ['book.ok_but_error', { kind: 'UNKNOWN', cause: 'CONTRADICTORY' }, 'CONFIRMED/null', true],
  ['book.timeout_then_absent', UNKNOWN, 'REJECTED/NOT_FOUND_AT_PROVIDER', undefined],
  ['book.late_confirmation', UNKNOWN, 'REJECTED/COMPENSATED', false],
  ['book.timeout_forever', UNKNOWN, 'PENDING/OUTCOME_UNKNOWN', true],
  ['book.on_request_confirm', { ...CONFIRMED, kind: 'ON_REQUEST' }, 'CONFIRMED/null', true],
  ['book.on_request_reject', { ...CONFIRMED, kind: 'ON_REQUEST' }, 'REJECTED/PROVIDER_REFUSED', true],
  ['book.confirmation_number_later', CONFIRMED, 'CONFIRMED/null', true],
  ['book.cancelled_by_hotel', CONFIRMED, 'CANCELLED/BY_HOTEL', true],
])(
  'a booking in scenario %s has the expected status and reservation after five minutes',
  async (scenario, outcome, end, isHeld) => {
    const id = await book(scenario, outcome);
    await world.pass(300_000, 5_000);
    const { status, status_reason, version, hotel_confirmation } = await world.read(id);
    expect(`${status}/${status_reason}`).toBe(end);
    if (scenario === 'book.confirmation_number_later') expect(hotel_confirmation).toMatch(/^HC/);
    const row = await findReservation(world.db, 'test-1', referenceOf(id));
    expect(row && row.cancelledAtMs === null).toBe(isHeld);
    expect((await world.events(id)).map(event => event.version)).toEqual(
      Array.from({ length: version }, (_, i) => i + 1),
    );
  },
);

test('the scenario book.timeout_forever leaves a booking that needs attention', async () => {
  const id = await book('book.timeout_forever', UNKNOWN);
  await world.pass(55 * 60_000, 60_000);
  expect(await world.read(id)).toMatchObject({ status: 'PENDING', needs_attention: true });
});
