import { bookingExample } from '@serai/contract/booking/examples/booking-example.ts';
import { expect, test } from 'vitest';
import type { Output } from '../../lib/calls/operator-client.ts';
import { isCharged } from './cancel-dialog.tsx';

const booking = bookingExample as Output<'bookings/show'>['booking'];
const confirmed = { ...booking, confirmedAt: '2027-01-01T00:00:00Z' };

test('the partner was charged only for a confirmed booking that the guest does not pay at the property', () => {
  expect(isCharged({ ...confirmed, payment: { type: 'MERCHANT' } })).toBe(true);
  expect(isCharged({ ...confirmed, payment: { type: 'PAY_AT_PROPERTY' } })).toBe(false);
  expect(isCharged({ ...confirmed, payment: { type: 'MERCHANT' }, confirmedAt: null })).toBe(false);
});
