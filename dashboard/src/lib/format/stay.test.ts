import { expect, test } from 'vitest';
import { formatStay } from './stay.ts';

test('a stay names its month once if it begins and ends in the same month', () => {
  expect(formatStay({ checkIn: '2027-01-16', checkOut: '2027-01-19' })).toBe('16–19 Jan');
  expect(formatStay({ checkIn: '2027-01-30', checkOut: '2027-02-02' })).toBe('30 Jan – 2 Feb');
  expect(formatStay({ checkIn: '2026-12-30', checkOut: '2027-01-02' })).toBe('30 Dec – 2 Jan');
});
