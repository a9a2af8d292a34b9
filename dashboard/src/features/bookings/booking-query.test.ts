import { BOOKING_STATES } from '@serai/contract/booking/booking-states.ts';
import { describe, expect, it } from 'vitest';
import { bookingQuery } from './booking-query.ts';

describe('bookingQuery', () => {
  it('the booking query contains only the environment if no filter is set', () => {
    expect(bookingQuery('production', {}, 'UTC')).toEqual({ environment: 'production' });
  });

  it('bookingQuery distinguishes a booking ID from a client reference', () => {
    expect(bookingQuery('sandbox', { reference: 'bkg_1' }, 'UTC')).toEqual({
      environment: 'sandbox',
      bookingId: 'bkg_1',
    });
    expect(bookingQuery('sandbox', { reference: 'TRIP-1' }, 'UTC')).toMatchObject({
      clientReference: 'TRIP-1',
    });
  });

  it('bookingQuery accepts either all open statuses or a single status', () => {
    expect(bookingQuery('sandbox', { status: 'open' }, 'UTC').statuses).toEqual([
      'PENDING',
      'ON_REQUEST',
      'CANCEL_PENDING',
    ]);
    expect(bookingQuery('sandbox', { status: 'NO_SHOW' }, 'UTC').statuses).toEqual(['NO_SHOW']);
  });

  it('bookingQuery asks for the bookings that reports count, all, cancelled or not cancelled', () => {
    const query = (status: string) => {
      const { environment: _, ...rest } = bookingQuery('sandbox', { status }, 'UTC');
      return rest;
    };
    expect(query('sold')).toEqual({ isSold: true });
    expect(query('sold-cancelled')).toEqual({ isSold: true, statuses: ['CANCELLED'] });
    expect(query('stay').isSold).toBe(true);
    expect(new Set([...(query('stay').statuses ?? []), 'CANCELLED', 'REJECTED'])).toEqual(
      new Set(BOOKING_STATES),
    );
  });

  it('bookingQuery ignores values that the server would reject', () => {
    const typed = {
      status: 'gone',
      currency: 'euro',
      from: 'tomorrow',
      to: '2027-13',
      createdFrom: '2027-02-31',
    };
    expect(bookingQuery('sandbox', typed, 'UTC')).toEqual({ environment: 'sandbox' });
  });

  it('bookingQuery converts valid filters in the URL to API fields', () => {
    const filters = {
      provider: 'P-1',
      guest: 'Moreno',
      hotel: 'htl_1',
      currency: 'EUR',
      attention: 'yes',
      from: '2027-03-01',
      to: '2027-03-31',
    };
    expect(bookingQuery('sandbox', filters, 'UTC')).toEqual({
      environment: 'sandbox',
      providerReference: 'P-1',
      holderLastName: 'Moreno',
      hotelId: 'htl_1',
      currency: 'EUR',
      needsAttention: true,
      checkInFrom: '2027-03-01',
      checkInTo: '2027-03-31',
    });
  });

  it('days of creation begin and end at midnight in the time zone of the operator', () => {
    const filters = { createdFrom: '2026-10-24', createdTo: '2026-10-25' };
    // Clocks are put back on 25 October.
    expect(bookingQuery('sandbox', filters, 'Europe/Madrid')).toEqual({
      environment: 'sandbox',
      createdFrom: '2026-10-23T22:00:00.000Z',
      createdTo: '2026-10-25T23:00:00.000Z',
    });
  });
});
