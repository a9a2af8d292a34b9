import { z } from 'zod';
import { names, picture, texts } from '../catalogue/catalogue-file.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { hotelId } from '../shared/ids.ts';
import { location } from '../shared/location.ts';
import { flag, instant, instantInput } from '../shared/values.ts';

const contentShape = () => ({
  name: names(),
  description: texts().optional(),
  images: z.array(picture()).max(2_000).describe('In the order in which partners receive them.'),
  location: location(),
});

const CONTENT_EXAMPLE = {
  name: { en: 'Casa Luna' },
  description: { en: 'A small hotel in the old town.', es: 'Un pequeño hotel en el casco antiguo.' },
  images: [{ url: 'https://images.example.com/casa-luna/front.jpg', kind: 'EXTERIOR' as const }],
  location: { latitude: 41.3888, longitude: 2.159 },
};

export const showHotelContent = defineOperatorOperation({
  name: 'hotels/content',
  permission: 'catalogue:view',
  summary: "Show a hotel's texts, photos and location",
  description:
    'Returns the content of one hotel in all languages, as stored in the catalogue. Use it before `hotels/update-content`.',
  input: z.strictObject({ environment: environment(), hotelId: hotelId() }),
  output: z.strictObject({ hotelId: hotelId(), updatedAt: instant(), ...contentShape() }),
  errors: ['HOTEL_NOT_FOUND'],
  examples: {
    request: { environment: 'sandbox', hotelId: 'htl_casa_luna' },
    answer: { hotelId: 'htl_casa_luna', updatedAt: '2027-02-01T10:00:00Z', ...CONTENT_EXAMPLE },
  },
});

export const updateHotelContent = defineOperatorOperation({
  name: 'hotels/update-content',
  permission: 'inventory:edit',
  summary: "Change a hotel's texts, photos and location",
  description:
    'Replaces the names, descriptions, images and location of one hotel, and leaves everything else unchanged. The content is validated like a line of a catalogue file, and a later import replaces it again. A new location can move the hotel to another place. Returns `INVALID_STATE` if the hotel has changed since `updatedAt`, or if it is `MERGED`. Returns `OPERATION_IN_PROGRESS` during an import. A revenue manager who is restricted to certain hotels can change only those hotels.',
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId(),
    updatedAt: instantInput().describe('As returned by `hotels/content`.'),
    ...contentShape(),
  }),
  output: z.strictObject({ changed: flag(), updatedAt: instant() }),
  errors: ['HOTEL_NOT_FOUND', 'INVALID_STATE', 'OPERATION_IN_PROGRESS'],
  examples: {
    request: {
      ...{ environment: 'sandbox', hotelId: 'htl_casa_luna', updatedAt: '2027-02-01T10:00:00Z' },
      ...CONTENT_EXAMPLE,
    },
    answer: { changed: true, updatedAt: '2027-02-02T09:30:00Z' },
  },
});
