/** Decides whether the activity of an organisation looks like scraping, or like bookings made to be cancelled. Pure. */

export interface Behaviour {
  organisationId: string;
  /** Successful searches of the last day. */
  searches: number;
  /** Bookings created in the last day. */
  bookings: number;
  /** Bookings created in the last week, and how many of them their own partner cancelled. */
  weekBookings: number;
  weekCancelled: number;
}

/** Below these numbers a ratio means nothing. */
const FEWEST_SEARCHES = 50_000;
const FEWEST_BOOKINGS = 20;
/** Maximum searches per booking. */
const MOST_LOOKS = 5_000;
const MOST_CANCELLED = 0.8;

/** Describes what people should look at. Undefined if nothing is unusual. */
export function judgeBehaviour(behaviour: Behaviour): string | undefined {
  const { searches, bookings, weekBookings, weekCancelled } = behaviour;
  const findings: string[] = [];
  if (searches >= FEWEST_SEARCHES && searches > bookings * MOST_LOOKS) {
    findings.push(`${searches} searches and ${bookings} bookings in a day`);
  }
  if (weekBookings >= FEWEST_BOOKINGS && weekCancelled > weekBookings * MOST_CANCELLED) {
    findings.push(`${weekCancelled} of ${weekBookings} bookings of a week were cancelled`);
  }
  if (findings.length === 0) return undefined;
  return `Unusual in production: ${findings.join('; ')}. Lower the limits of the keys that do it, or disable them.`;
}
