/** One bookable bundle for all rooms of a search. */
import { z } from 'zod';
import { offerId } from '../shared/ids.ts';
import { bed, boardCode } from '../shared/lodging.ts';
import { codedText } from '../shared/text.ts';
import { choice, count, instant, opaque } from '../shared/values.ts';
import { firmTerms, penaltiesWithinPrice, searchedTerms } from './cancellation-terms.ts';
import { roomRef } from './occupancy.ts';
import { price, roomPrice, roomsAddUp } from './price.ts';

export const PAYMENT_TYPES = ['MERCHANT', 'PAY_AT_PROPERTY'] as const;
export const DATA_SOURCES = ['LIVE', 'CACHE'] as const;

export const board = () =>
  z.strictObject({
    code: boardCode(),
    name: z.string().describe('In the language of the search, else in English.'),
  });

export const payment = () =>
  z.strictObject({
    type: choice(PAYMENT_TYPES).describe(
      'MERCHANT: the partner pays `net` to the operator. PAY_AT_PROPERTY: the guest pays the hotel.',
    ),
  });

export const offeredRoomShape = () => ({
  roomRef: roomRef(),
  roomCode: opaque(128).describe('As in the room catalogue.'),
  name: z.string(),
  beds: z.array(bed()),
  price: roomPrice(),
});

const offerShape = () => ({
  offerId: offerId().describe('What prebooking takes. At most 512 characters.'),
  expiresAt: instant().describe('At most 30 minutes after the search.'),
  fingerprint: opaque(128).describe(
    'The same hotel, rooms, board and refundability: the same product in a later search.',
  ),
  board: board(),
  payment: payment(),
  rooms: z
    .array(
      z.strictObject({
        ...offeredRoomShape(),
        allotment: count(0, 9_999).nullable().describe('Rooms left, where the provider says so.'),
      }),
    )
    .min(1),
  price: price(),
  promotions: z.array(codedText()),
  freshness: z
    .strictObject({ source: choice(DATA_SOURCES), fetchedAt: instant() })
    .describe(
      'When the provider was asked, and whether that was for an earlier search (CACHE). A quote is always LIVE.',
    ),
});

/** An offer as a search finds it. */
export const searchedOffer = () =>
  z
    .strictObject({ ...offerShape(), cancellation: searchedTerms() })
    .check(roomsAddUp(), penaltiesWithinPrice());
export type SearchedOffer = z.infer<ReturnType<typeof searchedOffer>>;

/** An offer whose price and terms the provider has just confirmed. */
export const quotedOffer = () =>
  z.strictObject({ ...offerShape(), cancellation: firmTerms() }).check(roomsAddUp(), penaltiesWithinPrice());
export type QuotedOffer = z.infer<ReturnType<typeof quotedOffer>>;
