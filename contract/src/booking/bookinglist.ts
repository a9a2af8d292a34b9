import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { clientReference, hotelId } from '../shared/ids.ts';
import { loggable } from '../shared/loggable.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { rule } from '../shared/rule.ts';
import { GATEWAY_MARGIN_MS, settings, TIMEOUTS } from '../shared/settings.ts';
import { lineOfText } from '../shared/text.ts';
import { calendarDate, choice, flag, instantInput, withZ } from '../shared/values.ts';
import { bookingStatus, bookingSummary } from './booking-record.ts';
import { BOOKING_STATES } from './booking-states.ts';
import { audit } from './provider-exchange.ts';

export const BOOKING_DATE_TYPES = [
  'CREATED',
  'UPDATED',
  'CHECK_IN',
  'CHECK_OUT',
  'FREE_CANCELLATION_UNTIL',
] as const;
export const DEFAULT_BOOKING_DATE_TYPE = 'CREATED';
export const SORT_DIRECTIONS = ['ASC', 'DESC'] as const;
export const DEFAULT_BOOKING_SORT = { by: 'CREATED', direction: 'DESC' } as const;
export const DEFAULT_BOOKINGS_PER_PAGE = 100;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Short, because the list of tools contains it. */
const DATE_OR_INSTANT = /^\d{4}-\d{2}-\d{2}(T.+[Z0])?$/;
const IN_UTC = /^[^T]+$|(Z|\+00:00)$/;
const FORMAT_ERROR = 'Use YYYY-MM-DD, or a timestamp in UTC that ends in Z.';

const dateOrInstant = () =>
  loggable(
    z
      .string()
      .regex(DATE_OR_INSTANT, { error: FORMAT_ERROR, abort: true })
      .refine(text => IN_UTC.test(text), {
        error: FORMAT_ERROR,
        params: { code: 'INVALID_FORMAT' },
        abort: true,
      })
      .refine(exists, {
        error: 'This date or time does not exist.',
        params: { code: 'INVALID_FORMAT' },
      })
      .overwrite(withZ),
  );

function exists(text: string): boolean {
  return (DATE.test(text) ? calendarDate() : instantInput()).safeParse(text).success;
}

/** Returns the end of the day if `to` is a date. */
function endOf(to: string): number {
  return Date.parse(DATE.test(to) ? `${to}T23:59:59.999Z` : to);
}

const filters = z
  .strictObject({
    dateType: choice(BOOKING_DATE_TYPES)
      .optional()
      .describe(`The date that \`from\` and \`to\` refer to. Default: \`${DEFAULT_BOOKING_DATE_TYPE}\`.`),
    from: dateOrInstant()
      .optional()
      .describe(
        'Start (inclusive). `CHECK_IN` and `CHECK_OUT` require dates. The others accept timestamps, or dates as days in UTC.',
      ),
    to: dateOrInstant().optional().describe('End. A date is inclusive, a timestamp is exclusive.'),
    statuses: z.array(bookingStatus()).min(1).max(BOOKING_STATES.length).optional(),
    hotelIds: z.array(hotelId()).min(1).max(200).optional(),
    clientReferences: z.array(clientReference()).min(1).max(200).optional(),
    holderLastName: lineOfText(80).optional().describe('The whole last name. Case and accents are ignored.'),
    needsAttention: flag().optional(),
  })
  .check(
    rule(['dateType', 'from', 'to'], function* ({ dateType, from, to }) {
      if (dateType !== 'CHECK_IN' && dateType !== 'CHECK_OUT') return;
      for (const [name, value] of Object.entries({ from, to })) {
        if (value === undefined || DATE.test(value)) continue;
        const message = `${dateType} is a calendar date. Use YYYY-MM-DD.`;
        yield { path: [name], code: 'DATE_REQUIRED', message };
      }
    }),
    rule(['from', 'to'], function* ({ from, to }) {
      if (from === undefined || to === undefined || Date.parse(from) <= endOf(to)) return;
      yield { path: ['to'], code: 'RANGE_REVERSED', message: '`to` must not be before `from`.' };
    }),
  );

const input = z.strictObject({
  filters: filters.optional().describe('All given filters must match.'),
  sort: z
    .strictObject({
      by: choice(BOOKING_DATE_TYPES)
        .optional()
        .describe(`Default: \`${DEFAULT_BOOKING_SORT.by}\`. Bookings without this date come last.`),
      direction: choice(SORT_DIRECTIONS)
        .optional()
        .describe(`Default: \`${DEFAULT_BOOKING_SORT.direction}\`.`),
    })
    .optional(),
  page: pageInput(500, DEFAULT_BOOKINGS_PER_PAGE),
  settings: settings(TIMEOUTS.bookinglist),
});

export const bookinglist = defineOperation({
  name: 'bookinglist',
  operationId: 'listBookings',
  typeNames: { request: 'BookingListRequest', response: 'BookingList' },
  path: '/connect/hotels/v1/bookinglist',
  scope: 'hotels:read',
  trafficClass: 'list',
  deadlineMs: TIMEOUTS.bookinglist.max + GATEWAY_MARGIN_MS,
  summary: 'List bookings',
  description: `Returns the bookings of the partner in the environment of the key, newest first by default.

Sorted by \`UPDATED\` in ascending order, the list is a complete change feed. Store the last \`nextCursor\`, which in this order is also returned on the last page, and send it again to get later changes. A booking that changes between two pages is returned again.`,
  input,
  output: z.strictObject({ bookings: z.array(bookingSummary()), page: pageOutput(), audit: audit() }),
  errors: ['INVALID_CURSOR', 'SCENARIO_NOT_ALLOWED'],
});

export type BookinglistRequest = z.infer<typeof bookinglist.input>;
export type BookinglistAnswer = z.infer<typeof bookinglist.output>;
