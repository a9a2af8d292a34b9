import { type CatalogueHotel, catalogueHotel } from '@serai/contract/catalogue/catalogue-file.ts';
import { describe, expect, it } from 'vitest';
import type { SandboxCity, Trait } from './cities/sandbox-city.ts';
import { generateHotels } from './generate-hotels.ts';

function city(
  placeId: string,
  name: string,
  countryCode: string,
  traits: Trait[],
  latitude = 41.39,
): SandboxCity {
  return {
    placeId,
    name,
    spanishName: name,
    regionName: 'Region',
    countryCode,
    timeZone: 'Europe/Madrid',
    traits,
    hotels: 48,
    spots: [
      { latitude, longitude: 2.16, radiusMetres: 1_000, district: undefined },
      { latitude: latitude + 0.02, longitude: 2.16, radiusMetres: 400, district: 'Gràcia' },
    ],
  };
}

const COUNTRIES = [
  'ES',
  'PT',
  'FR',
  'IT',
  'DE',
  'NL',
  'SE',
  'US',
  'GB',
  'PL',
  'HU',
  'RO',
  'LV',
  'GR',
  'TR',
  'UZ',
  'AE',
];
const ALL: Trait[] = ['beach', 'mountains', 'lake', 'river', 'oldTown', 'business'];
const CITIES = [
  ...COUNTRIES.map((code, i) => city(`plc_${code}`, `City ${code}`, code, ALL, 20 + i * 2)),
  ...['MA', 'IN', 'TH', 'JP', 'CN', 'ZA', 'XX'].map(code => city(`plc_${code}`, `Town ${code}`, code, [])),
];
const hotels = [...generateHotels(CITIES)];

const has = (hotel: CatalogueHotel, code: string) => hotel.facilities.some(use => use.code === code);
const mentions = (hotel: CatalogueHotel, en: RegExp, es: RegExp) => [
  en.test(hotel.description?.en ?? ''),
  es.test(hotel.description?.es ?? ''),
];

describe('generated hotels', () => {
  it('the same hotels are generated for a city, regardless of other cities', () => {
    const alone = [...generateHotels([CITIES[3] as SandboxCity])];
    const among = hotels.filter(({ address }) => address.city === CITIES[3]?.name);
    expect(alone).toEqual(among);
  });

  it('generated hotels are valid catalogue records with unique ids and with names that are unique within a city', () => {
    const record = catalogueHotel();
    for (const hotel of hotels) expect(JSON.stringify(record.parse(hotel))).toBe(JSON.stringify(hotel));
    expect(new Set(hotels.map(({ sourceId }) => sourceId)).size).toBe(hotels.length);
    const names = hotels.map(({ name, address }) => `${address.city} ${Object.values(name)[0]}`);
    expect(new Set(names).size).toBe(hotels.length);
  });

  it('generated hotels lie within the radius of a spot in their city', () => {
    for (const { location, address } of hotels) {
      const home = CITIES.find(({ name }) => name === address.city) as SandboxCity;
      const inside = home.spots.some(spot => {
        const north = (location.latitude - spot.latitude) * 111_195;
        const east =
          (location.longitude - spot.longitude) * 111_195 * Math.cos((spot.latitude * Math.PI) / 180);
        return Math.hypot(north, east) <= spot.radiusMetres + 5;
      });
      expect(inside).toBe(true);
    }
  });

  it('generated hotels have only contact details that cannot reach a real person', () => {
    for (const { contact } of hotels) {
      expect(contact?.email).toMatch(/^[a-z]+@[a-z0-9-]+\.example\.com$/);
      expect(contact?.website).toMatch(/^https:\/\/[a-z0-9-]{1,63}\.example\.com$/);
      expect(contact?.phone).toMatch(
        /^\+(999 |1 555 555 01|44 1632 960|33 1 99 00|49 30 23125|61 2 5550|46 31 390 06)/,
      );
    }
  });

  it.each<[string, RegExp, RegExp, string[]]>([
    ['a pool', /\bpool\b/, /\bpiscina\b/, ['POOL_OUTDOOR', 'POOL_INDOOR']],
    ['a spa', /\bspa\b/, /\bspa\b/, ['SPA']],
    ['a restaurant', /restaurant/, /restaurante/, ['RESTAURANT']],
    ['free parking', /parking is free/i, /aparcamiento es gratuito/i, ['PARKING_FREE']],
    ['pets', /pets are welcome/i, /se admiten mascotas/i, ['PETS_ALLOWED']],
    ['the beach', /by the beach/, /a pie de playa/, ['BEACH_ACCESS']],
    ["a children's club", /children's club/, /club infantil/, ['KIDS_CLUB']],
  ])('both hotel descriptions mention %s only if the hotel has that facility', (_, en, es, codes) => {
    let mentioned = 0;
    for (const hotel of hotels) {
      const [inEnglish, inSpanish] = mentions(hotel, en, es);
      expect(inEnglish).toBe(inSpanish);
      if (!inEnglish) continue;
      mentioned += 1;
      expect(codes.some(code => has(hotel, code))).toBe(true);
    }
    expect(mentioned).toBeGreaterThan(0);
  });

  it('hotel descriptions mention air conditioning only if every room has it, and a sea view only if a room has one', () => {
    for (const { rooms = [], description } of hotels) {
      const all = (code: string) => rooms.every(room => room.amenities.some(use => use.code === code));
      const text = description?.en ?? '';
      if (/has air conditioning|with air conditioning/.test(text)) expect(all('AIR_CONDITIONING')).toBe(true);
      if (/look out to sea/.test(text))
        expect(rooms.some(room => room.standardName?.view === 'SEA')).toBe(true);
    }
  });

  it('generated hotels have consistent facilities, policies and rooms', () => {
    for (const hotel of hotels) {
      const { rooms = [], policies } = hotel;
      expect(rooms.length).toBeGreaterThanOrEqual(2);
      expect(rooms.length).toBeLessThanOrEqual(6);
      expect(has(hotel, 'WIFI') && has(hotel, 'WIFI_FREE')).toBe(false);
      expect(has(hotel, 'PARKING') && has(hotel, 'PARKING_FREE')).toBe(false);
      expect(policies?.petsAllowed).toBe(has(hotel, 'PETS_ALLOWED'));
      expect(policies?.childrenAllowed).toBe(!has(hotel, 'ADULTS_ONLY'));
      if (has(hotel, 'POOL_BAR')) expect(has(hotel, 'POOL_OUTDOOR')).toBe(true);
      for (const { occupancy, sizeSqm = 0, beds } of rooms) {
        expect(occupancy.maxTotal).toBeGreaterThanOrEqual(occupancy.maxAdults);
        expect(occupancy.maxChildren).toBeLessThanOrEqual(occupancy.maxTotal);
        if (has(hotel, 'ADULTS_ONLY')) expect(occupancy.maxChildren).toBe(0);
        expect(sizeSqm).toBeGreaterThan(6);
        expect(beds.length).toBeGreaterThan(0);
      }
    }
  });

  it('hotel descriptions mention the sea, lakes and mountains only in cities that have them', () => {
    const inland = hotels.filter(({ address }) => address.city?.startsWith('Town'));
    for (const { description, rooms = [] } of inland) {
      expect(description?.en).not.toMatch(/sea|lake|mountain|river|old town/);
      for (const room of rooms) expect(room.standardName?.view ?? '').not.toMatch(/SEA|LAKE|MOUNTAIN/);
    }
  });
});
