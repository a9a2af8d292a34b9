import { CHAINS, type SimulatedHotel } from './hotels.ts';

const MAX_LIMIT = 5_000;
const DEFAULT_LIMIT = 200;
const HOTEL_TYPE = { id: 204, name: 'Hotels' };
const FACILITIES = [
  { id: 2, name: 'Free WiFi' },
  { id: 8, name: 'Outdoor pool' },
];

/** Undefined if the query contains no country, time or hotel. */
export function hotelPage(hotels: readonly SimulatedHotel[], query: URLSearchParams): object | undefined {
  const country = query.get('countryCode')?.toUpperCase();
  const since = query.get('lastUpdatedAt');
  const ids = query.get('hotelIds')?.split(',');
  if (country === undefined && since === null && ids === undefined) return undefined;
  const found = hotels.filter(
    hotel =>
      (country === undefined || hotel.countryCode === country) &&
      (ids === undefined || ids.includes(hotel.id)) &&
      (since === null ? hotel.deletedAtMs === null : hotel.updatedAtMs >= Date.parse(since)),
  );
  const offset = Number(query.get('offset') ?? 0);
  const limit = Math.min(MAX_LIMIT, Number(query.get('limit') ?? DEFAULT_LIMIT));
  const page = found.slice(offset, offset + limit);
  return {
    data: page.map(hotel => listedHotel(hotel, query.get('language') ?? 'en')),
    hotelIds: page.map(({ id }) => id),
    total: found.length,
  };
}

/** Only German translations exist. Texts in other languages are English. */
function listedHotel(hotel: SimulatedHotel, language: string): object {
  const text = language === 'de' ? `Ein ruhiges Hotel in ${hotel.city}.` : `A quiet hotel in ${hotel.city}.`;
  return {
    id: hotel.id,
    name: hotel.name,
    hotelDescription: `<p><strong>${hotel.name}</strong><br>${text}</p>`,
    currency: 'EUR',
    country: hotel.countryCode.toLowerCase(),
    city: hotel.city,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    address: hotel.address,
    zip: hotel.zip,
    main_photo: photoOf(hotel, 1),
    thumbnail: photoOf(hotel, 1),
    stars: hotel.stars,
    hotelTypeId: HOTEL_TYPE.id,
    chainId: hotel.chainId,
    chain: CHAINS[hotel.chainId],
    rating: 8.2,
    reviewCount: 311,
    facilityIds: FACILITIES.map(({ id }) => id),
    ...deletedAt(hotel),
  };
}

export function hotelDetail(hotel: SimulatedHotel, language: string): object {
  return {
    data: {
      id: hotel.id,
      name: hotel.name,
      hotelDescription: `<p>A quiet hotel in ${hotel.city} (${language}).</p>`,
      hotelImportantInformation: 'A deposit may be required.',
      checkinCheckoutTimes: { checkout: '11:00 AM', checkin_start: '03:00 PM', checkin_end: '' },
      hotelImages: [1, 2].map(number => ({
        url: photoOf(hotel, number),
        urlHd: photoOf(hotel, number),
        caption: number === 1 ? 'Façade' : '',
        order: number,
        defaultImage: number === 1,
      })),
      main_photo: photoOf(hotel, 1),
      country: hotel.countryCode.toLowerCase(),
      city: hotel.city,
      starRating: Math.floor(hotel.stars),
      location: { latitude: hotel.latitude, longitude: hotel.longitude },
      address: hotel.address,
      hotelFacilities: FACILITIES.map(({ name }) => name),
      chain: CHAINS[hotel.chainId],
      chainId: hotel.chainId,
      facilities: FACILITIES.map(({ id, name }) => ({ facilityId: id, name })),
      rooms: hotel.rooms.map(room => ({
        id: room.id,
        roomName: room.name,
        description: `<p>${room.name}</p>`,
        roomSizeSquare: 22,
        roomSizeUnit: 'm2',
        hotelId: hotel.id,
        maxAdults: room.maxAdults,
        maxChildren: room.maxChildren,
        maxOccupancy: room.maxOccupancy,
        bedTypes: [{ quantity: 1, bedType: room.bed, bedSize: '', Id: 1 }],
        roomAmenities: [{ amenitiesId: 11, name: 'Air conditioning', sort: 1 }],
        photos: [
          { url: `${photoOf(hotel, 3)}?room=${room.id}`, imageDescription: room.name, mainPhoto: true },
        ],
      })),
      phone: hotel.phone,
      email: 'hotel@example.com',
      hotelType: HOTEL_TYPE.name,
      hotelTypeId: HOTEL_TYPE.id,
      rating: 8.2,
      reviewCount: 311,
      parking: null,
      policies: [{ policy_type: 'POLICY_CHILDREN', name: 'Children', description: 'Children are welcome.' }],
      ...deletedAt(hotel),
    },
  };
}

export function countryList(hotels: readonly SimulatedHotel[]): object {
  const codes = [...new Set(hotels.map(({ countryCode }) => countryCode))].sort();
  return { data: codes.map(code => ({ code, name: `Country ${code}` })) };
}

export const CODE_LISTS: Readonly<Record<string, object>> = {
  '/data/currencies': { data: [{ code: 'EUR', currency: 'Euro', countries: ['Spain'] }] },
  '/data/hotelTypes': { data: [HOTEL_TYPE] },
  '/data/chains': { data: Object.entries(CHAINS).map(([id, name]) => ({ id: Number(id), name })) },
  '/data/facilities': {
    data: FACILITIES.map(({ id, name }) => ({
      facility_id: id,
      facility: name,
      sort: id,
      translation: [{ lang: 'es', facility: `${name} (es)` }],
    })),
  },
};

function deletedAt({ deletedAtMs }: SimulatedHotel): object {
  return deletedAtMs === null ? {} : { deletedAt: new Date(deletedAtMs).toISOString() };
}

function photoOf({ id }: SimulatedHotel, number: number): string {
  return `https://static.example.com/hotels/${id}/${number}.jpg`;
}
