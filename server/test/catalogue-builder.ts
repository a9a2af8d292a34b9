/** Creates places and hotels for tests. Each call is one change of the catalogue. */
import { createHash } from 'node:crypto';
import { type CatalogueHotel, catalogueHotel } from '@serai/contract/catalogue/catalogue-file.ts';
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import type { CatalogueWrite, IdentifiedHotel } from '../src/content/catalogue/catalogue-hotel.ts';
import { type MergedHotels, mergeHotels } from '../src/content/catalogue/writing/merge-hotels.ts';
import { type BrokenMerge, settleMerges } from '../src/content/catalogue/writing/tombstones-store.ts';
import { writeCatalogue } from '../src/content/catalogue-change-store.ts';
import type { Database } from '../src/platform/database/connect.ts';

export interface TestPlace {
  /** The `placeId` is `plc_` followed by this value. Other places refer to the place by this value. */
  key: string;
  type: PlaceType;
  name?: string;
  language?: string;
  countryCode?: string;
  parent?: string;
  location?: [latitude: number, longitude: number];
  timeZone?: string;
  iataCode?: string;
  status?: 'ACTIVE' | 'INACTIVE' | 'MERGED';
  mergedInto?: string;
  names?: [name: string, language: string, placeClass: number][];
  /** Airports that serve the place, with the most important airport first. */
  airports?: string[];
  /** The places of a zone. */
  members?: string[];
}

/** Adds or replaces places. A place must come after the places it refers to. */
export async function writePlaces(db: Database, places: readonly TestPlace[]): Promise<void> {
  await writeCatalogue(db, 'test places', async (tx, changeId) => {
    for (const place of places) await writePlace(tx, changeId, place);
    await tx`UPDATE catalogue_version SET places = places + 1`;
  });
}

async function writePlace(tx: Database, changeId: number, place: TestPlace): Promise<void> {
  const {
    key,
    type,
    name = key,
    countryCode = 'ES',
    location: [latitude, longitude] = [41.39, 2.16],
  } = place;
  const idOf = (other: string | undefined) => tx`(SELECT id FROM place WHERE place_id = ${`plc_${other}`})`;
  await tx`
    INSERT INTO place (place_id, source, source_id, type, status, merged_into, name, language, country_code, parent_id,
      latitude, longitude, time_zone, iata_code, created_change_id, change_id)
    VALUES (${`plc_${key}`}, 'test', ${key}, ${type}, ${place.status ?? 'ACTIVE'}, ${idOf(place.mergedInto)}, ${name},
      ${place.language ?? 'und'}, ${countryCode}, ${idOf(place.parent)}, ${latitude}, ${longitude},
      ${place.timeZone ?? null}, ${place.iataCode ?? null}, ${changeId}, ${changeId})
    ON CONFLICT (source, source_id) DO UPDATE SET status = excluded.status, merged_into = excluded.merged_into,
      name = excluded.name, language = excluded.language, parent_id = excluded.parent_id, latitude = excluded.latitude,
      longitude = excluded.longitude, time_zone = excluded.time_zone, change_id = excluded.change_id`;
  for (const [text, language, nameClass] of place.names ?? []) {
    await tx`
      INSERT INTO place_name (place, name, language, class)
      VALUES (${idOf(key)}, ${text}, ${language}, ${nameClass}) ON CONFLICT DO NOTHING`;
  }
  for (const [i, airport] of (place.airports ?? []).entries()) {
    await tx`
      INSERT INTO place_airport (place, rank, airport, distance_metres)
      VALUES (${idOf(key)}, ${i + 1}, ${idOf(airport)}, 10000)`;
  }
  for (const member of place.members ?? []) {
    await tx`INSERT INTO zone_member (zone, place) VALUES (${idOf(key)}, ${idOf(member)})`;
  }
}

/** Spain with Catalonia, Barcelona, a district, an airport and a zone. */
export const SPAIN: readonly TestPlace[] = [
  { key: 'ES', type: 'COUNTRY', name: 'Spain', location: [40, -4] },
  {
    key: 'CT',
    type: 'REGION',
    name: 'Catalonia',
    parent: 'ES',
    location: [41.8, 1.7],
    timeZone: 'Europe/Madrid',
  },
  {
    key: 'BCNAIR',
    type: 'AIRPORT',
    name: 'El Prat',
    parent: 'CT',
    location: [41.297, 2.083],
    iataCode: 'BCN',
  },
  {
    key: 'BCN',
    type: 'CITY',
    name: 'Barcelona',
    parent: 'CT',
    location: [41.3888, 2.159],
    timeZone: 'Europe/Madrid',
    airports: ['BCNAIR'],
  },
  {
    key: 'GRACIA',
    type: 'DISTRICT',
    name: 'Gràcia',
    parent: 'BCN',
    location: [41.403, 2.157],
    timeZone: 'Europe/Madrid',
  },
  { key: 'COAST', type: 'ZONE', name: 'The Coast', location: [41.5, 2.4], members: ['BCN'] },
];

type HotelInput = Partial<z.input<ReturnType<typeof catalogueHotel>>> & { hotelId: string };

const SCHEMA = catalogueHotel();

/** A hotel in the centre of Barcelona. Only its id is required. */
export function testHotel(members: HotelInput): IdentifiedHotel {
  const hotel: CatalogueHotel = SCHEMA.parse({
    name: { en: `Hotel ${members.hotelId.slice(4)}` },
    address: { countryCode: 'ES' },
    location: { latitude: 41.3888, longitude: 2.159 },
    ...members,
  });
  return { ...hotel, hotelId: members.hotelId };
}

export interface WrittenHotels extends MergedHotels {
  broken: BrokenMerge[];
}

export async function writeHotels(
  db: Database,
  environment: Environment,
  hotels: readonly HotelInput[],
): Promise<WrittenHotels> {
  return changeHotels(db, environment, (tx, write) => mergeHotels(tx, write, hotels.map(testHotel)));
}

/** Writes hotels in one change and applies the merges that they contain. */
export async function changeHotels<T extends object>(
  db: Database,
  environment: Environment,
  work: (tx: Database, write: CatalogueWrite) => Promise<T>,
): Promise<T & { broken: BrokenMerge[] }> {
  return writeCatalogue(db, 'test hotels', async (tx, changeId) => {
    const write = { environment, changeId };
    const result = await work(tx, write);
    return { ...result, broken: await settleMerges(tx, write) };
  });
}

/** Generates pseudo-random numbers from 0 to 1, which are the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let counter = 0;
  return () => {
    const digest = createHash('sha256').update(`${seed}:${counter++}`).digest();
    return digest.readUInt32BE() / 2 ** 32;
  };
}
