/** Differences between LiteAPI's real behaviour and its OpenAPI documents, with the reason for each difference. */
import type { OverlayEntry } from '../document-validator.ts';

export type LiteApiDocument = 'liteapi-search.json' | 'liteapi-booking.json' | 'liteapi-static.json';

const RATES = '/paths/~1hotels~1rates/post/responses';
const ROOM_TYPE = `${RATES}/200/content/application~1json/schema/properties/data/items/properties/roomTypes/items/properties`;
const RATE = `${ROOM_TYPE}/rates/items/properties/retailRate/properties`;
const PREBOOK = '/paths/~1rates~1prebook/post/responses';
const PREBOOK_RATE = `${PREBOOK}/200/content/application~1json/schema/properties/data/properties/roomTypes/items/properties/rates/items/properties/retailRate/properties`;
const BOOK = '/paths/~1rates~1book/post/responses';
const BOOKINGS = '/paths/~1bookings/get/responses';
const BOOKING = '/paths/~1bookings~1{bookingId}';
const LISTED = '/paths/~1bookings~1/get/responses';
const FOUND = `${BOOKINGS}/200/content/application~1json/schema/properties/data/items/properties`;

const ERROR = {
  description: 'Error',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error'],
        properties: {
          error: {
            type: 'object',
            required: ['code'],
            properties: { code: { type: 'integer' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
};

const NO_BODY = 'HTTP forbids a body with this status, so the described error never arrives.';
const THROTTLED = 'According to the supplier’s guide on rate limits, every operation may return 429.';
const REJECTED_KEY = 'Every operation returns 401 for a wrong key (recorded for version 2).';
const OBJECT_OR_LIST = 'The document’s own example and the recorded offer have an object instead of a list.';
const WHOLE_AMOUNT =
  'The schema allows only whole amounts. The document’s own examples and recordings have decimals.';
const NO_TAXES = 'The supplier’s guide on cancellations shows null for a rate without taxes.';

export const OVERLAYS: Readonly<Record<LiteApiDocument, readonly OverlayEntry[]>> = {
  'liteapi-search.json': [
    { pointer: `${RATES}/204/content`, reason: NO_BODY },
    { pointer: `${RATES}/401`, value: ERROR, reason: REJECTED_KEY },
    { pointer: `${RATES}/429`, value: ERROR, reason: THROTTLED },
    { pointer: `${ROOM_TYPE}/offerRetailRate/type`, value: ['array', 'object'], reason: OBJECT_OR_LIST },
    {
      pointer: `${ROOM_TYPE}/suggestedSellingPrice/type`,
      value: ['array', 'object'],
      reason: OBJECT_OR_LIST,
    },
    { pointer: `${ROOM_TYPE}/offerInitialPrice/type`, value: ['array', 'object'], reason: OBJECT_OR_LIST },
    { pointer: `${RATE}/taxesAndFees/type`, value: ['array', 'null'], reason: NO_TAXES },
  ],
  'liteapi-booking.json': [
    { pointer: `${PREBOOK}/429`, value: ERROR, reason: THROTTLED },
    { pointer: `${PREBOOK_RATE}/taxesAndFees/type`, value: ['array', 'null'], reason: NO_TAXES },
    { pointer: `${BOOK}/429`, value: ERROR, reason: THROTTLED },
    {
      pointer: `${BOOK}/200/content/application~1json/schema/properties/data/properties/bookedRooms/items/properties/rate/properties/retailRate/properties/total/properties/amount/type`,
      value: 'number',
      reason: WHOLE_AMOUNT,
    },
    {
      pointer: `${BOOKINGS}/400`,
      value: ERROR,
      reason: 'A lookup without a filter returns status 400 and code 4002 (recorded).',
    },
    { pointer: `${BOOKINGS}/429`, value: ERROR, reason: THROTTLED },
    {
      pointer: `${FOUND}/rooms/items/properties/rate/properties/retailRate/properties/total/properties/amount/type`,
      value: 'number',
      reason: WHOLE_AMOUNT,
    },
    {
      pointer: `${FOUND}/cancelledAt/type`,
      value: ['string', 'null'],
      reason: 'A booking that is not cancelled has null here, as in the example of the single booking.',
    },
    { pointer: `${BOOKING}/get/responses/204/content`, reason: NO_BODY },
    {
      pointer: `${BOOKING}/get/responses/200/content/application~1json/schema/properties/data/properties/bookedRooms/items/properties/rate/properties/retailRate/properties/total/properties/amount/type`,
      value: 'number',
      reason: WHOLE_AMOUNT,
    },
    { pointer: `${BOOKING}/put/responses/204/content`, reason: NO_BODY },
    { pointer: `${BOOKING}/put/responses/304/content`, reason: NO_BODY },
    {
      pointer: `${BOOKING}/put/responses/400`,
      value: ERROR,
      reason: 'A failed cancellation returns status 400 and code 5000 (recorded for version 2).',
    },
    { pointer: `${BOOKING}/put/responses/429`, value: ERROR, reason: THROTTLED },
    {
      pointer: `${LISTED}/200/content/application~1json/schema/properties/data/items/properties/cancelled_at/type`,
      value: ['string', 'null'],
      reason:
        'According to its description and the document’s own example, the field is null if not cancelled.',
    },
  ],
  'liteapi-static.json': [],
};
