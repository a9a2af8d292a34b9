import { UNAVAILABLE_REASONS } from '@serai/contract/booking/availability.ts';
import { expect, test } from 'vitest';
import { furthestReason } from './why-unavailable.ts';

test('every reason is known, and alone it stands', () => {
  for (const reason of UNAVAILABLE_REASONS) expect(furthestReason([reason])).toBe(reason);
});

test('the reason of the provider that came furthest is told', () => {
  expect(furthestReason(['MAXIMUM_OCCUPANCY', 'SOLD_OUT', 'STOP_SELL'])).toBe('SOLD_OUT');
  expect(furthestReason(['PROVIDER_ERROR', 'MINIMUM_STAY'])).toBe('MINIMUM_STAY');
});

test('a hotel that nobody sells is not for sale', () => {
  expect(furthestReason([])).toBe('HOTEL_INACTIVE');
});
