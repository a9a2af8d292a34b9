import { bookingExample } from '@serai/contract/booking/examples/booking-example.ts';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../lib/calls/operator-client.ts';
import { cancellationTimeline, howItEnded } from './cancellation.tsx';

const booking = bookingExample as Output<'bookings/show'>['booking'];
const { windows } = booking.cancellation;
const boundaryMs = Date.parse(windows[0]?.to ?? '');

describe('cancellationTimeline', () => {
  it('cancellationTimeline marks the step that applies now', () => {
    const { steps } = cancellationTimeline(booking, boundaryMs - 1);
    expect(steps).toHaveLength(windows.length);
    expect(steps.map(({ when }) => when)).toEqual(['now', ...windows.slice(1).map(() => 'later')]);
    expect(cancellationTimeline(booking, boundaryMs).steps[0]?.when).toBe('past');
  });

  it("cancellationTimeline uses the property's time zone, or UTC if it is unknown", () => {
    const { zone, steps } = cancellationTimeline(booking, 0);
    expect(zone).toBe(booking.cancellation.propertyTimeZone);
    const local = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone,
    });
    expect(steps[0]?.to).toBe(local.format(new Date(boundaryMs)));
    const unknown = { ...booking, cancellation: { ...booking.cancellation, propertyTimeZone: null } };
    expect(cancellationTimeline(unknown, 0).zone).toBe('UTC');
  });

  it('cancellationTimeline distinguishes free cancellation from partial and full penalties', () => {
    const [net, currency] = [booking.price.net.amount, booking.price.net.currency];
    const penalty = (amount: string) => ({ amount, currency });
    const terms = {
      ...booking.cancellation,
      windows: [
        { from: null, to: '2027-03-01T00:00:00Z', penalty: penalty('0.00') },
        { from: '2027-03-01T00:00:00Z', to: '2027-03-05T00:00:00Z', penalty: penalty('0.50') },
        { from: '2027-03-05T00:00:00Z', to: null, penalty: penalty(net) },
      ],
    };
    const { steps } = cancellationTimeline({ ...booking, cancellation: terms }, 0);
    expect(steps.map(({ kind }) => kind)).toEqual(['free', 'part', 'full']);
    expect(steps.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(Math.min(...steps.map(({ share }) => share))).toBeGreaterThan(0.1);
  });
});

describe('howItEnded', () => {
  it('a booking that can still be cancelled has not ended', () => {
    for (const status of ['PENDING', 'ON_REQUEST', 'CONFIRMED', 'CANCEL_PENDING'] as const) {
      expect(howItEnded({ ...booking, status, statusReason: null })).toBeUndefined();
    }
  });

  it('a finished booking states how it ended', () => {
    const cancelledAt = '2027-01-01T12:00:00Z';
    const cancelled = { ...booking, status: 'CANCELLED', statusReason: 'BY_HOTEL', cancelledAt } as const;
    expect(howItEnded(cancelled)).toEqual({ what: 'Cancelled by the hotel', at: cancelledAt });
    expect(howItEnded({ ...cancelled, statusReason: null })?.what).toBe('Cancelled');
    const rejected = { ...booking, status: 'REJECTED', statusReason: 'SOLD_OUT' } as const;
    expect(howItEnded(rejected)).toEqual({ what: 'Rejected: sold out', at: null });
    expect(howItEnded({ ...rejected, statusReason: null })?.what).toBe('Rejected');
    expect(howItEnded({ ...booking, status: 'COMPLETED' })?.what).toBe('The stay is over');
  });
});
