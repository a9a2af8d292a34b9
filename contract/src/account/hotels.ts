import { z } from 'zod';
import { HOTEL_TYPES } from '../content/code-lists.ts';
import { recordStatus } from '../content/content-record.ts';
import { type HotelRecord, hotelRecord } from '../content/hotel-record.ts';
import { type RoomRecord, roomRecord } from '../content/room-record.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { hotelId, placeId } from '../shared/ids.ts';
import { stars } from '../shared/lodging.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { choice, count, countryCode, flag, instant, languageTag, listCode } from '../shared/values.ts';

export const catalogueHotel = () =>
  z.strictObject({
    hotelId: hotelId(),
    sourceId: z
      .string()
      .nullable()
      .describe("The operator's own ID for the hotel, as given in the catalogue file."),
    status: recordStatus(),
    name: z.string().describe('In English, or in the first language available.'),
    type: choice(HOTEL_TYPES),
    categoryCode: listCode().nullable().describe('Code from the category list.'),
    stars: stars().nullable(),
    city: z.string().nullable(),
    countryCode: countryCode(),
    canonicalCityId: placeId().nullable().describe('The place in which the hotel is listed.'),
    rooms: count(0, 1_000_000).describe('Number of ACTIVE room types.'),
    ownInventory: flag().describe('Whether the hotel is sold from own inventory.'),
    updatedAt: instant(),
  });

export const CATALOGUE_HOTEL_EXAMPLE = {
  hotelId: 'htl_casa_luna',
  sourceId: 'H-1001',
  status: 'ACTIVE',
  name: 'Casa Luna',
  type: 'HOTEL',
  categoryCode: '4',
  stars: 4,
  city: 'Barcelona',
  countryCode: 'ES',
  canonicalCityId: 'plc_7Q2M4K9TXA1WZB3E',
  rooms: 3,
  ownInventory: true,
  updatedAt: '2027-02-01T10:00:00Z',
} as z.input<ReturnType<typeof catalogueHotel>>;

const UPDATED_AT = '2027-02-01T10:00:00Z';

export const HOTEL_EXAMPLE = {
  hotelId: 'htl_casa_luna',
  status: 'ACTIVE',
  mergedInto: null,
  updatedAt: UPDATED_AT,
  name: 'Casa Luna',
  language: 'en',
  type: 'HOTEL',
  categoryCode: '4',
  stars: 4,
  chain: null,
  address: {
    street: 'Carrer de la Lluna 1',
    postalCode: '08001',
    city: 'Barcelona',
    region: null,
    countryCode: 'ES',
  },
  location: { latitude: 41.3888, longitude: 2.159 },
  timeZone: 'Europe/Madrid',
  canonicalCityId: 'plc_7Q2M4K9TXA1WZB3E',
  checkIn: { from: '15:00', until: null },
  checkOut: { from: null, until: '11:00' },
  contact: { phone: null, email: null, website: null },
  externalIds: {},
  description: { text: 'A small hotel in the old town.', language: 'en' },
  images: [],
  facilities: [{ code: 'WIFI', surcharge: false }],
  policies: null,
} as unknown as HotelRecord;

export const ROOM_EXAMPLE = {
  hotelId: 'htl_casa_luna',
  roomCode: 'DBL',
  status: 'ACTIVE',
  mergedInto: null,
  updatedAt: UPDATED_AT,
  name: 'Double room',
  language: 'en',
  description: { text: 'A quiet room on the second floor.', language: 'en' },
  standardName: { class: 'STANDARD', beds: 'DOUBLE', view: null },
  beds: [{ type: 'DOUBLE', count: 1 }],
  occupancy: { maxTotal: 4, maxAdults: 2, maxChildren: 2 },
  sizeSqm: 20,
  images: [],
  amenities: [],
} as unknown as RoomRecord;

export const listHotels = defineOperatorOperation({
  name: 'hotels/list',
  permission: 'catalogue:view',
  summary: 'Browse the hotel catalogue',
  description:
    'Returns the hotels of one environment, sorted by ID. `INACTIVE` and `MERGED` hotels are included unless `status` excludes them. All given filters must match.',
  input: z.strictObject({
    environment: environment().optional().describe('Default: `sandbox`.'),
    query: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'The beginning of a hotel ID, or words from the name. Words may be abbreviated to their first letters, and may be in any order and language.',
      ),
    canonicalCityId: placeId().optional().describe('Only hotels in this place and in places within it.'),
    countryCode: countryCode().optional(),
    status: recordStatus().optional(),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ hotels: z.array(catalogueHotel()), page: pageOutput() }),
  errors: ['INVALID_CURSOR', 'DESTINATION_NOT_FOUND'],
  examples: {
    request: { environment: 'sandbox', query: 'casa lu', countryCode: 'ES' },
    answer: { hotels: [CATALOGUE_HOTEL_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});

export const showHotel = defineOperatorOperation({
  name: 'hotels/show',
  permission: 'catalogue:view',
  summary: 'Show a hotel in the catalogue',
  description:
    'Returns one hotel with its texts, facilities and rooms as partners see them, and the providers that sell it. At most 500 rooms are returned. `roomCount` is the number of all its rooms.',
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId(),
    language: languageTag().optional().describe('Language of texts. Default: English.'),
  }),
  output: z.strictObject({
    hotel: hotelRecord(),
    languages: z.array(languageTag()).describe('Languages in which a name or a description exists.'),
    rooms: z.array(roomRecord()),
    roomCount: count(0, 1_000_000),
    ownInventory: flag().describe('Whether the hotel is sold from own inventory.'),
    providers: z
      .array(z.string())
      .describe('Codes of the providers in this environment that offer the hotel, by preference.'),
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
