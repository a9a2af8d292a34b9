import { expect, test } from 'vitest';
import { showReport } from './reports.ts';

const isValid = (range: object) => showReport.input.safeParse({ by: ['MONTH'], ...range }).success;

test('a report begins and ends with a month or a day that exists', () => {
  expect(isValid({ from: '2026-11-18', to: '2026-11' })).toBe(true);
  expect(isValid({ from: '2026-11', to: '2026-11-18' })).toBe(true);
  expect(isValid({ from: '2028-02-29', to: '2028-02-29' })).toBe(true);
  expect(isValid({ to: '2026-02-30' })).toBe(false);
  expect(isValid({ to: '2026-11-1' })).toBe(false);
});

test('a report cannot end before it begins', () => {
  expect(isValid({ from: '2026-11-18', to: '2026-11-17' })).toBe(false);
  expect(isValid({ from: '2026-12', to: '2026-11-30' })).toBe(false);
});
