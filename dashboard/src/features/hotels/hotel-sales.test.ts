import { expect, it } from 'vitest';
import { salesOf } from './hotel-sales.ts';

const booking = (status: string, amount: string, currency = 'EUR') =>
  ({ status, nights: 2, roomCount: 3, price: { net: { amount, currency } } }) as Parameters<
    typeof salesOf
  >[0][number];

it('only confirmed and completed bookings have room nights and revenue, in each currency', () => {
  const bookings = [
    booking('CONFIRMED', '100.10'),
    booking('COMPLETED', '50.20'),
    booking('CANCELLED', '900.00'),
    booking('REJECTED', '900.00'),
    booking('CONFIRMED', '12000', 'JPY'),
  ];
  expect(salesOf(bookings)).toEqual({
    ...{ bookings: 5, cancelled: 1, roomNights: 18 },
    revenue: [
      { amount: '150.30', currency: 'EUR' },
      { amount: '12000', currency: 'JPY' },
    ],
  });
  expect(salesOf([])).toEqual({ bookings: 0, cancelled: 0, roomNights: 0, revenue: [] });
});
