/** Reports on sales, with cost and margin. For staff only. */
import { z } from 'zod';
import { anyPartner, periodUpTo, timeRange } from '../account/fields.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { hotelId, partnerId } from '../shared/ids.ts';
import { money } from '../shared/money.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { rule } from '../shared/rule.ts';
import {
  anyCount,
  calendarDate,
  choice,
  count,
  countryCode,
  currencyCode,
  flag,
  instant,
  timeZone,
} from '../shared/values.ts';
import { billingEnvironment, month } from './ledger-entry.ts';

export const REPORT_GROUPS = [
  'PARTNER',
  'HOTEL',
  'PROVIDER',
  'COUNTRY',
  'MONTH',
  'NATIONALITY',
  'LEAD_TIME',
  'STAY_LENGTH',
  'RATE_PLAN',
] as const;

/** Days from the booking to the check-in. */
export const LEAD_TIMES = ['0-1', '2-7', '8-30', '31-90', '91+'] as const;

/** Nights. */
export const STAY_LENGTHS = ['1', '2-3', '4-7', '8-14', '15+'] as const;

export const DATE_BASES = ['BOOKED', 'STAY'] as const;

/** Reports read sums of whole months. Only the months in which they begin or end within the month are read by booking. */
const monthOrDay = () =>
  z
    .string()
    .regex(/^2\d{3}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/, {
      error: 'Use a month or a date, for example 2026-07 or 2026-07-18.',
    })
    .refine(text => text.length === 7 || z.iso.date().safeParse(text).success, {
      error: 'This date does not exist.',
      params: { code: 'INVALID_FORMAT' },
    });

export const reportScope = () => ({
  ...anyPartner(),
  environment: billingEnvironment(),
  hotelId: hotelId().optional(),
  provider: z.string().min(1).max(64).optional().describe('Code of a provider.'),
  country: countryCode().optional().describe('Country of the hotel.'),
});

const filters = () => ({
  ...reportScope(),
  by: z
    .array(choice(REPORT_GROUPS))
    .min(1)
    .max(REPORT_GROUPS.length)
    .refine(groups => new Set(groups).size === groups.length, {
      error: 'Each group may be given only once.',
      params: { code: 'DUPLICATE' },
    })
    .describe('The values by which the rows are grouped. Each currency has separate rows.'),
  dateBasis: choice(DATE_BASES)
    .optional()
    .describe(
      'The date that decides to which month a booking belongs: when it was created (`BOOKED`), or its check-in (`STAY`). A stay belongs to the month of its check-in as a whole. Default: `BOOKED`.',
    ),
  from: monthOrDay()
    .optional()
    .describe(
      'First month (`YYYY-MM`) or day (`YYYY-MM-DD`), by `dateBasis`. Months and days of bookings begin in the time zone of the operator. Default: no start.',
    ),
  to: monthOrDay()
    .optional()
    .describe('Last month or day (inclusive), such as `2026-07` or `2026-07-18`. Default: no end.'),
});

const inOrder = rule<{ from?: string | undefined; to?: string | undefined }>(
  ['from', 'to'],
  function* ({ from, to }) {
    // A month without a day begins before all of its days and ends after them.
    if (from !== undefined && to !== undefined && from > `${to}-32`.slice(0, 10))
      yield { path: ['to'], code: 'TOO_SMALL', message: 'Must not be before `from`.' };
  },
);

const marginPercent = () =>
  z
    .number()
    .nullable()
    .describe('`margin` as a percentage of `revenue`, with one decimal. Null without revenue.');

const cancelledPercent = () =>
  z
    .number()
    .nullable()
    .describe('`cancelled` as a percentage of `bookings`, with one decimal. Null without bookings.');

const figures = {
  currency: currencyCode().describe('Currency of the bookings.'),
  bookings: anyCount().describe(
    'Bookings that were confirmed. Rejected bookings and those with an open outcome do not count.',
  ),
  cancelled: anyCount().describe('How many of these bookings were cancelled.'),
  roomNights: anyCount().describe('Rooms times nights of the bookings that were not cancelled.'),
  revenue: money().describe(
    'Net prices of the bookings that were not cancelled, and penalties of cancelled bookings. Excludes bookings that the guest pays at the property.',
  ),
  cost: money().describe('The amount that the operator owes the providers for these bookings.'),
  margin: money().describe('`revenue` − `cost`.'),
  marginPercent: marginPercent(),
  averageBooking: money()
    .nullable()
    .describe(
      'Average booking value: the price of an average booking that was not cancelled. Excludes penalties and bookings that the guest pays at the property. Null without such bookings.',
    ),
  averageDailyRate: money()
    .nullable()
    .describe(
      'Average daily rate (ADR): the price of an average room night. Excludes penalties and bookings that the guest pays at the property. Null without such room nights.',
    ),
  roomNightsPerBooking: z
    .number()
    .nullable()
    .describe(
      'Rooms times nights of an average booking that was not cancelled, with one decimal. Null if there is no such booking.',
    ),
  cancelledPercent: cancelledPercent(),
};

