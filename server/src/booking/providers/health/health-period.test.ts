import { expect, test } from 'vitest';
import { healthPeriod } from './health-period.ts';

const NOW_MS = Date.parse('2027-01-10T12:34:56Z');
const back = (hours: number) => ({ from: new Date(NOW_MS - hours * 3_600_000).toISOString() });

test.each([
  [{}, 60, 3_600, '2027-01-09T12:00:00.000Z'],
  [back(1), 1, 60, '2027-01-10T11:34:00.000Z'],
  [back(6), 1, 300, '2027-01-10T06:30:00.000Z'],
  [back(7 * 24), 60, 14_400, '2027-01-03T12:00:00.000Z'],
  [back(365 * 24), 60, 43_200, '2026-12-11T12:00:00.000Z'],
  [{ from: '2027-01-01T10:00:00Z', to: '2027-01-01T11:00:00Z' }, 60, 3_600, '2027-01-01T10:00:00.000Z'],
])('%j is read from slots of %d minutes', (input, slotMinutes, bucketSeconds, from) => {
  const period = healthPeriod(input, NOW_MS);
  expect([period.slotMinutes, period.bucketSeconds, period.from.toISOString()]).toEqual([
    slotMinutes,
    bucketSeconds,
    from,
  ]);
});
