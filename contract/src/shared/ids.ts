/**
 * Opaque, prefixed ids. A malformed id is treated as unknown (404, not 400), so the schemas check only the
 * type.
 */
import { z } from 'zod';
import { loggable } from './loggable.ts';

export const placeId = () => loggable(z.string().brand<'PlaceId'>()).describe('Place ID (`plc_…`).');
export const hotelId = () => loggable(z.string().brand<'HotelId'>()).describe('Hotel ID (`htl_…`).');
export const offerId = () => loggable(z.string().brand<'OfferId'>()).describe('Offer ID (`off_…`).');
export const quoteId = () => loggable(z.string().brand<'QuoteId'>()).describe('Quote ID (`quo_…`).');
export const bookingId = () => loggable(z.string().brand<'BookingId'>()).describe('Booking ID (`bkg_…`).');
export const eventId = () => loggable(z.string().brand<'EventId'>()).describe('Event ID (`evt_…`).');
export const requestId = () => loggable(z.string().brand<'RequestId'>()).describe('Request ID.');
export const keyId = () =>
  loggable(z.string().brand<'KeyId'>()).describe('API key ID: the third part of the key.');
export const partnerId = () =>
  loggable(z.string().brand<'PartnerId'>()).describe(
    'Partner ID (`prt_…`; IDs of older partners start with `org_`).',
  );

/** A client reference can never be reused, not even after a rejected booking. */
export const clientReference = () =>
  loggable(
    z.string().regex(/^[A-Za-z0-9._:/-]{3,64}$/, {
      error: 'Use 3 to 64 characters from A-Z, a-z, 0-9 and . _ : / -',
    }),
  ).describe(
    "The partner's own reference. It is unique per partner and environment and can never be reused.",
  );

const ONE_OF_BOTH = 'Give exactly one of `bookingId` or `clientReference`.';

/** The fields that identify one booking. Check them with `exactlyOneOf`. */
export const oneBooking = () => ({
  bookingId: bookingId().optional().describe(`Booking ID (\`bkg_…\`). ${ONE_OF_BOTH}`),
  clientReference: clientReference()
    .optional()
    .describe(`The partner's own reference for the booking. ${ONE_OF_BOTH}`),
});