const known = z.strictObject({
  currency: currencyCode(),
  bookings: anyCount().describe('Bookings that were confirmed.'),
  cancelled: anyCount().describe('How many of these bookings were cancelled.'),
  cancelledPercent: cancelledPercent(),
});

const row = z.strictObject({
  partnerId: partnerId().optional().describe('Present if grouped by PARTNER.'),
  partnerName: z.string().optional(),
  hotelId: hotelId().optional().describe('Present if grouped by HOTEL.'),
  hotelName: z.string().nullable().optional(),
  provider: z.string().optional().describe('Present if grouped by PROVIDER.'),
  country: countryCode().nullable().optional().describe('Present if grouped by COUNTRY. Null if unknown.'),
  month: month()
    .optional()
    .describe('Present if grouped by MONTH: the month of the booking or of the check-in, by `dateBasis`.'),
  nationality: countryCode()
    .nullable()
    .optional()
    .describe('Present if grouped by NATIONALITY: the guest nationality of the search. Null if unknown.'),
  leadTime: choice(LEAD_TIMES)
    .optional()
    .describe('Present if grouped by LEAD_TIME: days from the booking to the check-in.'),
  stayLength: choice(STAY_LENGTHS)
    .optional()
    .describe('Present if grouped by STAY_LENGTH: number of nights.'),
  ratePlan: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Present if grouped by RATE_PLAN: the code of the rate plan. Null if the provider has no rate plans.',
    ),
  ...figures,
});

export const reportAsOf = () =>
  instant()
    .nullable()
    .describe(
      'Time up to which the changes to bookings are included. Null until the reports are prepared for the first time.',
    );

export type ReportRow = z.input<typeof row>;

const total = z.strictObject(figures);

export type ReportTotal = z.input<typeof total>;

const TOTAL_EXAMPLE = {
  currency: 'EUR',
  bookings: 42,
  cancelled: 3,
  roomNights: 128,
  revenue: { amount: '18340.00', currency: 'EUR' },
  cost: { amount: '16980.50', currency: 'EUR' },
  margin: { amount: '1359.50', currency: 'EUR' },
  marginPercent: 7.4,
  averageBooking: { amount: '470.26', currency: 'EUR' },
  averageDailyRate: { amount: '143.28', currency: 'EUR' },
  roomNightsPerBooking: 3.3,
  cancelledPercent: 7.1,
} satisfies ReportTotal;

const ROW_EXAMPLE = {
  partnerId: 'prt_01J9ZC4T3E',
  partnerName: 'Northern Travel',
  month: '2026-07',
  ...TOTAL_EXAMPLE,
} satisfies ReportRow;

const REQUEST_EXAMPLE = { by: ['PARTNER', 'MONTH'], from: '2026-01', to: '2026-12' } as const;
const request = { ...REQUEST_EXAMPLE, by: [...REQUEST_EXAMPLE.by] };

export const showReport = defineOperatorOperation({
  name: 'reports/show',
  permission: 'reports:view',
  partner: 'optional',
  summary: 'Show a report',
  description:
    'Returns bookings, room nights, revenue, cost, margin, averages and the cancellation rate. Rows are sorted by month (the latest first) if grouped by `MONTH`, then by currency, and the highest revenue first. A report by `HOTEL` is sorted by the groups in `by` instead, the hotel first. Changes to bookings appear within about a minute; `asOf` is the time up to which they are complete.',
  input: z
    .strictObject({
      ...filters(),
      withTotals: flag()
        .optional()
        .describe(
          'If true, adds totals over all pages. Ignored with a cursor, because every page would have the same totals.',
        ),
      withYearAgo: flag()
        .optional()
        .describe(
          'If true, adds `yearAgo`: how many of the bookings were confirmed and cancelled by the same day and time a year ago. To compare the cancellation rate of a period with the year before, read the year before with this field: its bookings then had as much time to be cancelled. Ignored with a cursor.',
        ),
      untilTimeOfDay: flag()
        .optional()
        .describe(
          'If true, the last day ends at the current time of day, so that a day of the year before can be compared with today. Only for reports by booking date whose `to` is a day.',
        ),
      page: pageInput(500, 100),
    })
    .check(inOrder),
  output: z.strictObject({
    rows: z.array(row),
    totals: z
      .array(total)
      .describe('One row for each currency, over all pages. Empty unless `withTotals` is set.'),
    yearAgo: z
      .strictObject({
        knownAt: instant().describe('Later confirmations and cancellations do not count.'),
        totals: z.array(known).describe('One row for each currency, over all pages.'),
      })
      .optional()
      .describe('The report as it was known a year ago. Present if `withYearAgo` is set.'),
    asOf: reportAsOf(),
    page: pageOutput(),
  }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request: { ...request, withTotals: true },
    answer: {
      rows: [ROW_EXAMPLE],
      totals: [TOTAL_EXAMPLE],
      asOf: '2026-08-01T07:30:00Z',
      page: { nextCursor: null, hasMore: false },
    },
  },
});

