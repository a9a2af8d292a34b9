import type { z } from 'zod';
import type { NearbyHotel } from '../hotel-record.ts';
import type { placeItem, placeReference } from '../place-item.ts';

type PlaceReference = z.input<ReturnType<typeof placeReference>>;
type Unbranded<T> = Omit<T, 'hotelId' | 'mergedInto' | 'canonicalCityId'> & {
  hotelId: string;
  mergedInto: string | null;
  canonicalCityId: string | null;
};

export const spainExample: PlaceReference = { placeId: 'plc_1A0ES8', type: 'COUNTRY', name: 'Spain' };
export const cataloniaExample: PlaceReference = { placeId: 'plc_2C7CT4', type: 'REGION', name: 'Catalonia' };

export const placeExample: z.input<ReturnType<typeof placeItem>> = {
  placeId: 'plc_3X9KQ2',
  type: 'CITY',
  name: 'Barcelona',
  language: 'en',
  displayName: 'Barcelona, Catalonia, Spain',
  countryCode: 'ES',
  location: { latitude: 41.3888, longitude: 2.159 },
  iataCode: null,
  match: { kind: 'PREFIX', alias: null, ranges: [{ start: 0, end: 5 }] },
  score: 0.97,
};

export const catalogueHotelExample: Unbranded<Omit<NearbyHotel, 'distanceMeters'>> = {
  hotelId: 'htl_7Q2M9XK4V8TB',
  status: 'ACTIVE',
  mergedInto: null,
  updatedAt: '2027-01-15T03:00:00Z',
  name: 'Hotel Passeig del Mar',
  language: 'es',
  type: 'HOTEL',
  categoryCode: 'H4',
  stars: 4,
  chain: null,
  address: {
    street: 'Passeig de Joan de Borbó 80',
    postalCode: '08039',
    city: 'Barcelona',
    region: 'Catalonia',
    countryCode: 'ES',
  },
  location: { latitude: 41.3784, longitude: 2.1915 },
  timeZone: 'Europe/Madrid',
  canonicalCityId: placeExample.placeId,
  checkIn: { from: '15:00', until: '23:30' },
  checkOut: { from: null, until: '11:00' },
  contact: { phone: '+34 930 000 000', email: 'stay@example.com', website: 'https://hotel.example.com' },
  externalIds: { giata: '123456' },
};
