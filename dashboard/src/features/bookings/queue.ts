/** The order in which support staff work through the queue. Pure. */
import type { QueuedBooking } from './attention.ts';

type Queued = Pick<QueuedBooking, 'bookingId'>;

/**
 * The booking after the current one. A booking that was just decided is no longer in the queue, so its place is taken
 * from `before`, the queue as it was when the booking was last in it. After the last booking, the queue starts again.
 */
export function nextInQueue<Item extends Queued>(
  queue: readonly Item[],
  currentId: string,
  before: readonly Queued[] = queue,
): Item | undefined {
  const others = queue.filter(({ bookingId }) => bookingId !== currentId);
  const place = before.findIndex(({ bookingId }) => bookingId === currentId);
  const later = new Set(before.slice(place + 1).map(({ bookingId }) => bookingId));
  return (place === -1 ? undefined : others.find(({ bookingId }) => later.has(bookingId))) ?? others[0];
}

/** The place of a booking in the queue, counted from 1. Undefined if it is not in the queue. */
export function placeInQueue(queue: readonly Queued[], currentId: string): number | undefined {
  const index = queue.findIndex(({ bookingId }) => bookingId === currentId);
  return index === -1 ? undefined : index + 1;
}
