/**
 * Decides what follows from rereading a confirmed booking at the provider. Never changes the hotel, dates, price or
 * terms of the booking. Pure.
 */
import type { Booking } from '../bookings/booking.ts';
import type { BookingChange } from '../bookings/change-booking.ts';
import { compareReservation, type Difference } from '../bookings/outcomes/compare-reservation.ts';
import { compareTerms, termsChanged } from '../bookings/outcomes/compare-terms.ts';
import { contradictory } from '../bookings/outcomes/describe-differences.ts';
import { cancelledByOthers, roomsDiffer } from '../bookings/outcomes/judge-found.ts';
import { limitReference } from '../bookings/reference-length.ts';
import { type Found, hasMixedRooms } from '../port/outcomes.ts';

interface RereadFacts {
  nowMs: number;
  /** Whether the supplier has had enough time to show the reservation. */
  isSettled: boolean;
  /**
   * The last report about this booking. An identical report is not repeated, because staff may have dismissed it,
   * unless its cause is in `ALWAYS_REPORTED`.
   */
  reported?: Report | undefined;
}

export const REREAD_REPORTS = ['ABSENT', 'ROOMS_DIFFER', 'CONTRADICTORY', 'TERMS_CHANGED'] as const;
/** The guest may have no room. Such a report is repeated until it is settled, because dismissing it does not give the room back. */
const ALWAYS_REPORTED: ReadonlySet<string> = new Set(['ABSENT', 'ROOMS_DIFFER']);

export interface Report {
  cause: string;
  differences?: readonly Difference[];
}

/** Returns undefined if nothing has changed. After the confirmation, any different price is reported. */
export function judgeReread(booking: Booking, found: Found, facts: RereadFacts): BookingChange | undefined {
  const { nowMs, isSettled } = facts;
  const attention = (report: Report) => attentionFor(booking, report, facts);
  if (booking.status !== 'CONFIRMED') return undefined;
  if (found.kind === 'ABSENT') return isSettled ? attention({ cause: 'ABSENT' }) : undefined;
  if (found.kind !== 'FOUND') return undefined;
  if (hasMixedRooms(found)) return attention(roomsDiffer(found));
  if (found.state === 'CANCELLED' || found.state === 'REFUSED') return cancelledByOthers(booking, found);
  const differences = compareReservation(booking, found, 0);
  const changedTerms = compareTerms(booking, found, nowMs);
  const all = [...differences, ...changedTerms];
  if (all.length > 0) {
    const change = attention(differences.length > 0 ? contradictory(all) : termsChanged(changedTerms));
    if (change !== undefined) return change;
  }
  const hotel_confirmation = limitReference(found.hotelRef);
  if (hotel_confirmation !== null && hotel_confirmation !== booking.hotel_confirmation) {
    return { event: { kind: 'HOTEL_CONFIRMED' }, set: { hotel_confirmation } };
  }
  return undefined;
}

function attentionFor(
  booking: Booking,
  note: Report,
  { reported, nowMs }: RereadFacts,
): BookingChange | undefined {
  if (booking.needs_attention) return undefined;
  if (reported && !ALWAYS_REPORTED.has(note.cause) && isSameReport(reported, note, nowMs)) return undefined;
  return { event: { kind: 'ATTENTION_REQUIRED' }, set: { needs_attention: true }, note };
}

/** Whether the provider still states what was reported before. */
function isSameReport(before: Report, now: Report, nowMs: number): boolean {
  const earlier = before.differences ?? [];
  const current = now.differences ?? [];
  return (
    before.cause === now.cause &&
    earlier.length === current.length &&
    earlier.every(({ field, live }, i) => {
      const liveNow = current[i]?.live;
      const liveBefore = field === 'cancellation.windows' ? windowsFrom(live, nowMs) : live;
      return field === current[i]?.field && JSON.stringify(liveBefore) === JSON.stringify(liveNow);
    })
  );
}

interface Window {
  from: string | null;
  to: string | null;
}

/** Deadlines that have passed since the report are no longer listed, so they do not count. */
function windowsFrom(windows: unknown, nowMs: number): Window[] {
  return (windows as readonly Window[])
    .filter(({ to }) => to === null || Date.parse(to) > nowMs)
    .map((window, i) => (i === 0 ? { ...window, from: null } : window));
}
