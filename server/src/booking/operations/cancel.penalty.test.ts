import type { PenaltyBearer } from '@serai/contract/account/cancel-booking.ts';
import { afterAll, expect, test } from 'vitest';
import {
  bookingContent,
  bookingWorld,
  NET_MINOR,
  RESERVATION,
  runJobsInTests,
} from '../../../test/booking-world.ts';
import { callOperator } from '../../../test/call-operator.ts';
import { dataOf } from '../../../test/result-data.ts';
import type { ApiError } from '../../platform/api-error.ts';
import type { RequestContext } from '../../platform/operations/handler.ts';
import { SentMark } from '../../platform/operations/sent-mark.ts';
import type { BookingParts } from '../booking-parts.ts';
import type { Booking } from '../bookings/booking.ts';
import { bookingView } from '../bookings/booking-view.ts';
import type { NewBooking } from '../bookings/protocol/journal-booking.ts';
import { journalCancel } from '../bookings/protocol/journal-cancel.ts';
import { cancel } from './cancel.ts';
import { bookingsCancel, type CancelParts } from './operator/cancel-booking.ts';
import type { OperatorParts } from './operator/operator-parts.ts';
import { bookingsResolve } from './operator/resolve-booking.ts';

const world = await bookingWorld();
afterAll(() => world.drop());
runJobsInTests(world);

const PENALTY = 10_000;
const money = (minor: number) => ({ amount: (minor / 100).toFixed(2), currency: 'EUR' });
// Contains what a decision by staff and a repeated cancellation use.
const parts = {
  ...world.parts,
  fingerprintKey: Buffer.alloc(32),
  recordAudit: async () => {},
} as unknown as BookingParts & CancelParts & OperatorParts;

async function booked(changes: Partial<NewBooking> = {}): Promise<Booking> {
  const content = bookingContent();
  content.terms.windows = [{ fromMs: null, toMs: null, penaltyMinor: PENALTY }];
  const billing = { terms: { currency: 'EUR', rate: null }, highestMinor: NET_MINOR };
  const { attempt } = await world.journalled({ content, billing, ...changes });
  const netMinor = changes.supplierNetMinor ?? NET_MINOR;
  return (await world.record(attempt, { kind: 'CONFIRMED', ...RESERVATION, netMinor })).booking;
}

/** Sends a cancellation whose outcome is unknown. A lookup then finds that the reservation is cancelled. */
async function cancelled(
  { booking_id: bookingId }: Booking,
  by: { cancelledBy?: 'HOTEL' | 'PROVIDER'; penaltyMinor?: number },
  penaltyBorneBy?: PenaltyBearer,
): Promise<void> {
  world.lookupReturns({ kind: 'FOUND', state: 'CANCELLED', ...RESERVATION, ...by });
  const journalled = await journalCancel(world.db, world.parts, {
    bookingId,
    arrivedAtMs: world.time.databaseNowMs(),
    maxPenaltyMinor: PENALTY,
    reason: null,
    supplier: world.supplier,
    ...(penaltyBorneBy && { staff: { by: 'ana@example.com', penaltyBorneBy } }),
  });
  expect(journalled).toMatchObject({ kind: 'SENT', booking: { status: 'CANCEL_PENDING' } });
  const pending = await cancelAgain(bookingId);
  expect(pending).toBe('OPERATION_IN_PROGRESS');
  await world.pass(90_000, 30_000);
}

async function cancelAgain(bookingId: string) {
  const context = {
    db: world.pool.forPartner(world.scope),
    ...world.scope,
    requestId: 'req_test',
    keyId: 'key_a',
    arrivedAtMs: world.time.databaseNowMs(),
    timeLeftMs: 60_000,
    signal: new AbortController().signal,
    sent: new SentMark(),
  } as unknown as RequestContext;
  const sent = Promise.resolve(cancel(parts).run(context, { bookingId, mode: 'COMMIT' } as never));
  return sent.then(dataOf, (error: ApiError) => error.code);
}

