import type { HotelRecord } from '../../content/hotel-record.ts';
import type { RoomRecord } from '../../content/room-record.ts';

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
