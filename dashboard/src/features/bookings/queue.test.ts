import { expect, test } from 'vitest';
import {
  countBookings,
  countsByFilter,
  deadlineDay,
  describePlace,
  nextInQueue,
  placeInQueue,
  takenFilterIn,
  takenWords,
  waitingTime,
} from './queue.ts';

const taken = (isYours: boolean) => ({ by: 'ana@example.com', at: '2027-03-10T10:00:00Z', isYours });
const item = (id: string, whose: ReturnType<typeof taken> | null = null) => ({
  bookingId: id as never,
  taken: whose,
});
const queue = ['a', 'b', 'c'].map(id => item(id));
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

test('the next booking is one on which nobody else works, if there is any', () => {
  const others = taken(false);
  expect(idsOf(nextInQueue([item('a'), item('b', others), item('c')], 'a'))).toBe('c');
  expect(idsOf(nextInQueue([item('a'), item('b', taken(true)), item('c')], 'a'))).toBe('b');
  expect(idsOf(nextInQueue([item('a'), item('b', others), item('c', others)], 'b'))).toBe('a');
  expect(idsOf(nextInQueue([item('a', others), item('b', others)], ''))).toBe('a');
});

test('an empty queue, or one with only the current booking, has no next booking', () => {
  expect(nextInQueue([], 'a', queue)).toBeUndefined();
  expect(nextInQueue(queue.slice(0, 1), 'a')).toBeUndefined();
});

test('the place of a booking is counted from 1', () => {
  expect([placeInQueue(queue, 'b'), placeInQueue(queue, 'x')]).toEqual([2, undefined]);
});

test('a booking is reported as done only if it was in the queue before', () => {
  const gone = { place: undefined, listed: 1, total: 1, hasNext: true };
  expect(describePlace({ ...gone, wasQueued: true })).toBe('Done. 1 booking still needs attention.');
  expect(describePlace({ ...gone, wasQueued: false })).toBe(
    'This booking is not in the queue. 1 booking needs attention.',
  );
  expect(describePlace({ ...gone, listed: 0, total: 0, hasNext: false, wasQueued: false })).toBe(
    'This booking is not in the queue.',
  );
});

test('a booking is not done until the partner knows the decision', () => {
  const decided = { place: undefined, wasQueued: true, listed: 1, total: 1, hasNext: true };
  expect(describePlace({ ...decided, uncontacted: 'Direct' })).toBe(
    'Decision recorded. Contact Direct to finish.',
  );
  expect(describePlace({ ...decided, uncontacted: '' })).toBe('Decision recorded.');
  expect(describePlace({ ...decided, hasNext: false })).toBe('Done. No other booking needs attention.');
});

test('if the list is cut, the place refers to the whole queue', () => {
  const cut = { wasQueued: false, listed: 200, total: 345, hasNext: true };
  expect(describePlace({ ...cut, place: 3 })).toBe('3 of 345 bookings that need attention');
  expect(describePlace({ ...cut, place: undefined })).toContain('not among the first 200');
});

test('reservations without a booking are not counted as bookings', () => {
  const list = { count: 5, bookings: queue as never[], orphans: [{}] as never[] };
  expect(countBookings(list)).toBe(4);
});

test('the filters count all bookings, those of the user, and unassigned ones', () => {
  const list = { count: 5, bookings: [] as never[], orphans: [{}] as never[], mine: 1, notTaken: 2 };
  expect(countsByFilter(list)).toEqual({ all: 4, mine: 1, nobody: 2 });
  expect([takenFilterIn('mine'), takenFilterIn('odd'), takenFilterIn(undefined)]).toEqual([
    'mine',
    'all',
    'all',
  ]);
});

test('after taking all bookings, the user learns which ones were skipped and why', () => {
  const nameOf = (actor: string | null) => (actor === 'ana@example.com' ? 'Ana Ruiz' : String(actor));
  const words = (taken: number, ...by: (string | null)[]) =>
    takenWords(
      { taken: Array(taken).fill('a'), skipped: by.map(each => ({ bookingId: 'b', by: each })) } as never,
      nameOf,
    );
  expect(words(1)).toBe('1 booking assigned to you.');
  expect(words(3, 'ana@example.com', 'ana@example.com', 'ben@example.com', null)).toBe(
    '3 bookings assigned to you. 3 skipped: assigned to Ana Ruiz, ben@example.com. 1 skipped: no longer in the queue.',
  );
});

test('the time that a booking has waited is shown in whole units', () => {
  const at = (time: string) => waitingTime('2027-03-10T10:00:00Z', Date.parse(time));
  expect(at('2027-03-10T10:00:40Z')).toBe('less than a minute');
  expect(at('2027-03-10T10:01:10Z')).toBe('1 minute');
  expect(at('2027-03-10T13:59:00Z')).toBe('3 hours');
  expect(at('2027-03-12T10:00:00Z')).toBe('2 days');
});

test('a deadline in the queue shows its time of day shortly before, and its year if it is far away', () => {
  const text = { full: '16 Jan 2027, 18:00', zone: 'CET' };
  expect(deadlineDay(text, 3_600_000)).toBe('16 Jan 2027, 18:00\u00a0CET');
  expect(deadlineDay(text, -1)).toBe('16 Jan 2027, 18:00\u00a0CET');
  expect(deadlineDay(text, 59 * 86_400_000)).toBe('16 Jan');
  expect(deadlineDay(text, 400 * 86_400_000)).toBe('16 Jan 2027');
});
