/**
 * Decides whether the activity of an organisation looks like scraping or like bookings that are made to be cancelled.
 * Pure.
 */

export interface Behaviour {
  organisationId: string;
  /** Successful searches in the last day. */
  searches: number;
  /** Bookings created in the last day. */
  bookings: number;
  /** Bookings created in the last week, and how many of them the partner itself cancelled. */
  weekBookings: number;
  weekCancelled: number;
}

/** Below these numbers, a ratio is not significant. */
const FEWEST_SEARCHES = 50_000;
const FEWEST_BOOKINGS = 20;
/** More searches per booking, or a larger share of cancelled bookings, are unusual. */
const MOST_LOOKS = 5_000;
const MOST_CANCELLED = 0.8;

/** Describes the activity that needs attention. Returns undefined if nothing is unusual. */
export function judgeBehaviour(behaviour: Behaviour): string | undefined {
  const { searches, bookings, weekBookings, weekCancelled } = behaviour;
  const findings: string[] = [];
  if (searches >= FEWEST_SEARCHES && searches > bookings * MOST_LOOKS) {
    findings.push(
      `${searches} searches and ${bookings === 1 ? '1 booking' : `${bookings} bookings`} in a day`,
    );
  }
  if (weekBookings >= FEWEST_BOOKINGS && weekCancelled > weekBookings * MOST_CANCELLED) {
    findings.push(`${weekCancelled} of ${weekBookings} bookings in a week were cancelled`);
  }
  if (findings.length === 0) return undefined;
  return `Unusual activity in production: ${findings.join('; ')}. Lower the limits of the keys involved, or disable them.`;
}
