import { describe, expect, it } from 'vitest';
import { failuresOf } from '../../test/failures.ts';
import { BOOKING_STATES } from './booking-states.ts';
import { BOOKING_DATE_TYPES, bookinglist } from './bookinglist.ts';

const { input } = bookinglist;

describe('bookinglist requests', () => {
  it.each([
    ['nothing', {}],
    ['an empty filter', { filters: {} }],
    ['all states', { filters: { statuses: [...BOOKING_STATES] } }],
    ['a range of creation dates', { filters: { from: '2027-01-01', to: '2027-01-01' } }],
    [
      'a start time of the last change',
      { filters: { dateType: 'UPDATED', from: '2027-01-01T00:00:00.123Z' } },
    ],
    [
      'a date as start and a timestamp as end',
      { filters: { from: '2027-01-01', to: '2027-01-01T00:00:00Z' } },
    ],
    [
      'a timestamp as start and the same date as end',
      { filters: { from: '2027-01-01T10:00:00Z', to: '2027-01-01' } },
    ],
    [
      'a range of check-in dates',
      { filters: { dateType: 'CHECK_IN', from: '2027-01-01', to: '2027-12-31' } },
    ],
    ['200 references', { filters: { clientReferences: Array(200).fill('abc') } }],
    ['a name', { filters: { holderLastName: 'Moreno', needsAttention: true } }],
    ['a sort field but no direction', { sort: { by: 'UPDATED' } }],
    ['a sort direction but no field', { sort: { direction: 'ASC' } }],
    ['500 bookings per page', { page: { limit: 500 } }],
    ['the longest timeout', { settings: { timeout: 30_000 } }],
  ])('bookinglist accepts a request with %s', (_, request) => {
    expect(failuresOf(input, request)).toEqual([]);
  });

  it.each(BOOKING_DATE_TYPES)('bookinglist accepts sorting by %s', by => {
    expect(failuresOf(input, { sort: { by, direction: 'DESC' } })).toEqual([]);
  });

  it.each([
    [
      'a timestamp as check-in date',
      { filters: { dateType: 'CHECK_IN', from: '2027-01-01T00:00:00Z' } },
      '/filters/from DATE_REQUIRED',
    ],
    [
      'a timestamp as check-out date',
      { filters: { dateType: 'CHECK_OUT', to: '2027-01-01T00:00:00Z' } },
      '/filters/to DATE_REQUIRED',
    ],
    [
      'an end date before the start date',
      { filters: { from: '2027-01-02', to: '2027-01-01' } },
      '/filters/to RANGE_REVERSED',
    ],
    ['a date that does not exist', { filters: { from: '2027-02-29' } }, '/filters/from INVALID_FORMAT'],
    [
      'a time that does not exist',
      { filters: { from: '2027-02-01T25:00:00Z' } },
      '/filters/from INVALID_FORMAT',
    ],
    [
      'a timestamp with a UTC offset',
      { filters: { from: '2027-02-01T10:00:00+01:00' } },
      '/filters/from INVALID_FORMAT',
    ],
    ['an unknown state', { filters: { statuses: ['BOOKED'] } }, '/filters/statuses/0 invalid_value'],
    [
      '201 references',
      { filters: { clientReferences: Array(201).fill('abc') } },
      '/filters/clientReferences too_big',
    ],
    ['an unknown sort field', { sort: { by: 'PRICE' } }, '/sort/by invalid_value'],
    ['a sort order as text', { sort: 'CREATED' }, '/sort invalid_type'],
    ['501 bookings per page', { page: { limit: 501 } }, '/page/limit too_big'],
    ['a timeout that is too short', { settings: { timeout: 499 } }, '/settings/timeout too_small'],
    ['a misspelt filter', { filters: { status: ['CONFIRMED'] } }, '/filters/status UNKNOWN_FIELD'],
  ])('bookinglist rejects a request with %s', (_, request, failure) => {
    expect(failuresOf(input, request)).toEqual([failure]);
  });

  it('bookinglist accepts +00:00 and parses it as Z', () => {
    const filters = { from: '2027-02-01T10:00:00+00:00' };
    expect(input.parse({ filters }).filters?.from).toBe('2027-02-01T10:00:00Z');
  });
});
