/**
 * Differences between Rapid's document and its own examples, with the reason for each difference. The simulator follows
 * the types of the schemas, as the recorded responses do. The adapter accepts both.
 */
import type { OverlayEntry } from '../document-validator.ts';

const SCHEMAS = '/components/schemas';
const NUMBER_OR_TEXT = ['string', 'number'];

export const OVERLAY: readonly OverlayEntry[] = [
  {
    pointer: `${SCHEMAS}/Field/properties/value/type`,
    value: NUMBER_OR_TEXT,
    reason: 'The examples of a rejected signature have the timestamps as numbers.',
  },
  {
    pointer: `${SCHEMAS}/CancelRefund/properties/amount/type`,
    value: NUMBER_OR_TEXT,
    reason: 'The examples of itineraries have a negative number. Recorded responses have a text.',
  },
  {
    pointer: `${SCHEMAS}/Adjustment/properties/value/type`,
    value: NUMBER_OR_TEXT,
    reason: 'The examples of itineraries have a number. Recorded responses have a text.',
  },
  {
    pointer: `${SCHEMAS}/ItineraryHistoryItem/properties/agent_id/type`,
    value: ['integer', 'string'],
    reason: 'The examples of itineraries have a text.',
  },
  {
    pointer: `${SCHEMAS}/TraderInformation/additionalProperties`,
    value: true,
    reason: 'The example of an incomplete itinerary has `impacted_fields` here instead of one level above.',
  },
  {
    pointer: `${SCHEMAS}/Attribute/properties/value/type`,
    value: NUMBER_OR_TEXT,
    reason: 'The examples and a recorded property have numbers.',
  },
  {
    pointer: `${SCHEMAS}/Amenity/properties/value/type`,
    value: NUMBER_OR_TEXT,
    reason: 'The examples and a recorded property have numbers.',
  },
  {
    pointer: `${SCHEMAS}/Chain/properties/id/type`,
    value: NUMBER_OR_TEXT,
    reason: 'The examples of properties have a number.',
  },
  {
    pointer: `${SCHEMAS}/Fees/additionalProperties`,
    value: true,
    reason: 'The example of a vacation rental has a fee for the traveller service.',
  },
  {
    pointer: `${SCHEMAS}/VacationRentalDetails/properties/amenities`,
    value: { type: 'object', additionalProperties: { $ref: `#${SCHEMAS}/Amenity` } },
    reason: 'The example has several amenities by id, as everywhere else.',
  },
];
