import { z } from 'zod';
import { offerId } from '../shared/ids.ts';
import { bed, boardCode } from '../shared/lodging.ts';
import { codedText } from '../shared/text.ts';
import { choice, count, instant, opaque } from '../shared/values.ts';
import { firmTerms, penaltiesWithinPrice, searchedTerms } from './cancellation-terms.ts';
import { roomRef } from './occupancy.ts';
import { price, roomPrice, roomsAddUp } from './price.ts';

export const PAYMENT_TYPES = ['MERCHANT', 'PAY_AT_PROPERTY'] as const;
export const OFFER_DETAILS = ['FULL', 'SUMMARY'] as const;
export const DATA_SOURCES = ['LIVE', 'CACHE'] as const;
export const MAX_ALLOTMENT = 9_999;

export const board = () =>
  z.strictObject({
    code: boardCode(),
    name: z.string().describe('In the language of the search, or in English if there is no translation.'),
  });

export const payment = () =>
  z.strictObject({
    type: choice(PAYMENT_TYPES).describe(
      'Who collects the price of the stay. `MERCHANT`: the partner pays `net` to the operator. `PAY_AT_PROPERTY`: the guest pays the hotel on site.',
    ),
  });

export const offeredRoomShape = () => ({
  roomRef: roomRef(),
  roomCode: opaque(128)
    .nullable()
    .describe(
      "Code from the room catalogue. Null if the provider's room is not in the catalogue. The room then has only a name.",
    ),
  name: z.string(),
  beds: z.array(bed()),
  price: roomPrice(),
});

const offerShape = () => ({
  offerId: offerId().describe('Pass this ID to prebooking. At most 512 characters.'),
  expiresAt: instant().describe('At most 30 minutes after the search.'),
  fingerprint: opaque(128).describe(
    'Identifies the product. It is the same for the same hotel, rooms, board and refundability, even in later searches.',
  ),
  board: board(),
  payment: payment(),
  rooms: z
    .array(
      z.strictObject({
        ...offeredRoomShape(),
        allotment: count(0, MAX_ALLOTMENT)
          .nullable()
          .describe('Number of rooms left. Null if the provider does not state it.'),
      }),
    )
    .min(1),
  price: price(),
  promotions: z.array(codedText()),
  freshness: z
    .strictObject({ source: choice(DATA_SOURCES), fetchedAt: instant() })
    .describe(
      'When the data was read from the provider. `CACHE`: for an earlier search. `LIVE`: for this request. Quotes are always `LIVE`.',
    ),
});

export const searchedOffer = () =>
  z
    .strictObject({ ...offerShape(), cancellation: searchedTerms() })
    .check(roomsAddUp(), penaltiesWithinPrice());
export type SearchedOffer = z.infer<ReturnType<typeof searchedOffer>>;

/** A search result with only the fields that a hotel list needs. Prebooking returns the complete offer. */
export const offerSummary = () => {
  const { offerId: id, expiresAt, fingerprint } = offerShape();
  const { currency, net, selling, guestTotal } = price().shape;
  const { refundability, freeCancellationUntil } = searchedTerms().shape;
  const { roomRef: ref, roomCode } = offeredRoomShape();
  return z.strictObject({
    offerId: id,
    expiresAt,
    fingerprint,
    board: z.strictObject({ code: boardCode() }),
    rooms: z.array(z.strictObject({ roomRef: ref, roomCode })).min(1),
    price: z.strictObject({ currency, net, selling, guestTotal }),
    cancellation: z.strictObject({ refundability, freeCancellationUntil }),
    payment: payment(),
  });
};
export type OfferSummary = z.infer<ReturnType<typeof offerSummary>>;

/** An offer with price and terms that the provider has just confirmed. */
export const quotedOffer = () =>
  z.strictObject({ ...offerShape(), cancellation: firmTerms() }).check(roomsAddUp(), penaltiesWithinPrice());
export type QuotedOffer = z.infer<ReturnType<typeof quotedOffer>>;
