import { expect, test } from 'vitest';
import { nextInQueue, placeInQueue } from './queue.ts';

const queue = ['a', 'b', 'c'].map(bookingId => ({ bookingId: bookingId as never }));
const idsOf = (next: { bookingId: string } | undefined) => next?.bookingId;

test('the next booking follows the current one, and after the last booking the queue starts again', () => {
  expect(idsOf(nextInQueue(queue, 'a'))).toBe('b');
  expect(idsOf(nextInQueue(queue, 'c'))).toBe('a');
});

test('after a decision, the next booking is the one that followed the decided booking', () => {
  const left = queue.filter(({ bookingId }) => bookingId !== 'b');
  expect(idsOf(nextInQueue(left, 'b', queue))).toBe('c');
  expect(idsOf(nextInQueue(left, 'b'))).toBe('a');
});

test('an empty queue, or one with only the current booking, has no next booking', () => {
  expect(nextInQueue([], 'a', queue)).toBeUndefined();
  expect(nextInQueue(queue.slice(0, 1), 'a')).toBeUndefined();
});

test('the place of a booking is counted from 1', () => {
  expect([placeInQueue(queue, 'b'), placeInQueue(queue, 'x')]).toEqual([2, undefined]);
});
