/** How own inventory sells: the figures of a period, and the bookings behind a night. */
import { z } from 'zod';
import { bookingStatus } from '../booking/booking-record.ts';
import { roomCode } from '../content/room-record.ts';
import { MAX_CALENDAR_NIGHTS } from '../inventory/inventory-limits.ts';
import { inventoryCode } from '../inventory/inventory-values.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, hotelId, partnerId } from '../shared/ids.ts';
import { money } from '../shared/money.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { PICKUP_DAYS } from '../shared/pickup-days.ts';
import { calendarDate, count, currencyCode, flag, instant } from '../shared/values.ts';
import { shortRange } from './inventory-calendar.ts';

const rooms = () => count(0, 100_000_000);
const change = () => count(-100_000_000, 100_000_000);

const figures = () => ({
  allotment: rooms().describe('Room nights that may be sold.'),
  sold: rooms().describe('Room nights that are sold.'),
  occupancyPercent: z
    .string()
    .regex(/^\d{1,6}\.\d$/)
    .nullable()
    .describe('Sold room nights as a percentage of the allotment. Null if there is no allotment.'),
  revenue: money().describe('Sum of the prices of the sold room nights, without penalties.'),
  adr: money()
    .nullable()
    .describe('Average daily rate: revenue per sold room night. Null if nothing is sold.'),
  pickupRooms: change().describe(
    'Room nights booked in the `pickupDays` days before the figures were known, minus room nights cancelled in that time.',
  ),
  pickupRevenue: money().describe('Revenue booked in the same days, minus cancelled revenue.'),
});

const FIGURES_EXAMPLE = {
  allotment: 4,
  sold: 3,
  occupancyPercent: '75.0',
  revenue: { amount: '330.00', currency: 'EUR' },
  adr: { amount: '110.00', currency: 'EUR' },
  pickupRooms: 1,
  pickupRevenue: { amount: '110.00', currency: 'EUR' },
};

export const showPerformance = defineOperatorOperation({
  name: 'inventory/performance',
  permission: 'reports:view',
  summary: 'Show occupancy, ADR, revenue and pickup',
  description: `Returns how the own inventory of one property sells, for each night from \`from\` to \`to\` (both included, at most ${MAX_CALENDAR_NIGHTS} nights) and in total. Revenue is what the rooms were sold for at the rates of the property, before pricing rules. Returns \`NOT_FOUND\` if the hotel has no own inventory. Available to staff only.`,
  input: z
    .strictObject({
      environment: environment(),
      hotelId: hotelId(),
      from: calendarDate(),
      to: calendarDate(),
      roomCode: roomCode().optional().describe('Only this room type.'),
      pickupDays: count(1, 90)
        .optional()
        .describe(`Number of days to count as pickup. Default: ${PICKUP_DAYS}.`),
      knownDaysAgo: count(0, 1_000)
        .optional()
        .describe(
          'Returns the figures as they were known this many days ago: a booking that was made later is left out, one that was cancelled later still counts, and the pickup ends then. The allotment is the current one. To compare coming nights with the same weekdays of the year before, read those with 364. Default: 0.',
        ),
    })
    .check(shortRange),
  output: z.strictObject({
    currency: currencyCode(),
    from: calendarDate(),
    to: calendarDate(),
    pickupDays: count(1, 90),
    total: z.strictObject(figures()),
    nights: z
      .array(z.strictObject({ night: calendarDate(), ...figures() }))
      .describe('Every night of the range, in order.'),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { environment: 'sandbox', hotelId: 'htl_casa_luna', from: '2027-06-01', to: '2027-06-01' },
    answer: {
      ...{ currency: 'EUR', from: '2027-06-01', to: '2027-06-01', pickupDays: 7 },
      total: FIGURES_EXAMPLE,
      nights: [{ night: '2027-06-01', ...FIGURES_EXAMPLE }],
    },
  },
});

export const listNightBookings = defineOperatorOperation({
  name: 'inventory/bookings',
  permission: 'inventory:view',
  summary: 'List the bookings of a night',
  description:
    'Returns the bookings that occupy rooms of own inventory on one night, latest first. Guests are not included. Available to staff only.',
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId(),
    night: calendarDate(),
    roomCode: roomCode().optional().describe('Only bookings of this room type.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({
    bookings: z.array(
      z.strictObject({
        bookingId: bookingId()
          .nullable()
          .describe('Null if the rooms are sold but their booking is not yet confirmed.'),
        partnerId: partnerId().nullable(),
        partnerName: z.string().nullable(),
        clientReference: z.string().nullable(),
        status: bookingStatus().nullable(),
        testMode: flag().nullable(),
        planCode: inventoryCode(),
        rooms: z
          .array(z.strictObject({ roomCode: roomCode(), count: count(1, 100) }))
          .describe('All rooms of the booking.'),
        checkIn: calendarDate(),
        checkOut: calendarDate(),
        price: money().describe('Price of the stay at the rates of the property, before pricing rules.'),
        bookedAt: instant(),
      }),
    ),
    page: pageOutput(),
  }),
  errors: ['INVALID_CURSOR', 'NOT_FOUND'],
  examples: {
    request: { environment: 'sandbox', hotelId: 'htl_casa_luna', night: '2027-06-01', roomCode: 'DBL' },
    answer: {
      bookings: [
        {
          bookingId: 'bkg_01J9ZC4T3E8M2K5N7P9Q1R3S5T',
          partnerId: 'prt_01J9ZC4T3E',
          partnerName: 'Northern Travel',
          clientReference: 'ORDER-10021',
          status: 'CONFIRMED',
          testMode: true,
          planCode: 'FLEX',
          rooms: [{ roomCode: 'DBL', count: 1 }],
          checkIn: '2027-06-01',
          checkOut: '2027-06-03',
          price: { amount: '220.00', currency: 'EUR' },
          bookedAt: '2027-02-01T10:00:00Z',
        },
      ],
      page: { nextCursor: null, hasMore: false },
    },
  },
});
