/** The hotel catalogue as operators see it. */
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
    sourceId: z.string().nullable().describe('Your own id of the hotel, as the catalogue file names it.'),
    status: recordStatus(),
    name: z.string().describe('In English, else in the first language it has.'),
    type: choice(HOTEL_TYPES),
    categoryCode: listCode().nullable().describe('As the category list explains it.'),
    stars: stars().nullable(),
    city: z.string().nullable(),
    countryCode: countryCode(),
    canonicalCityId: placeId().nullable().describe('The place the hotel belongs to.'),
    rooms: count(0, 1_000_000).describe('Room types that are ACTIVE.'),
    ownInventory: flag().describe('Whether it has rooms of our own to sell.'),
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
  description: { text: 'A small house in the old town.', language: 'en' },
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
  standardName: { class: 'STANDARD', beds: 'DOUBLE', view: null },
  beds: [{ type: 'DOUBLE', count: 1 }],
  occupancy: { maxTotal: 4, maxAdults: 2, maxChildren: 2 },
  sizeSqm: 20,
  images: [],
  amenities: [],
} as unknown as RoomRecord;

export const listHotels = defineOperatorOperation({
  name: 'hotels/list',
  role: 'read-only',
  summary: 'Browse the hotel catalogue',
  description:
    'Hotels of one environment in the order of their ids, those that ended included unless `status` leaves them out. All filters must match.',
  input: z.strictObject({
    environment: environment().optional().describe('`sandbox` when absent.'),
    query: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Beginnings of words of the name, in any of its languages and any order; or a hotel id.'),
    canonicalCityId: placeId()
      .optional()
      .describe('Hotels that lie in this place: a city, a region, a zone.'),
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
