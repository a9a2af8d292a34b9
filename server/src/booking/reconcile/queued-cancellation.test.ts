/** Charges for a booking whose cancellation was queued before the outcome of the booking was known. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  bookingContent,
  bookingWorld,
  NET_MINOR,
  RESERVATION,
  runJobsInTests,
} from '../../../test/booking-world.ts';
import { eachBalance } from '../../../test/recomputed-balances.ts';
import type { BookingContent } from '../bookings/booking.ts';
import { journalCancel } from '../bookings/protocol/journal-cancel.ts';
import type { Booked, Cancelled } from '../port/outcomes.ts';

const SECOND_MS = 1_000;
const TOLERANCE = 500;
const HELD = NET_MINOR + TOLERANCE;
const REFUSED = { kind: 'REFUSED', reason: 'NOT_ALLOWED' } as const;
const SOLD_OUT = { kind: 'REFUSED', reason: 'SOLD_OUT' } as const;

const world = await bookingWorld();
afterAll(() => world.drop());
runJobsInTests(world);
beforeEach(() =>
  world.ownerDb`TRUNCATE ledger_entry, ledger_balance, ledger_alert, booking, booking_note,
  booking_attempt, booking_history, booking_exchange, job, outbox_event`.then(() => {}),
);

const cancelled = (penaltyMinor: number): Cancelled => ({ kind: 'CANCELLED', penaltyMinor });
const confirmedAt = (netMinor: number): Booked => ({ kind: 'CONFIRMED', ...RESERVATION, netMinor });

function nonRefundable(): BookingContent {
  const content = bookingContent();
  const windows = [{ fromMs: null, toMs: null, penaltyMinor: NET_MINOR }];
  return { ...content, terms: { ...content.terms, refundability: 'NON_REFUNDABLE', windows } };
}

/** Queues a cancellation, settles the booking, and waits until the cancellation has been sent. */
async function settle(content: BookingContent, booked: Booked, outcome: Cancelled) {
  const netMinor = 'netMinor' in booked ? (booked.netMinor ?? NET_MINOR) : NET_MINOR;
  world.lookupReturns({ kind: 'FOUND', state: 'BOOKED', ...RESERVATION, netMinor });
  world.cancelReturns(outcome);
  const billing = { terms: { currency: 'EUR', rate: null }, highestMinor: HELD };
  const { booking, attempt } = await world.journalled({ billing, content });
  const bookingId = booking.booking_id;
  const queued = await journalCancel(world.db, world.parts, {
    bookingId,
    arrivedAtMs: world.time.databaseNowMs(),
    maxPenaltyMinor: NET_MINOR,
    reason: null,
    supplier: world.supplier,
  });
  expect(queued.kind).toBe('QUEUED');
  await world.record(attempt, booked);
  await world.pass(10 * SECOND_MS, SECOND_MS);
  const rows = await world.db<{ text: string }[]>`
    SELECT kind || ' ' || amount_minor AS text FROM ledger_entry WHERE booking_id = ${bookingId} ORDER BY ctid`;
  expect(await eachBalance(world.ownerDb)).toEqual([]);
  const { status, net_minor: net, penalty_minor: penalty, needs_attention } = await world.read(bookingId);
  return { status, net, penalty, needs_attention, entries: rows.map(({ text }) => text) };
}

test('a free cancellation that was queued releases the held amount and charges nothing', async () => {
  expect(await settle(bookingContent(), confirmedAt(NET_MINOR + 200), cancelled(0))).toMatchObject({
    status: 'CANCELLED',
    penalty: 0,
    entries: [`HOLD ${HELD}`, `RELEASE ${HELD}`],
  });
});

test.each([
  ['as promised if the price rose within the tolerance', NET_MINOR + 200, NET_MINOR],
  ['of the new price if the price fell', NET_MINOR - 200, NET_MINOR - 200],
])('a full penalty of a queued cancellation is charged %s', async (_, netMinor, penalty) => {
  expect(await settle(nonRefundable(), confirmedAt(netMinor), cancelled(penalty))).toMatchObject({
    status: 'CANCELLED',
    net: netMinor,
    penalty,
    entries: [`HOLD ${HELD}`, `RELEASE ${HELD}`, `PENALTY ${penalty}`],
  });
});

test.each([NET_MINOR, NET_MINOR + 200, NET_MINOR - 200])(
  'a booking whose queued cancellation is refused is charged the price at which it was booked (%i)',
  async netMinor => {
    expect(await settle(bookingContent(), confirmedAt(netMinor), REFUSED)).toEqual({
      status: 'CONFIRMED',
      net: netMinor,
      penalty: null,
      needs_attention: false,
      entries: [`HOLD ${HELD}`, `RELEASE ${HELD}`, `CHARGE ${netMinor}`],
    });
  },
);

test('a booking whose queued cancellation is refused needs attention if its terms differ from those of the supplier', async () => {
  const payableThrough = 'Payable through Acme Travel';
  const booked: Booked = { kind: 'CONFIRMED', ...RESERVATION, board: 'AI', payableThrough };
  expect(await settle(bookingContent(), booked, REFUSED)).toMatchObject({
    status: 'CONFIRMED',
    needs_attention: true,
  });
  const [row] = await world.db<{ content: BookingContent }[]>`SELECT content FROM booking`;
  expect(row?.content.payableThrough).toBe(payableThrough);
});

test('a booking that is rejected while a cancellation is queued costs nothing', async () => {
  expect(await settle(nonRefundable(), SOLD_OUT, cancelled(0))).toMatchObject({
    status: 'REJECTED',
    entries: [`HOLD ${HELD}`, `RELEASE ${HELD}`],
  });
});
