/**
 * Differences between Hotelbeds and its OpenAPI documents of 3 October 2023. Each entry states how this is known. The
 * tests fail if an entry is no longer needed.
 */
import type { OverlayEntry } from '../document-validator.ts';

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    auditData: { $ref: '#/components/schemas/ApiAuditData' },
    error: { $ref: '#/components/schemas/apiError' },
  },
};
const TEXT_ERROR_SCHEMA = { type: 'object', required: ['error'], properties: { error: { type: 'string' } } };
const NUMBER_OR_TEXT = ['number', 'string'];

function errorSchema(status: string, schema: object): OverlayEntry {
  return {
    pointer: `/components/responses/${status}/content/application~1json/schema`,
    value: schema,
    reason: 'The document has an example of the error, but no schema.',
  };
}

function numberOrText(schema: string, field: string, reason: string): OverlayEntry {
  return { pointer: `/components/schemas/${schema}/properties/${field}/type`, value: NUMBER_OR_TEXT, reason };
}

export const BOOKING_OVERLAY: readonly OverlayEntry[] = [
  errorSchema('400', ERROR_SCHEMA),
  errorSchema('401', TEXT_ERROR_SCHEMA),
  errorSchema('403', TEXT_ERROR_SCHEMA),
  errorSchema('404', ERROR_SCHEMA),
  errorSchema('500', ERROR_SCHEMA),
  {
    pointer: '/components/responses/503/content',
    value: { 'application/json': { schema: ERROR_SCHEMA } },
    reason: 'The document gives the text for a locked booking, but no body.',
  },
  {
    pointer: '/paths/~1bookings~1{bookingId}/get/responses/404',
    value: { $ref: '#/components/responses/404' },
    reason: 'The document defines the response for an unknown booking, but no operation refers to it.',
  },
  {
    pointer: '/paths/~1bookings~1{bookingId}/delete/responses/404',
    value: { $ref: '#/components/responses/404' },
    reason: 'The same applies as for reading a booking.',
  },
  {
    pointer: '/paths/~1bookings~1{bookingId}/delete/responses/503',
    value: { $ref: '#/components/responses/503' },
    reason:
      'The text for 503 describes cancellations, but only the operation that changes a booking refers to it.',
  },
  {
    pointer: '/paths/~1bookings/get/responses/400',
    value: { $ref: '#/components/responses/400' },
    reason: 'The list requires four parameters, but the document does not describe the error without them.',
  },
  {
    pointer: '/components/schemas/checkRateRQ/required',
    value: ['rooms'],
    reason: 'The document requires `room`, but its properties and examples have `rooms`.',
  },
  {
    pointer: '/components/schemas/bookingRQ/required',
    value: ['clientReference', 'holder', 'rooms'],
    reason: 'The document requires `room`, but its properties and examples have `rooms`.',
  },
  numberOrText('ApiHotelBookingConfirm', 'totalNet', 'A text in the recorded booking.'),
  numberOrText('ApiHotel', 'totalNet', 'A text in the examples of the document.'),
  numberOrText('ApiHotel', 'cancellationAmount', 'A number in recorded cancellations and in the example.'),
  numberOrText(
    'ApiHotelBookingList',
    'cancellationAmount',
    'A number, as in the details of a cancelled booking.',
  ),
  numberOrText('ApiBookingList', 'totalNet', 'A number in the example of the document.'),
  numberOrText('ApiBookingList', 'totalSellingRate', 'A number in the example of the document.'),
];

export const CONTENT_OVERLAY: readonly OverlayEntry[] = [
  {
    pointer: '/components/responses/400/content/application~1json/schema',
    value: {
      type: 'object',
      required: ['error'],
      properties: { error: { $ref: '#/components/schemas/ApiHotelbedsError' } },
    },
    reason: 'The document has an example of the error, but no schema.',
  },
];