async function penaltyEntries(bookingId: string): Promise<number[]> {
  const rows = await world.db<{ amount: number }[]>`
    SELECT amount_minor AS amount FROM ledger_entry WHERE booking_id = ${bookingId} AND kind = 'PENALTY'`;
  return rows.map(({ amount }) => amount);
}

async function resolved(booking: Booking, penaltyMinor: number): Promise<void> {
  const { booking_id: bookingId, version } = booking;
  const decision = { decision: 'CANCELLED', evidence: 'By telephone.', penalty: money(penaltyMinor) };
  await callOperator(world, bookingsResolve(parts), 'org_a', { bookingId, version, ...decision });
}

interface Case {
  reason: string;
  /** What the partner owes. */
  owed: number;
  /** What the operator bears. Undefined if the partner bears the penalty. */
  borne?: number;
  book?: Partial<NewBooking>;
  end(booking: Booking): Promise<void>;
}

const CASES: Record<string, Case> = {
  'the client': { reason: 'BY_CLIENT', owed: PENALTY, end: booking => cancelled(booking, {}) },
  'the client, with a markup': {
    reason: 'BY_CLIENT',
    owed: PENALTY,
    book: { supplierNetMinor: NET_MINOR / 2 },
    end: booking => cancelled(booking, { penaltyMinor: PENALTY / 2 }),
  },
  'the hotel, while a cancellation by the client was pending': {
    reason: 'BY_HOTEL',
    owed: 0,
    end: booking => cancelled(booking, { cancelledBy: 'HOTEL' }),
  },
  'the provider, which charges a fee, while a cancellation by the client was pending': {
    reason: 'BY_PROVIDER',
    owed: 0,
    end: booking => cancelled(booking, { cancelledBy: 'PROVIDER', penaltyMinor: PENALTY }),
  },
  'staff, and the partner bears the penalty': {
    reason: 'BY_OPERATIONS',
    owed: PENALTY,
    end: booking => cancelled(booking, {}, 'PARTNER'),
  },
  'staff, and the operator bears the penalty': {
    reason: 'BY_OPERATIONS',
    owed: 0,
    borne: PENALTY,
    end: booking => cancelled(booking, {}, 'OPERATOR'),
  },
  'the hotel, while a cancellation whose penalty the operator bears was pending': {
    reason: 'BY_HOTEL',
    owed: 0,
    borne: 0,
    end: booking => cancelled(booking, { cancelledBy: 'HOTEL' }, 'OPERATOR'),
  },
  'a decision of staff with its own penalty': {
    reason: 'BY_OPERATIONS',
    owed: 1_250,
    end: booking => resolved(booking, 1_250),
  },
};

test.each(Object.entries(CASES))(
  'the booking, its event, the ledger and a repeated cancellation have the same penalty after a cancellation by %s',
  async (_, { reason, owed, borne, book, end }) => {
    const made = await booked(book);
    const bookingId = made.booking_id;
    expect(bookingView(made, undefined, world.time.databaseNowMs())).not.toHaveProperty('penalty');
    await end(made);
    const booking = await world.read(bookingId);
    expect([booking.status, booking.status_reason]).toEqual(['CANCELLED', reason]);
    const shown = { penalty: money(owed), statusReason: reason };
    expect(bookingView(booking, undefined, world.time.databaseNowMs())).toMatchObject(shown);
    expect((await world.events(bookingId)).at(-1)?.data.booking).toMatchObject(shown);
    expect(await penaltyEntries(bookingId)).toEqual(owed === 0 ? [] : [owed]);
    const amounts = { penalty: money(owed), refund: money(NET_MINOR - owed), booking: shown };
    expect(await cancelAgain(bookingId)).toMatchObject(amounts);
    const byStaff = await callOperator(world, bookingsCancel(parts), 'org_a', { bookingId, mode: 'COMMIT' });
    expect(byStaff).toMatchObject({
      ...amounts,
      penalty: money(borne ?? owed),
      penaltyBorneBy: borne === undefined ? 'PARTNER' : 'OPERATOR',
    });
  },
);
