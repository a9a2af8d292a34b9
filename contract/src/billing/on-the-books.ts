/** The stays to come, beside those that were known a year ago. For staff only. */
import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { money } from '../shared/money.ts';
import { PICKUP_DAYS } from '../shared/pickup-days.ts';
import { anyCount, calendarDate, count, currencyCode, instant } from '../shared/values.ts';
import { month } from './ledger-entry.ts';
import { reportAsOf, reportScope } from './reports.ts';

export const DEFAULT_BOOKS_MONTHS = 4;
export const MAX_BOOKS_MONTHS = 13;

const period = {
  from: calendarDate().describe('First check-in.'),
  to: calendarDate().describe('Last check-in (inclusive).'),
  knownAt: instant().describe('Stays count if they were confirmed and not cancelled at this time.'),
};

const change = () => count(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

const row = z.strictObject({
  month: month().describe('Month of the check-in.'),
  currency: currencyCode().describe('Currency of the bookings.'),
  stays: anyCount().describe('Confirmed bookings that were not cancelled.'),
  roomNights: anyCount().describe('Rooms times nights of these stays.'),
  revenue: money().describe('Net prices of these stays. Excludes stays that guests pay at the property.'),
  averageDailyRate: money()
    .nullable()
    .describe(
      '`revenue` per room night (ADR), without stays that guests pay at the property. Null without such room nights.',
    ),
  pickupStays: change().describe(
    `Pickup: \`stays\` minus the stays that were on the books before the last ${PICKUP_DAYS} days. Negative if more were cancelled than confirmed.`,
  ),
  pickupRoomNights: change().describe('Pickup of `roomNights`.'),
  pickupRevenue: money().describe('Pickup of `revenue`.'),
  earlierStays: anyCount()
    .nullable()
    .describe('Stays of the same month a year earlier, as known a year ago. Null if `yearBefore` is null.'),
  earlierRoomNights: anyCount().nullable().describe('Room nights of these earlier stays.'),
  earlierRevenue: money().nullable().describe('Net prices of these earlier stays.'),
  earlierAverageDailyRate: money().nullable().describe('Average daily rate of these earlier stays.'),
});

export type BooksRow = z.input<typeof row>;

export const showOnTheBooks = defineOperatorOperation({
  name: 'reports/on-the-books',
  permission: 'reports:view',
  partner: 'optional',
  summary: 'Show the stays on the books',
  description:
    'Returns the confirmed stays with check-in from today, by month. Each month is compared with the same month a year earlier as it was known on the same day and at the same time a year ago: a stay that was booked later is left out, and one that was cancelled later still counts. 29 February is compared with 28 February. The pickup is the change of the books in the last 7 days, of which today is the last.',
  input: z.strictObject({
    ...reportScope(),
    months: count(1, MAX_BOOKS_MONTHS)
      .optional()
      .describe(`Number of months, including the current one. Default: ${DEFAULT_BOOKS_MONTHS}.`),
  }),
  output: z.strictObject({
    ...period,
    yearBefore: z
      .strictObject(period)
      .nullable()
      .describe(
        'The period of the comparison. Null if the first booking, of the partner if one is given, is less than a year old.',
      ),
    rows: z
      .array(row)
      .describe(
        'Sorted by month, then by currency. Months and currencies without any of these figures are left out.',
      ),
    asOf: reportAsOf(),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { months: 2 },
    answer: {
      from: '2026-11-18',
      to: '2026-12-31',
      knownAt: '2026-11-18T09:30:00Z',
      yearBefore: { from: '2025-11-18', to: '2025-12-31', knownAt: '2025-11-18T09:30:00Z' },
      rows: [
        {
          month: '2026-12',
          currency: 'EUR',
          stays: 42,
          roomNights: 128,
          revenue: { amount: '18340.00', currency: 'EUR' },
          averageDailyRate: { amount: '143.28', currency: 'EUR' },
          pickupStays: 5,
          pickupRoomNights: 14,
          pickupRevenue: { amount: '2040.00', currency: 'EUR' },
          earlierStays: 36,
          earlierRoomNights: 110,
          earlierRevenue: { amount: '15290.00', currency: 'EUR' },
          earlierAverageDailyRate: { amount: '139.00', currency: 'EUR' },
        },
      ],
      asOf: '2026-11-18T09:29:45Z',
    },
  },
});
