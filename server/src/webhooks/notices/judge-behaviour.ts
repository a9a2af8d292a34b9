/** Whether a day of an organisation looks like scraping, or like bookings made to be cancelled. Pure. */

export interface Behaviour {
  organisationId: string;
  /** Of the last day that were answered. */
  searches: number;
  /** Made in the last day. */
  bookings: number;
  /** Made in the last week, and how many of them their own partner cancelled. */
  weekBookings: number;
  weekCancelled: number;
}

/** Below these numbers a ratio says nothing. */
const FEWEST_SEARCHES = 50_000;
const FEWEST_BOOKINGS = 20;
/** Searches for one booking. */
const MOST_LOOKS = 5_000;
const MOST_CANCELLED = 0.8;

/** What people should look at, in words; undefined where nothing is unusual. */
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
