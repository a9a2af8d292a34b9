import { expect, test } from 'vitest';
import { isoTime } from './iso-time.ts';

test('isoTime formats timestamps like Date, in any order of calls', () => {
  const moments = [
    0, 1, 999, 1000, 1_763_177_446_457, 1_763_177_446_007, 1_763_177_446_457, 1_763_177_447_000, -1,
  ];
  for (const ms of moments) expect(isoTime(ms)).toBe(new Date(ms).toISOString());
});

test('isoTime drops fractions of a millisecond', () => {
  expect(isoTime(1_763_177_446_457.9)).toBe(new Date(1_763_177_446_457).toISOString());
});
