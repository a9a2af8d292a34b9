import { expect, it } from 'vitest';
import { formatDuration, formatUptime } from './uptime.ts';

it.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 minute'],
  [3_660, '1 hour 1 minute'],
  [90_061, '1 day 1 hour'],
  [86_400 * 12 + 5, '12 days'],
  [-4, '0 s'],
])('the uptime shows %d seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it('the uptime is calculated from the start time', () => {
  expect(formatUptime('2026-07-02T10:00:00Z', Date.parse('2026-07-02T12:30:00Z'))).toBe('2 hours 30 minutes');
});
