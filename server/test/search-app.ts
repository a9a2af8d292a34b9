/** Starts the whole service with the scenario hotels and a city to search: Barcelona, with hotels of every category. */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { type BookingApp, bookingApp, STAY } from './booking-app.ts';
import { SPAIN, writeHotels, writePlaces } from './catalogue-builder.ts';
import { testDatabase } from './database.ts';
import type { HttpAnswer, testApp } from './test-app.ts';

export const CITY = { canonicalCityId: 'plc_BCN' };
export const CENTRE = { latitude: 41.3888, longitude: 2.159 };
/** Sorted by distance from the centre, about 300 m apart. The star rating of the last hotel is unknown. */
export const CITY_HOTELS = Array.from({ length: 18 }, (_, i) => `htl_B${String(i + 1).padStart(2, '0')}`);
/** A hotel that was merged into the first. */
export const MERGED_HOTEL = 'htl_OLD';
export const INACTIVE_HOTEL = 'htl_GONE';
/** A hotel that exists only in production. */
export const LIVE_HOTEL = 'htl_LIVE';

/** A third of the hotels have neither, a third have the first, and a third have both. */
export const FACILITIES = ['WIFI', 'POOL_OUTDOOR'] as const;

const DEGREES_APART = 0.0027;

const ROOMS = [
  ['DBL', 'Double', 'Doble', 3, 2, 1],
  ['FAM', 'Family room', 'Familiar', 5, 4, 3],
  ['STE', 'Suite', 'Suite', 4, 3, 2],
] as const;

function cityHotel(hotelId: string, i: number) {
  const stars = i % 6;
  return {
    hotelId,
    ...(i < CITY_HOTELS.length - 1 && { stars }),
    location: { ...CENTRE, latitude: CENTRE.latitude + (i + 1) * DEGREES_APART },
    canonicalCityId: CITY.canonicalCityId,
    timeZone: 'Europe/Madrid',
    facilities: FACILITIES.slice(0, i % 3).map(code => ({ code })),
    rooms: ROOMS.map(([roomCode, en, es, maxTotal, maxAdults, maxChildren]) => ({
      roomCode,
      name: { en, es },
      occupancy: { maxTotal, maxAdults, maxChildren },
    })),
  };
}

export interface SearchApp extends BookingApp {
  /** A production key of the same organisation. */
  liveKey: string;
  /** Searches for STAY with these fields, in Barcelona by default. */
  find(members?: object, key?: string): Promise<HttpAnswer>;
  /**
   * Returns the result of the scenario in a search for its own hotel, and in a search for an ordinary hotel with
   * `settings.scenario`.
   */
  bothWays(scenario: ScenarioName, members?: object): Promise<{ own: HttpAnswer; forced: HttpAnswer }>;
}

export async function searchApp(options: Parameters<typeof testApp>[0] = {}): Promise<SearchApp> {
  const database = options.database ?? (await testDatabase());
  await writePlaces(database.db, SPAIN);
  await writeHotels(database.db, 'sandbox', [
    ...CITY_HOTELS.map(cityHotel),
    { hotelId: MERGED_HOTEL, status: 'MERGED', mergedInto: CITY_HOTELS[0] as string },
    { hotelId: INACTIVE_HOTEL, status: 'INACTIVE', canonicalCityId: CITY.canonicalCityId },
  ]);
  await writeHotels(database.db, 'production', [cityHotel(LIVE_HOTEL, 0)]);
  const booking = await bookingApp({ ...options, database });
  const { secret: liveKey } = await booking.app.createKey({ environment: 'production', scopes: SCOPE_NAMES });

  function find(members: object = {}, key?: string) {
    const isPlaced = ['hotelIds', 'destination', 'geo', 'boundingBox'].some(name => name in members);
    const body = { ...STAY, ...(!isPlaced && { destination: CITY }), ...members };
    return booking.call('availability', body, key === undefined ? {} : { key });
  }
  return {
    ...booking,
    liveKey,
    find,
    async bothWays(scenario, members = {}) {
      const [own, forced] = await Promise.all([
        find({ hotelIds: [scenarioHotelId(scenario)], ...members }),
        find({ hotelIds: [CITY_HOTELS[3]], settings: { scenario }, ...members }),
      ]);
      return { own, forced };
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Loose = any;

export const hotelIdsOf = ({ json }: HttpAnswer): string[] =>
  json.hotels.map((hotel: { hotelId: string }) => hotel.hotelId);

export const offersOf = ({ json }: HttpAnswer): Loose[] =>
  json.hotels.flatMap((hotel: { offers: Loose[] }) => hotel.offers);

/** Includes only the test providers. Own inventory may be searched as well. */
export const providersOf = ({ json }: HttpAnswer): { code: string; status: string; durationMs: number }[] =>
  json.providers.filter(({ code }: { code: string }) => code.startsWith('test-'));

export const reasonsOf = ({ json }: HttpAnswer): Record<string, string> =>
  Object.fromEntries(
    json.unavailable.map(({ hotelId, reason }: Record<string, string>) => [hotelId, reason]),
  );
