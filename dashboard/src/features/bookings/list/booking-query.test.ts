import { describe, expect, it } from 'vitest';
import { bookingQuery } from './booking-query.ts';

describe('filters of the address', () => {
  it('ask for one environment and nothing else when there are none', () => {
    expect(bookingQuery('production', {})).toEqual({ environment: 'production' });
  });

  it('tell an id of ours from a reference of the partner', () => {
    expect(bookingQuery('sandbox', { reference: 'bkg_1' })).toEqual({
      environment: 'sandbox',
      bookingId: 'bkg_1',
    });
    expect(bookingQuery('sandbox', { reference: 'TRIP-1' })).toMatchObject({ clientReference: 'TRIP-1' });
  });

  it('know the open states together and each by itself', () => {
    expect(bookingQuery('sandbox', { status: 'open' }).statuses).toEqual([
      'PENDING',
      'ON_REQUEST',
      'CANCEL_PENDING',
    ]);
    expect(bookingQuery('sandbox', { status: 'NO_SHOW' }).statuses).toEqual(['NO_SHOW']);
  });

  it('leave out what the server would refuse', () => {
    const typed = { status: 'gone', from: 'tomorrow', to: '2027-13' };
    expect(bookingQuery('sandbox', typed)).toEqual({ environment: 'sandbox' });
  });

  it('hand on the rest as it is', () => {
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
