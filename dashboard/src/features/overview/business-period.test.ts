import { describe, expect, it } from 'vitest';
import {
  BUSINESS_PERIODS,
  bookingsLink,
  businessPeriod,
  listedBusinessPeriod,
  reportLink,
  yearSoFar,
} from './business-period.ts';

const MADRID = 'Europe/Madrid';
/** 17 November, 12:30 in Madrid. */
const NOW = Date.parse('2026-11-17T11:30:20Z');

const times = (key: (typeof BUSINESS_PERIODS)[number][0], nowMs = NOW, timeZone = MADRID) => {
  const { current, previous, yearBefore, today, yesterday } = businessPeriod(key, timeZone, nowMs).windows;
  return {
    current: current.times(nowMs),
    previous: previous.times(nowMs),
    yearBefore: yearBefore.times(nowMs),
    today: today.times(nowMs),
    yesterday: yesterday.times(nowMs),
  };
};

describe('periods of the business figures', () => {
  it('the last days include today and are compared with as many days before, until the same time', () => {
    expect(times('7d')).toMatchObject({
      current: { from: '2026-11-10T23:00:00.000Z' },
      previous: { from: '2026-11-03T23:00:00.000Z', to: '2026-11-10T11:30:00.000Z' },
    });
    expect(times('30d')).toMatchObject({
      // Summer time ended on 25 October.
      current: { from: '2026-10-18T22:00:00.000Z' },
      previous: { from: '2026-09-18T22:00:00.000Z', to: '2026-10-18T10:30:00.000Z' },
    });
  });

  it('this month is compared with the same days of the last month', () => {
    expect(times('month')).toMatchObject({
      current: { from: '2026-10-31T23:00:00.000Z' },
      previous: { from: '2026-09-30T22:00:00.000Z', to: '2026-10-17T10:30:00.000Z' },
    });
  });

  it('a month is compared with the whole month before if that is shorter', () => {
    const { previous } = times('month', Date.parse('2026-03-31T08:00:00Z'), 'UTC');
    expect(previous).toEqual({ from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' });
  });

  it('the last month is compared with the month before', () => {
    expect(times('last-month')).toMatchObject({
      current: { from: '2026-09-30T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z' },
      previous: { from: '2026-08-31T22:00:00.000Z', to: '2026-09-30T22:00:00.000Z' },
    });
  });

  it('each period is also compared with the same dates of the year before', () => {
    expect(times('7d').yearBefore).toEqual({
      from: '2025-11-10T23:00:00.000Z',
      to: '2025-11-17T11:30:00.000Z',
    });
    expect(times('month').yearBefore).toEqual({
      from: '2025-10-31T23:00:00.000Z',
      to: '2025-11-17T11:30:00.000Z',
    });
    expect(times('last-month').yearBefore).toEqual({
      from: '2025-09-30T22:00:00.000Z',
      to: '2025-10-31T23:00:00.000Z',
    });
    const leapDay = Date.parse('2028-02-29T08:00:00Z');
    expect(times('month', leapDay, 'UTC').yearBefore.to).toBe('2027-02-28T08:00:00.000Z');
    const march = Date.parse('2029-03-10T08:00:00Z');
    expect(times('last-month', march, 'UTC').yearBefore).toEqual({
      from: '2028-02-01T00:00:00.000Z',
      to: '2028-03-01T00:00:00.000Z',
    });
  });

  it('no period is empty at midnight', () => {
    const midnight = Date.parse('2026-11-16T23:00:00Z');
    for (const [key] of BUSINESS_PERIODS) {
      for (const { from, to = new Date(midnight + 1).toISOString() } of Object.values(times(key, midnight))) {
        expect(to > from).toBe(true);
      }
    }
    expect(times('7d', midnight).yesterday).toEqual({
      from: '2026-11-15T23:00:00.000Z',
      to: '2026-11-15T23:01:00.000Z',
    });
  });

  it('the comparison is worded as the period', () => {
    const words = BUSINESS_PERIODS.map(([key]) => {
      const { title, within, before, comparedWith } = businessPeriod(key, MADRID, NOW);
      return [title, within, before, comparedWith];
    });
    expect(words).toEqual([
      ['Last 7 days', 'in the last 7 days', 'Previous 7 days', 'the previous 7 days'],
      ['Last 30 days', 'in the last 30 days', 'Previous 30 days', 'the previous 30 days'],
      ['November 2026 so far', 'in November 2026', 'October, same days', 'the same days of October'],
      ['October 2026', 'in October 2026', 'September', 'September'],
    ]);
  });

  it('an unknown period in the URL is the last 7 days', () => {
    expect(listedBusinessPeriod('last-month')).toBe('last-month');
    expect(listedBusinessPeriod('12m')).toBe('7d');
    expect(listedBusinessPeriod(undefined)).toBe('7d');
  });

  it('figures link to the bookings of the same days', () => {
    const link = (key: '7d' | 'last-month', status?: string) =>
      bookingsLink(businessPeriod(key, MADRID, NOW), status);
    expect(link('7d')).toEqual({
      to: '/bookings',
      search: { createdFrom: '2026-11-11', createdTo: '2026-11-17' },
    });
    expect(link('last-month', 'CANCELLED').search).toEqual({
      status: 'CANCELLED',
      createdFrom: '2026-10-01',
      createdTo: '2026-10-31',
    });
  });

  it('amounts link to the report of the same days', () => {
    const link = (key: '30d' | 'month') => reportLink(businessPeriod(key, MADRID, NOW), 'HOTEL');
    expect(link('30d')).toEqual({ to: '/billing', search: { tab: 'reports', by: 'HOTEL', period: '30d' } });
    expect(link('month')).toEqual({
      to: '/billing',
      search: { tab: 'reports', by: 'HOTEL', from: '2026-11', to: '2026-11' },
    });
  });
});

it('this year is compared with the same days of the year before', () => {
  expect(yearSoFar('2026-11-18')).toEqual({
    current: { from: '2026-01', to: '2026-11' },
    before: { from: '2025-01', to: '2025-11-18' },
  });
  expect(yearSoFar('2028-02-29').before).toEqual({ from: '2027-01', to: '2027-02-28' });
});
