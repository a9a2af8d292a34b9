import { z } from 'zod';
import { names, texts } from '../catalogue/catalogue-file.ts';
import { recordStatus } from '../content/content-record.ts';
import { roomCode } from '../content/room-record.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { hotelId } from '../shared/ids.ts';
import { flag, instant, instantInput } from '../shared/values.ts';

/** The texts of a room type in all languages. Omitted values are unknown, as in catalogue files. */
const textShape = () => ({ name: names(), description: texts().optional() });

export const ROOM_TEXT_FIELDS = Object.keys(textShape()) as readonly (keyof ReturnType<typeof textShape>)[];

const TEXTS_EXAMPLE = {
  name: { en: 'Double room with sea view', es: 'Habitación doble con vistas al mar' },
  description: { en: 'A quiet room on the second floor, with a balcony.' },
};

export const showRoomTexts = defineOperatorOperation({
  name: 'hotels/room-texts',
  permission: 'catalogue:view',
  summary: "Show the texts of a hotel's room types",
  description:
    'Returns the names and descriptions of all room types of one hotel in all languages, as stored in the catalogue. Use it before `hotels/update-room-texts`.',
  input: z.strictObject({ environment: environment(), hotelId: hotelId() }),
  output: z.strictObject({
    hotelId: hotelId(),
    rooms: z
      .array(
        z.strictObject({
          roomCode: roomCode(),
          status: recordStatus(),
          updatedAt: instant(),
          ...textShape(),
        }),
      )
      .describe('Removed room types are last.'),
  }),
  errors: ['HOTEL_NOT_FOUND'],
  examples: {
    request: { environment: 'sandbox', hotelId: 'htl_casa_luna' },
    answer: {
      hotelId: 'htl_casa_luna',
      rooms: [{ roomCode: 'DBL', status: 'ACTIVE', updatedAt: '2027-02-01T10:00:00Z', ...TEXTS_EXAMPLE }],
    },
  },
});

export const updateRoomTexts = defineOperatorOperation({
  name: 'hotels/update-room-texts',
  permission: 'inventory:edit',
  summary: 'Change the texts of a room type',
  description:
    'Replaces the name and the description of one room type in all languages, and clears a description that is omitted. Everything else about the room type stays unchanged. The texts are validated like those of a catalogue file, and a later import replaces them again. Partners receive the new texts when they next read changed rooms (`updatedSince`), and the hotel is reported as changed (`content.hotels_changed`). Returns `INVALID_STATE` if the room type has changed since `updatedAt`, or if it or its hotel is `MERGED`. Returns `OPERATION_IN_PROGRESS` during an import. A revenue manager who is restricted to certain hotels can change only those hotels.',
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId(),
    roomCode: roomCode(),
    updatedAt: instantInput().describe('As returned by `hotels/room-texts`.'),
    ...textShape(),
  }),
  output: z.strictObject({ changed: flag(), updatedAt: instant() }),
  errors: ['HOTEL_NOT_FOUND', 'NOT_FOUND', 'INVALID_STATE', 'OPERATION_IN_PROGRESS'],
  examples: {
    request: {
      ...{ environment: 'sandbox', hotelId: 'htl_casa_luna', roomCode: 'DBL' },
      ...{ updatedAt: '2027-02-01T10:00:00Z', ...TEXTS_EXAMPLE },
    },
    answer: { changed: true, updatedAt: '2027-02-02T09:30:00Z' },
  },
});
