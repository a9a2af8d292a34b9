import { describe, expect, it } from 'vitest';
import { CliFailure } from '../frame/failure.ts';
import { durationText, parseDurationSeconds, parseTime, timeText } from './time-text.ts';

const nowMs = Date.parse('2026-07-02T10:00:00Z');

describe('times as text', () => {
  it.each([
    ['2026-07-02T10:00:00.100Z', '2026-07-02 10:00 UTC (now)'],
    ['2026-07-02T09:59:15Z', '2026-07-02 09:59 UTC (45 s ago)'],
    ['2026-07-02T09:57:00Z', '2026-07-02 09:57 UTC (3 min ago)'],
    ['2026-07-02T15:30:00Z', '2026-07-02 15:30 UTC (in 5 h)'],
    ['2026-07-03T10:00:00Z', '2026-07-03 10:00 UTC (in 1 day)'],
    ['2025-07-02T10:00:00Z', '2025-07-02 10:00 UTC (365 days ago)'],
  ])('the CLI prints the time %s as "%s"', (instant, text) => {
    expect(timeText(instant, nowMs)).toBe(text);
  });

  it('printed durations are rounded down to the largest unit', () => {
    expect([
      durationText(0),
      durationText(59),
      durationText(60),
      durationText(3_599),
      durationText(172_799),
    ]).toEqual(['0 s', '59 s', '1 min', '59 min', '1 day']);
  });
});

describe('durations and times on the command line', () => {
  it('durations on the command line can be given in four units', () => {
    const durations = ['0', '90', '90s', '15m', '24h', '7d'];
    expect(durations.map(text => parseDurationSeconds(text, '--x'))).toEqual([
      0, 90, 90, 900, 86_400, 604_800,
    ]);
  });

  it('times on the command line may be timestamps, dates, times with an offset, or durations before or after now', () => {
    const read = (text: string, direction: 'ahead' | 'back' = 'ahead') =>
      parseTime(text, '--x', nowMs, direction);
    expect(read('2027-06-30T12:00:00Z')).toBe('2027-06-30T12:00:00.000Z');
    expect(read('2027-06-30T12:00+02:00')).toBe('2027-06-30T10:00:00.000Z');
    expect(read('2027-06-30')).toBe('2027-06-30T00:00:00.000Z');
    expect(read('2d')).toBe('2026-07-04T10:00:00.000Z');
    expect(read('2d', 'back')).toBe('2026-06-30T10:00:00.000Z');
  });

  it.each(['', '-1d', '1w', '1.5h', '5 m', '1e3', 'd'])('the CLI rejects "%s" as a duration', text => {
    expect(() => parseDurationSeconds(text, '--x')).toThrow(CliFailure);
  });

  it.each(['', 'tomorrow', '2027-13-01', '2027-06-30 12:00', '06/30/2027', '2027-06-30T12:00:00', '3'])(
    'the CLI rejects "%s" as a time',
    text => {
      expect(() => parseTime(text, '--x', nowMs, 'ahead')).toThrow(CliFailure);
    },
  );
});
