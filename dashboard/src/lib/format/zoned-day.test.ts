import { describe, expect, it } from 'vitest';
import { dateIn, daysLater, monthsLater, sameDaysOfLastMonth, startOfDay, yearEarlier } from './zoned-day.ts';

const start = (timeZone: string, date: string) => new Date(startOfDay(timeZone, date)).toISOString();

describe('days in a time zone', () => {
  it('an instant has the date that calendars show in the time zone', () => {
    const at = Date.parse('2026-07-31T22:30:00Z');
    expect(dateIn('Europe/Madrid', at)).toBe('2026-08-01');
    expect(dateIn('America/New_York', at)).toBe('2026-07-31');
  });

  it('a day begins at midnight, also on days on which clocks change', () => {
    expect(start('UTC', '2026-07-31')).toBe('2026-07-31T00:00:00.000Z');
    expect(start('Asia/Kathmandu', '2026-07-31')).toBe('2026-07-30T18:15:00.000Z');
    expect(start('Europe/Madrid', '2026-10-25')).toBe('2026-10-24T22:00:00.000Z');
    expect(start('Europe/Madrid', '2026-10-26')).toBe('2026-10-25T23:00:00.000Z');
    expect(start('Pacific/Auckland', '2026-04-05')).toBe('2026-04-04T11:00:00.000Z');
    expect(start('Pacific/Auckland', '2026-09-27')).toBe('2026-09-26T12:00:00.000Z');
  });

  it('a day without midnight begins when clocks are put forward', () => {
    expect(start('Africa/Cairo', '2026-04-24')).toBe('2026-04-23T22:00:00.000Z');
  });

  it('days and months are counted across the ends of months and years', () => {
    expect(daysLater('2026-03-01', -1)).toBe('2026-02-28');
    expect(monthsLater('2026-12', 1)).toBe('2027-01');
    expect(monthsLater('2026-01', -2)).toBe('2025-11');
  });

  it('29 February is compared with 28 February of the year before', () => {
    expect(yearEarlier('2026-11-18')).toBe('2025-11-18');
    expect(yearEarlier('2028-02-29')).toBe('2027-02-28');
    expect(yearEarlier('2029-02-28')).toBe('2028-02-28');
    expect(yearEarlier('2028-03-01')).toBe('2027-03-01');
    expect(yearEarlier('2026-01-31')).toBe('2025-01-31');
  });
});

it('the same days of the month before end on its last day if it is shorter', () => {
  expect(sameDaysOfLastMonth('2026-11-18')).toEqual({ from: '2026-10-01', to: '2026-10-18' });
  expect(sameDaysOfLastMonth('2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(sameDaysOfLastMonth('2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-01' });
});
