import { z } from 'zod';
import { hotelRecord } from '../../content/hotel-record.ts';
import { roomRecord } from '../../content/room-record.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { hotelId } from '../../shared/ids.ts';
import { count, flag, languageTag } from '../../shared/values.ts';
import { HOTEL_EXAMPLE, ROOM_EXAMPLE } from './hotel-examples.ts';

export const showHotel = defineOperatorOperation({
  name: 'hotels/show',
  role: 'read-only',
  summary: 'Show a hotel of the catalogue',
  description:
    'One hotel with its texts, facilities and rooms, as partners read it, and who sells it. At most 500 rooms are shown; `roomCount` is how many there are.',
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId(),
    language: languageTag().optional().describe('Of the texts; English when absent.'),
  }),
  output: z.strictObject({
    hotel: hotelRecord(),
    languages: z.array(languageTag()).describe('Languages that the name or the description is known in.'),
    rooms: z.array(roomRecord()),
    roomCount: count(0, 1_000_000),
    ownInventory: flag().describe('Whether it has rooms of our own to sell.'),
    providers: z
      .array(z.string())
      .describe('Codes of the providers of this environment that have the hotel, by preference.'),
  }),
  errors: ['HOTEL_NOT_FOUND'],
  examples: {
    request: { environment: 'sandbox', hotelId: 'htl_casa_luna' },
    answer: {
      hotel: HOTEL_EXAMPLE,
      languages: ['en'],
      rooms: [ROOM_EXAMPLE],
      roomCount: 1,
      ownInventory: true,
      providers: ['own', 'test-1'],
    },
  },
});
