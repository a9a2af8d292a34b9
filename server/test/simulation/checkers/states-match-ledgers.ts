/**
 * I3: unless they need attention, CONFIRMED bookings have a live reservation, and REJECTED and CANCELLED bookings have
 * none. No booking is rejected too early.
 */
import type { Booking } from '../../../src/booking/bookings/booking.ts';
import { referenceOf } from '../../../src/booking/bookings/booking.ts';
import type { BookingHistoryRow } from '../../../src/platform/database/generated/tables.ts';
import { isLiveAt, stateAt } from '../suppliers/ledger.ts';
import { type Checker, entriesOf, type RunFacts, supplierOf } from './run-facts.ts';

export const statesMatchLedgers: Checker = facts => {
  const faults: string[] = [];
  for (const booking of facts.bookings) {
    const fault = stateFault(facts, booking);
    if (fault)
      faults.push(
        `I3: ${booking.client_reference} is ${booking.status}/${booking.status_reason} but ${fault}`,
      );
  }
  return faults;
};

function stateFault(facts: RunFacts, booking: Booking): string | undefined {
  const live = entriesOf(facts, booking).filter(entry => isLiveAt(entry, facts.nowMs));
  switch (booking.status) {
    case 'CONFIRMED':
    case 'COMPLETED': {
      if (booking.needs_attention) return undefined;
      const booked = live.filter(entry => stateAt(entry, facts.nowMs).state === 'BOOKED');
      return booked.length === 1 ? undefined : `has ${booked.length} booked reservations`;
    }
    case 'REJECTED':
    case 'CANCELLED': {
      if (live.length === 0) return undefined;
      if (!booking.needs_attention) return 'has a live reservation';
      const isReported = facts.events.some(
        ({ booking_id, type }) => booking_id === booking.booking_id && type === 'booking.late_confirmation',
      );
      return booking.status === 'CANCELLED' || isReported
        ? undefined
        : 'has a live reservation that no event reported';
    }
    default:
      return undefined;
  }
}

/** Times are recorded slightly later than the events they belong to. */
const TOLERANCE_MS = 100;

/**
 * A booking may become REJECTED as not found only after the settle time, and after two lookups without a result that
 * are far enough apart.
 */
export const notRejectedEarly: Checker = facts =>
  facts.history.flatMap(entry => {
    if (entry.event !== 'booking.rejected' || entry.reason !== 'NOT_FOUND_AT_PROVIDER') return [];
    const booking = facts.bookings.find(({ booking_id }) => booking_id === entry.booking_id);
    const fault = booking && earlyFault(facts, booking, entry);
    return fault ? [`I3: ${booking.client_reference} was rejected too early: ${fault}`] : [];
  });

function earlyFault(facts: RunFacts, booking: Booking, { at }: BookingHistoryRow): string | undefined {
  const { ledger, traits } = supplierOf(facts, booking);
  const reference = referenceOf(booking.booking_id);
  const sends = ledger.sentAbout(reference, 'book');
  const attempt = facts.attempts.find(
    ({ booking_id, operation }) => booking_id === booking.booking_id && operation === 'book',
  );
  if (attempt?.outcome === 'NOT_EXECUTED') {
    return sends.every(({ heard }) => heard?.kind === 'NOT_EXECUTED')
      ? undefined
      : 'it may have been executed';
  }
  const { settleMs, speedUp } = traits.settlement;
  const atMs = at.getTime();
  const absent = ledger
    .sentAbout(reference, 'lookup')
    .flatMap(({ heard }) =>
      heard?.kind === 'ABSENT' && heard.atMs <= atMs + TOLERANCE_MS ? heard.atMs : [],
    );
  const apartMs = Math.max(...absent) - Math.min(...absent);
  if (absent.length < 2) return `found absent only ${absent.length} times`;
  if (apartMs + TOLERANCE_MS < 600_000 / speedUp)
    return `all lookups without a result were within ${apartMs} ms`;
  const sinceMs = atMs - Math.max(...sends.map(({ sentMs }) => sentMs), attempt?.started_at.getTime() ?? 0);
  return sinceMs + TOLERANCE_MS < settleMs ? `only ${sinceMs} ms after it was sent` : undefined;
}
