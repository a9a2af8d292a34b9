import { describe, expect, it } from 'vitest';
import { failuresOf } from '../../test/failures.ts';
import { BOOKING_STATES } from './booking-states.ts';
import { BOOKING_DATE_TYPES, bookinglist } from './bookinglist.ts';

const { input } = bookinglist;

describe('a bookinglist request', () => {
  it.each([
    ['nothing', {}],
    ['an empty filter', { filters: {} }],
    ['every state', { filters: { statuses: [...BOOKING_STATES] } }],
    ['days of creation', { filters: { from: '2027-01-01', to: '2027-01-01' } }],
    ['a moment of change', { filters: { dateType: 'UPDATED', from: '2027-01-01T00:00:00.123Z' } }],
    ['a day to a moment', { filters: { from: '2027-01-01', to: '2027-01-01T00:00:00Z' } }],
    ['a moment to the end of its day', { filters: { from: '2027-01-01T10:00:00Z', to: '2027-01-01' } }],
    ['days of arrival', { filters: { dateType: 'CHECK_IN', from: '2027-01-01', to: '2027-12-31' } }],
    ['200 references', { filters: { clientReferences: Array(200).fill('abc') } }],
    ['a name', { filters: { holderLastName: 'Moreno', needsAttention: true } }],
    ['half a sort', { sort: { by: 'UPDATED' } }],
    ['the other half', { sort: { direction: 'ASC' } }],
    ['pages of 500', { page: { limit: 500 } }],
    ['the longest timeout', { settings: { timeout: 30_000 } }],
  ])('is accepted: %s', (_, request) => {
    expect(failuresOf(input, request)).toEqual([]);
  });

  it.each(BOOKING_DATE_TYPES)('is accepted: sorted by %s', by => {
    expect(failuresOf(input, { sort: { by, direction: 'DESC' } })).toEqual([]);
  });

  it.each([
    [
      'a moment of arrival',
      { filters: { dateType: 'CHECK_IN', from: '2027-01-01T00:00:00Z' } },
      '/filters/from DATE_REQUIRED',
    ],
    [
      'a moment of departure',
      { filters: { dateType: 'CHECK_OUT', to: '2027-01-01T00:00:00Z' } },
      '/filters/to DATE_REQUIRED',
    ],
    ['dates reversed', { filters: { from: '2027-01-02', to: '2027-01-01' } }, '/filters/to RANGE_REVERSED'],
    ['a day that does not exist', { filters: { from: '2027-02-29' } }, '/filters/from INVALID_FORMAT'],
    [
      'an hour that does not exist',
      { filters: { from: '2027-02-01T25:00:00Z' } },
      '/filters/from INVALID_FORMAT',
    ],
    [
      'a moment with an offset',
      { filters: { from: '2027-02-01T10:00:00+01:00' } },
      '/filters/from invalid_format',
    ],
    ['an unknown state', { filters: { statuses: ['BOOKED'] } }, '/filters/statuses/0 invalid_value'],
    [
      '201 references',
      { filters: { clientReferences: Array(201).fill('abc') } },
      '/filters/clientReferences too_big',
    ],
    ['an unknown sort', { sort: { by: 'PRICE' } }, '/sort/by invalid_value'],
    ['sort as a word', { sort: 'CREATED' }, '/sort invalid_type'],
    ['pages of 501', { page: { limit: 501 } }, '/page/limit too_big'],
    ['too short a timeout', { settings: { timeout: 499 } }, '/settings/timeout too_small'],
    ['a misspelt filter', { filters: { status: ['CONFIRMED'] } }, '/filters/status UNKNOWN_FIELD'],
  ])('is refused: %s', (_, request, failure) => {
    expect(failuresOf(input, request)).toEqual([failure]);
  });
});
