import { describe, expect, it } from 'vitest';
import { bookingQuery } from './booking-query.ts';

describe('bookingQuery', () => {
  it('the booking query contains only the environment if no filter is set', () => {
    expect(bookingQuery('production', {})).toEqual({ environment: 'production' });
  });

  it('bookingQuery distinguishes a booking ID from a client reference', () => {
    expect(bookingQuery('sandbox', { reference: 'bkg_1' })).toEqual({
      environment: 'sandbox',
      bookingId: 'bkg_1',
    });
    expect(bookingQuery('sandbox', { reference: 'TRIP-1' })).toMatchObject({ clientReference: 'TRIP-1' });
  });

  it('bookingQuery accepts either all open statuses or a single status', () => {
    expect(bookingQuery('sandbox', { status: 'open' }).statuses).toEqual([
      'PENDING',
      'ON_REQUEST',
      'CANCEL_PENDING',
    ]);
    expect(bookingQuery('sandbox', { status: 'NO_SHOW' }).statuses).toEqual(['NO_SHOW']);
  });

  it('bookingQuery ignores values that the server would reject', () => {
    const typed = { status: 'gone', from: 'tomorrow', to: '2027-13' };
    expect(bookingQuery('sandbox', typed)).toEqual({ environment: 'sandbox' });
  });

  it('bookingQuery converts valid filters in the URL to API fields', () => {
    const filters = {
      provider: 'P-1',
      guest: 'Moreno',
      hotel: 'htl_1',
      attention: 'yes',
      from: '2027-03-01',
      to: '2027-03-31',
    };
    expect(bookingQuery('sandbox', filters)).toEqual({
      environment: 'sandbox',
      providerReference: 'P-1',
      holderLastName: 'Moreno',
      hotelId: 'htl_1',
      needsAttention: true,
      checkInFrom: '2027-03-01',
      checkInTo: '2027-03-31',
    });
  });
});
