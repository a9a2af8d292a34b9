import { z } from 'zod';
import { address, contact, facility, names, period, picture, texts } from '../catalogue/catalogue-file.ts';
import { CATEGORY_CODES, HOTEL_TYPES } from '../content/code-lists.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { hotelId } from '../shared/ids.ts';
import { location } from '../shared/location.ts';
import { stars } from '../shared/lodging.ts';
import { choice, flag, instant, instantInput } from '../shared/values.ts';

/** The fields of a catalogue record that are edited together. Omitted values are unknown, as in catalogue files. */
const contentShape = () => ({
  name: names(),
  type: choice(HOTEL_TYPES).describe('Type of accommodation.'),
  categoryCode: choice(CATEGORY_CODES).optional().describe('Code from the category list.'),
  stars: stars().optional().describe('In steps of 0.5. Default: the stars of the category.'),
  address: address(),
  location: location(),
  checkIn: period().optional(),
  checkOut: period().optional(),
  contact: contact().optional(),
  description: texts().optional(),
  images: z.array(picture()).max(2_000).describe('In the order in which partners receive them.'),
  facilities: z.array(facility()).max(500).describe('Codes from the facility list.'),
});

type ContentField = keyof ReturnType<typeof contentShape>;
export const HOTEL_CONTENT_FIELDS = Object.keys(contentShape()) as readonly ContentField[];

const CONTENT_EXAMPLE = {
  name: { en: 'Casa Luna' },
  type: 'HOTEL' as const,
  categoryCode: 'H4' as const,
  address: { street: 'Carrer del Sol 12', postalCode: '08002', city: 'Barcelona', countryCode: 'ES' },
  location: { latitude: 41.3888, longitude: 2.159 },
  checkIn: { from: '15:00' },
  checkOut: { until: '11:00' },
  contact: { phone: '+34 930 000 000', email: 'hello@casaluna.example' },
  description: { en: 'A small hotel in the old town.', es: 'Un pequeño hotel en el casco antiguo.' },
  images: [{ url: 'https://images.example.com/casa-luna/front.jpg', kind: 'EXTERIOR' as const }],
  facilities: [
    { code: 'WIFI_FREE' as const, surcharge: false },
    { code: 'PARKING' as const, surcharge: true },
  ],
};

export const showHotelContent = defineOperatorOperation({
  name: 'hotels/content',
  permission: 'catalogue:view',
  summary: "Show a hotel's content",
  description:
    'Returns the texts in all languages, category, address, location, times, contact, photos and facilities of one hotel, as stored in the catalogue. Use it before `hotels/update-content`.',
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
  summary: "Change a hotel's content",
  description:
    'Replaces all fields that `hotels/content` returns, and clears optional fields that are omitted. Everything else, such as rooms, policies and the chain, stays unchanged. The content is validated like a line of a catalogue file, and a later import replaces it again. A new location can move the hotel to another place. Returns `INVALID_STATE` if the hotel has changed since `updatedAt`, or if it is `MERGED`. Returns `OPERATION_IN_PROGRESS` during an import. A revenue manager who is restricted to certain hotels can change only those hotels.',
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
