import {
  destinationItem,
  type PlaceItem,
  type PlaceType,
  placeItem,
} from '@serai/contract/content/place-item.ts';
import { describe, expect, it } from 'vitest';
import { smallWorld, smallWorldId } from '../../../../test/small-world.ts';
import { buildPlaceIndex } from './build/build-place-index.ts';
import type { IndexedName, IndexedPlace } from './indexed-place.ts';
import { openPlaceIndex } from './place-index.ts';
import { destinationItemJson, placeItemsJson } from './place-json.ts';

const { index } = smallWorld();
const QUERIES = [
  'a',
  'barc',
  'BCN',
  'parigi',
  'wien',
  '東京',
  'munchn',
  'paris texas',
  'costa',
  'gràcia',
  'georgia',
];
const LANGUAGES = [undefined, 'es', 'fr-CA', 'ja', 'xx'];

describe('placeItemsJson', () => {
  it.each(QUERIES)('a place item for %s conforms to the contract in any language', query => {
    for (const language of LANGUAGES) {
      const hits = index.search({ query, language, limit: 20 });
      expect(hits.length).toBeGreaterThan(0);
      for (const hit of hits) {
        const item = placeItem().parse(JSON.parse(placeItemsJson(index, [hit], language)));
        expect(item.name).toBe(index.name(hit.place, language).text);
        expect(item.match.alias).not.toBe(item.name);
      }
    }
  });

  it('a place item shows the alias that matched the query', () => {
    const [hit] = index.search({ query: 'parig', limit: 1 });
    expect(JSON.parse(placeItemsJson(index, [hit as never]))).toMatchObject({
      placeId: smallWorldId('Paris'),
      type: 'CITY',
      name: 'Paris',
      displayName: 'Paris, France',
      countryCode: 'FR',
      location: { latitude: 48.85341, longitude: 2.3488 },
      iataCode: null,
      match: { kind: 'PREFIX', alias: 'Parigi', ranges: [{ start: 0, end: 5 }] },
    });
  });
});

describe('placeItemsJson with invented places', () => {
  const place = (name: string, type: PlaceType, parent: number): IndexedPlace => ({
    placeId: `plc_${type}_${name}`,
    type,
    name,
    language: 'und',
    countryCode: 'XX',
    latitude: 0,
    longitude: 0,
    iataCode: null,
    weight: 0.5,
    parent,
    airports: [],
    zones: [],
  });

  it('a display name repeats no name that precedes it directly', () => {
    const above = [place('Luxem', 'COUNTRY', -1), place('Luxem', 'REGION', 0)];
    const places = [...above, place('Luxem', 'CITY', 1), place('Luxem Hill', 'CITY', 1)];
    const names = places.map(({ name }, i): IndexedName => ({ place: i, name, language: 'und', class: 0 }));
    const invented = openPlaceIndex(buildPlaceIndex({ places, names, dataVersion: 1 }));
    const json = `[${placeItemsJson(invented, invented.search({ query: 'luxem', limit: 10 }))}]`;
    const displayNames = JSON.parse(json).map(({ displayName }: PlaceItem) => displayName);
    expect(displayNames.sort()).toEqual(['Luxem', 'Luxem', 'Luxem', 'Luxem Hill, Luxem']);
  });
});

describe('destinationItemJson', () => {
  const hotels: Record<string, number> = { Barcelona: 12, Girona: 40, 'Costa Brava': 52, Catalonia: 52 };
  const hotelCount = (place: number) => hotels[index.placeId(place).slice(4)] ?? 0;
  const item = (query: string, language?: string) => {
    const [hit] = index.search({ query, language, limit: 1 });
    return destinationItem().parse(
      JSON.parse(destinationItemJson(index, hit as never, language, hotelCount)),
    );
  };
  const named = (list: readonly { name: string }[]) => list.map(({ name }) => name);

  it.each(QUERIES)('a destination item for %s conforms to the contract in any language', query => {
    for (const language of LANGUAGES) item(query, language);
  });

  it('a destination item shows the ancestors, sub-areas, airports, zones, hotels and bounding box', () => {
    const barcelona = item('barcelona', 'es');
    expect(named(barcelona.ancestors)).toEqual(['España', 'Cataluña']);
    expect(barcelona.parentRegion?.name).toBe('Cataluña');
    expect(named(barcelona.subAreas)).toEqual(['Gràcia']);
    expect(barcelona.nearestAirport).toMatchObject({ iataCode: 'BCN', distanceKm: 12.1 });
    expect(barcelona.airports.map(({ iataCode }) => iataCode)).toEqual(['BCN', 'GRO']);
    expect(barcelona.tourismZones).toMatchObject([{ name: 'Costa Brava', hotelCount: 52 }]);
    expect(barcelona.hotelCount).toBe(12);
    expect(barcelona.boundingBox).toEqual({ south: 41.317, west: 2.0525, north: 41.4683, east: 2.2283 });
  });

  it("a region's cities, a country's regions and a zone's members are listed by number of hotels", () => {
    expect(named(item('catalonia').subAreas)).toEqual(['Girona', 'Barcelona']);
    expect(named(item('spain').subAreas)).toEqual(['Catalonia']);
    expect(named(item('costa brava').subAreas)).toEqual(['Girona', 'Barcelona']);
    expect(item('tokyo')).toMatchObject({
      subAreas: [],
      airports: [],
      nearestAirport: null,
      boundingBox: null,
    });
  });
});
