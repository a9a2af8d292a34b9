import { expect, test } from 'vitest';
import { dueText, timeLeft } from './deadline.tsx';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

test('the time that is left is rounded down to days, and has minutes on the last day', () => {
  expect(timeLeft(59.9 * DAY)).toBe('In 59 days');
  expect(timeLeft(DAY)).toBe('In 1 day');
  expect(timeLeft(5 * HOUR + 12 * MINUTE)).toBe('In 5 h 12 min');
  expect(timeLeft(2 * HOUR)).toBe('In 2 hours');
  expect(timeLeft(12 * MINUTE)).toBe('In 12 minutes');
  expect(timeLeft(5_000)).toBe('In less than a minute');
});

test('a deadline that has passed is overdue', () => {
  expect(timeLeft(-5_000)).toBe('Just passed');
  expect(timeLeft(-3 * HOUR)).toBe('3 hours overdue');
  expect(timeLeft(-1.5 * DAY)).toBe('1 day overdue');
});

test('a response target is due in some time or overdue by some time', () => {
  expect(dueText(25 * MINUTE)).toBe('Due in 25 minutes');
  expect(dueText(2 * HOUR + 5 * MINUTE)).toBe('Due in 2 h 5 min');
  expect(dueText(-2 * HOUR)).toBe('Overdue by 2 hours');
  expect(dueText(-3 * DAY)).toBe('Overdue by 3 days');
  expect(dueText(-5_000)).toBe('Overdue by less than a minute');
});
