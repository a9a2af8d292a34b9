/** The order in which support staff work through the queue. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';
import type { QueuedBooking } from './attention.ts';

type Queued = Pick<QueuedBooking, 'bookingId'>;
type Case = Pick<QueuedBooking, 'bookingId' | 'taken'>;

/** Whether nobody else works on the booking. */
export function isFree({ taken }: Pick<Case, 'taken'>): boolean {
  return taken === null || taken.isYours;
}

/**
 * The booking after the current one on which nobody else works. If others work on all of them, the one after the current
 * one. A booking that was just decided is no longer in the queue, so its place is taken from `before`, the queue as it
 * was when the booking was last in it. After the last booking, the queue starts again.
 */
export function nextInQueue<Item extends Case>(
  queue: readonly Item[],
  currentId: string,
  before: readonly Queued[] = queue,
): Item | undefined {
  const others = queue.filter(({ bookingId }) => bookingId !== currentId);
  const place = before.findIndex(({ bookingId }) => bookingId === currentId);
  const later = new Set(place === -1 ? [] : before.slice(place + 1).map(({ bookingId }) => bookingId));
  const isLater = ({ bookingId }: Item) => later.has(bookingId);
  const inOrder = [...others.filter(isLater), ...others.filter(each => !isLater(each))];
  return inOrder.find(isFree) ?? inOrder[0];
}

/** The place of a booking in the queue, counted from 1. Undefined if it is not in the queue. */
export function placeInQueue(queue: readonly Queued[], currentId: string): number | undefined {
  const index = queue.findIndex(({ bookingId }) => bookingId === currentId);
  return index === -1 ? undefined : index + 1;
}

/** The number of bookings that need attention, which may be more than the list contains, whatever its filter. */
export function countBookings({
  count,
  bookings,
  orphans,
}: Pick<Output<'attention/list'>, 'count' | 'bookings' | 'orphans'>): number {
  return Math.max(bookings.length, count - orphans.length);
}

/** What shows to whom a booking is assigned. */
export const CASE_READS = ['attention', 'bookings'];

/** Which bookings of the queue are shown, as the URL and the server name them. */
export const TAKEN_FILTERS = [
  ['all', 'All', undefined],
  ['mine', 'Mine', 'MINE'],
  ['nobody', 'Unassigned', 'NOBODY'],
] as const;
export type TakenFilter = (typeof TAKEN_FILTERS)[number][0];

export function takenFilterIn(text: string | undefined): TakenFilter {
  return TAKEN_FILTERS.find(([name]) => name === text)?.[0] ?? 'all';
}

/** How many bookings each filter shows, although the list may be cut. */
export function countsByFilter(
  list: Pick<Output<'attention/list'>, 'count' | 'bookings' | 'orphans' | 'mine' | 'notTaken'>,
): Record<TakenFilter, number> {
  return { all: countBookings(list), mine: list.mine, nobody: list.notTaken };
}

/** The filters of the queue in the URL. */
export interface QueueFilters {
  /** The queue contains only the bookings of this partner. */
  partner?: string;
  /** Code of a provider: the queue contains only its bookings. */
  provider?: string;
  /** One of `TAKEN_FILTERS`. */
  taken?: string;
}

/** Search parameters of a booking that is opened from the queue, so that the way back leads to the same list. */
export function queueSearch({ partner, provider, taken }: QueueFilters): Record<string, string | undefined> {
  return { queue: 'yes', partner, provider, taken };
}

/** What happened after `Take all`. `nameOf` names a colleague. */
export function takenWords(
  { taken, skipped }: Output<'attention/take-all'>,
  nameOf: (actor: string | null) => string,
): string {
  const done = `${formatBookings(taken.length)} assigned to you.`;
  const others = skipped.filter(({ by }) => by !== null);
  const gone = skipped.length - others.length;
  const names = [...new Set(others.map(({ by }) => nameOf(by)))].join(', ');
  return [
    done,
    ...(others.length > 0 ? [`${others.length} skipped: assigned to ${names}.`] : []),
    ...(gone > 0 ? [`${gone} skipped: no longer in the queue.`] : []),
  ].join(' ');
}

const formatBookings = (count: number) => (count === 1 ? '1 booking' : `${count} bookings`);

interface Place {
  /** Undefined if the booking is not in the list. */
  place: number | undefined;
  /** Whether the booking was in the queue before. */
  wasQueued: boolean;
  /** The partner that has not been notified of the decision, or an empty text until this is known. */
  uncontacted?: string | undefined;
  /** Length of the list. */
  listed: number;
  total: number;
  hasNext: boolean;
}

export function describePlace({ place, wasQueued, uncontacted, listed, total, hasNext }: Place): string {
  if (place !== undefined) {
    return hasNext
      ? `${place} of ${total} bookings that need attention`
      : 'The only booking that needs attention';
  }
  const others = total === 1 ? '1 booking still needs attention.' : `${total} bookings still need attention.`;
  if (wasQueued) {
    const rest = hasNext ? others : 'No other booking needs attention.';
    if (uncontacted === undefined) return `Done. ${rest}`;
    return uncontacted === '' ? 'Decision recorded.' : `Decision recorded. Contact ${uncontacted} to finish.`;
  }
  const where =
    total > listed
      ? `This booking is not among the first ${listed} bookings in the queue.`
      : 'This booking is not in the queue.';
  return hasNext ? `${where} ${others.replace(' still', '')}` : where;
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long a booking has waited, such as `3 hours`. */
export function waitingTime(since: string, nowMs: number): string {
  const waitedMs = nowMs - Date.parse(since);
  for (const [unit, lengthMs] of UNITS) {
    const count = Math.floor(waitedMs / lengthMs);
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return 'less than a minute';
}

const DAY_MS = 86_400_000;
/** The time of day matters for this long before a deadline. */
const EXACT_MS = 2 * DAY_MS;
/** Within this time, a date without its year is unambiguous. */
const SAME_YEAR_MS = 300 * DAY_MS;

/** A deadline in a row of the queue: `16 Jan 2027, 18:00` in `CET` is only `16 Jan` while it is far away. */
export function deadlineDay({ full, zone }: { full: string; zone: string }, leftMs: number): string {
  if (leftMs < EXACT_MS) return `${full}\u00a0${zone}`;
  const [date = full] = full.split(',');
  return leftMs < SAME_YEAR_MS ? date.replace(/ \d{4}$/, '') : date;
}