export const exportReport = defineOperatorOperation({
  name: 'reports/export',
  permission: 'reports:view',
  partner: 'optional',
  summary: 'Export a report',
  description:
    'Returns the whole report as CSV, in parts, sorted by the groups in `by`. Join the parts in order until `hasMore` is false. The first part has the header. With `dateBasis` `STAY`, the header of the month is `check-in month`.',
  input: z.strictObject({ ...filters(), page: pageInput(5_000, 2_000) }).check(inOrder),
  output: z.strictObject({ text: z.string(), page: pageOutput() }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request,
    answer: {
      text: 'partner,partner name,month,currency,bookings,cancelled,room nights,revenue,cost,margin,margin percent,average booking,average daily rate,room nights per booking,cancelled percent\r\nprt_01J9ZC4T3E,Northern Travel,2026-07,EUR,42,3,128,18340.00,16980.50,1359.50,7.4,470.26,143.28,3.3,7.1\r\n',
      page: { nextCursor: null, hasMore: false },
    },
  },
});

export const DEFAULT_SALES_DAYS = 7;
export const MAX_SALES_DAYS = 31;
export const DEFAULT_TOP = 5;

const sales = {
  currency: currencyCode().describe('Currency of the bookings.'),
  bookings: anyCount().describe('Bookings that were confirmed, including those that were cancelled later.'),
  revenue: money().describe('As in `reports/show`.'),
  margin: money().describe('Revenue minus cost.'),
  marginPercent: marginPercent(),
};

const SALES_EXAMPLE = {
  currency: 'EUR',
  bookings: 42,
  revenue: { amount: '18340.00', currency: 'EUR' },
  margin: { amount: '1359.50', currency: 'EUR' },
  marginPercent: 7.4,
};

const salesDay = z.strictObject({
  date: calendarDate().describe('Day of the booking in `timeZone` (`YYYY-MM-DD`).'),
  isComplete: flag().describe('False if the period covers only a part of the day.'),
  ...sales,
});

const salesInput = z
  .strictObject({
    ...anyPartner(),
    environment: billingEnvironment(),
    ...timeRange(),
    top: count(0, 50)
      .optional()
      .describe(`Number of partners and of hotels to return for each currency. Default: ${DEFAULT_TOP}.`),
  })
  .check(periodUpTo(MAX_SALES_DAYS));

export const showSales = defineOperatorOperation({
  name: 'reports/sales',
  permission: 'reports:view',
  partner: 'optional',
  summary: 'Show the sales of a period',
  description: `Returns revenue and margin of the bookings created in a period, in total and by day, and the partners and hotels with the highest revenue. \`to\` defaults to the current time, and \`from\` to ${DEFAULT_SALES_DAYS} days before \`to\`. If \`to\` is omitted and \`from\` is more than ${MAX_SALES_DAYS} days ago, only the last ${MAX_SALES_DAYS} days are covered. Changes to bookings appear within about a minute; \`asOf\` is the time up to which they are complete.`,
  input: salesInput,
  output: z.strictObject({
    from: instant(),
    to: instant(),
    timeZone: timeZone().describe('Time zone of the operator, in which days begin.'),
    asOf: reportAsOf(),
    totals: z.array(z.strictObject(sales)).describe('One row for each currency, most bookings first.'),
    days: z
      .array(salesDay)
      .describe(
        'All days of the period for each currency of `totals`, in that order. Includes days without bookings. A cancellation counts on the day of its booking.',
      ),
    partners: z
      .array(z.strictObject({ partnerId: partnerId(), partnerName: z.string(), ...sales }))
      .describe('Highest revenue first, in each currency.'),
    hotels: z
      .array(z.strictObject({ hotelId: hotelId(), hotelName: z.string().nullable(), ...sales }))
      .describe('Highest revenue first, in each currency.'),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { from: '2026-07-01T00:00:00Z', to: '2026-07-03T00:00:00Z' },
    answer: {
      from: '2026-07-01T00:00:00Z',
      to: '2026-07-03T00:00:00Z',
      timeZone: 'UTC',
      asOf: '2026-08-01T07:30:00Z',
      totals: [SALES_EXAMPLE],
      // They add up to the total.
      days: [
        {
          ...SALES_EXAMPLE,
          date: '2026-07-01',
          isComplete: true,
          bookings: 25,
          revenue: { amount: '10940.00', currency: 'EUR' },
          margin: { amount: '811.10', currency: 'EUR' },
        },
        {
          ...SALES_EXAMPLE,
          date: '2026-07-02',
          isComplete: true,
          bookings: 17,
          revenue: { amount: '7400.00', currency: 'EUR' },
          margin: { amount: '548.40', currency: 'EUR' },
        },
      ],
      partners: [{ partnerId: 'prt_01J9ZC4T3E', partnerName: 'Northern Travel', ...SALES_EXAMPLE }],
      hotels: [{ hotelId: 'htl_casa_luna', hotelName: 'Casa Luna', ...SALES_EXAMPLE }],
    },
  },
});
