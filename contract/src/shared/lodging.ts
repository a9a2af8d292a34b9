/** What describes a stay and a property in the booking area and in the content area alike. */
import { z } from 'zod';
import { hotelId } from './ids.ts';
import { location } from './location.ts';
import { loggable } from './loggable.ts';
import { choice, count, listCode, timeZone } from './values.ts';

/** Room only, self catering, bed and breakfast, half board, full board, all inclusive. */
export const BOARD_CODES = ['RO', 'SC', 'BB', 'HB', 'FB', 'AI'] as const;
export const boardCode = () => choice(BOARD_CODES).describe('Meal plan, as the board list explains it.');
export type BoardCode = (typeof BOARD_CODES)[number];

export const BED_TYPES = [
  'SINGLE',
  'DOUBLE',
  'QUEEN',
  'KING',
  'SOFA_BED',
  'BUNK_BED',
  'FUTON',
  'CRIB',
  'UNKNOWN',
] as const;

export const bed = () => z.strictObject({ type: choice(BED_TYPES), count: count(1, 50) });

export const stars = () => loggable(z.number().min(0).max(5).multipleOf(0.5)).describe('0 to 5, in halves.');

/** What every mention of a hotel in the booking area says of it. */
export const hotelHeaderShape = () => ({
  hotelId: hotelId(),
  name: z.string(),
  categoryCode: listCode().nullable().describe('As the category list explains it.'),
  stars: stars().nullable().describe('0 to 5, in halves. Null where the hotel has none.'),
  timeZone: timeZone().nullable().describe('IANA zone. Null where it is not known.'),
  location: location(),
});
