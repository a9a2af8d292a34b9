import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { oneBooking } from '../shared/ids.ts';
import { exactlyOneOf } from '../shared/rule.ts';
import { GATEWAY_MARGIN_MS, settings, TIMEOUTS } from '../shared/settings.ts';
import { choice, count, flag, instant, listCode } from '../shared/values.ts';
import { bookingRecord, bookingStatus } from './booking-record.ts';
import { ACTORS } from './booking-states.ts';
import { audit, MAX_EXCHANGES_SHOWN } from './provider-exchange.ts';

export const DETAIL_INCLUDES = ['history', 'audit'] as const;

const input = z
  .strictObject({
    ...oneBooking(),
    include: z
      .array(choice(DETAIL_INCLUDES))
      .max(DETAIL_INCLUDES.length)
      .optional()
      .describe(
        `history: adds every change. audit: adds at most ${MAX_EXCHANGES_SHOWN} exchanges with the provider, the first and the most recent ones (test mode only).`,
      ),
    refresh: flag()
      .optional()
      .describe(
        'If true, also reads the current data from the provider and returns the comparison in `live`.',
      ),
    settings: settings(TIMEOUTS.bookingdetail),
  })
  .check(exactlyOneOf('bookingId', 'clientReference'));

export const historyEntry = () =>
  z.strictObject({
    version: count(1, Number.MAX_SAFE_INTEGER),
    at: instant(),
    event: listCode().describe('Type of the event that reported the change.'),
    actor: choice(ACTORS),
    from: bookingStatus().nullable().describe('Null in the first entry.'),
    to: bookingStatus(),
    reason: listCode().nullable(),
  });

const live = z.strictObject({
  checkedAt: instant(),
  matches: flag(),
  differences: z.array(
    z.strictObject({
      field: z.string().describe('Dotted path of the field in the booking.'),
      recorded: z.unknown().describe('The value in the booking.'),
      live: z.unknown().describe('The value at the provider.'),
    }),
  ),
});

export const HISTORY_EXAMPLE: z.input<ReturnType<typeof historyEntry>>[] = [
  {
    version: 1,
    at: '2027-02-01T10:06:11Z',
    event: 'booking.pending',
    actor: 'CLIENT',
    from: null,
    to: 'PENDING',
    reason: 'IN_PROGRESS',
  },
  {
    version: 2,
    at: '2027-02-01T10:06:13Z',
    event: 'booking.confirmed',
    actor: 'PROVIDER',
    from: 'PENDING',
    to: 'CONFIRMED',
    reason: null,
  },
];

export const bookingdetail = defineOperation({
  name: 'bookingdetail',
  operationId: 'getBooking',
  typeNames: { request: 'BookingDetailRequest', response: 'BookingDetail' },
  path: '/connect/hotels/v1/bookingdetail',
  scope: 'hotels:read',
  trafficClass: 'detail',
  deadlineMs: TIMEOUTS.bookingdetail.max + GATEWAY_MARGIN_MS,
  summary: 'Retrieve the details of a booking',
  description: `Returns one booking by its ID or by the client reference. Changes are visible immediately.

A booking that does not exist, or that belongs to another partner or environment, returns 404 \`BOOKING_NOT_FOUND\`. With \`refresh\`, the reservation is also read from the provider. If that fails, the booking is returned without \`live\` and with the warning \`LIVE_READ_FAILED\`.`,
  input,
  output: z.strictObject({
    booking: bookingRecord(),
    history: z
      .array(historyEntry())
      .optional()
      .describe('Oldest first. Present only with `include: ["history"]`.'),
    audit: audit(),
    live: live
      .optional()
      .describe('Comparison with the current data at the provider. Present only with `refresh`.'),
  }),
  errors: ['SCENARIO_NOT_ALLOWED', 'BOOKING_NOT_FOUND'],
});

export type BookingdetailRequest = z.infer<typeof bookingdetail.input>;
export type BookingdetailAnswer = z.infer<typeof bookingdetail.output>;
