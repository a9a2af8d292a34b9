import { expect, it } from 'vitest';
import { bookedSales, reportedSales } from './hotel-sales.ts';

const booking = (status: string, amount: string, currency = 'EUR') =>
  ({ status, nights: 2, roomCount: 3, price: { net: { amount, currency } } }) as Parameters<
    typeof bookedSales
  >[0][number];

it('only confirmed and completed bookings have room nights and a value, in each currency', () => {
  const bookings = [
    booking('CONFIRMED', '100.10'),
    booking('COMPLETED', '50.20'),
    booking('CANCELLED', '900.00'),
    booking('REJECTED', '900.00'),
    booking('CONFIRMED', '12000', 'JPY'),
  ];
  expect(bookedSales(bookings)).toEqual({
    ...{ bookings: 5, cancelled: 1, roomNights: 18 },
    amounts: [
      { amount: '150.30', currency: 'EUR' },
      { amount: '12000', currency: 'JPY' },
    ],
  });
  expect(bookedSales([])).toEqual({ bookings: 0, cancelled: 0, roomNights: 0, amounts: [] });
});

it('the figures of a report are added up, but not its currencies', () => {
  const [euros, yen] = [
    { amount: '18340.00', currency: 'EUR' },
    { amount: '12000', currency: 'JPY' },
  ];
  const rows = [
    { bookings: 42, cancelled: 3, roomNights: 128, revenue: euros },
    { bookings: 1, cancelled: 1, roomNights: 0, revenue: yen },
  ];
  expect(reportedSales(rows)).toEqual({
    ...{ bookings: 43, cancelled: 4, roomNights: 128 },
    amounts: [euros, yen],
  });
});
