import { describe, expect, it } from 'vitest';
import { smallWorld, smallWorldId } from '../../../../test/small-world.ts';
import { buildPlaceIndex } from './build/build-place-index.ts';
import { openPlaceIndex } from './place-index.ts';

const { index, places, names } = smallWorld();
const at = (name: string) => index.ordinalOf(smallWorldId(name));
const idsOf = (ordinals: Iterable<number>) => Array.from(ordinals, place => index.placeId(place).slice(4));

describe('places in an index', () => {
  it('a place index ranks places by weight, then by id, and finds them by id', () => {
    expect(index.placeCount).toBe(places.length);
    for (let place = 0; place < index.placeCount; place++) {
      expect(index.ordinalOf(index.placeId(place))).toBe(place);
      if (place === 0) continue;
      const [above, below] = [index.weight(place - 1), index.weight(place)];
      expect(above).toBeGreaterThanOrEqual(below);
      if (above === below) expect(index.placeId(place - 1) < index.placeId(place)).toBe(true);
    }
    expect(index.ordinalOf('plc_none')).toBe(-1);
    expect(index.ordinalOf('')).toBe(-1);
  });

  it('a place index returns the place data that it was built from', () => {
    for (const given of places) {
      const place = index.ordinalOf(given.placeId);
      expect(index.type(place)).toBe(given.type);
      expect(index.countryCode(place)).toBe(given.countryCode);
      expect(index.iataCode(place)).toBe(given.iataCode);
      expect(index.boundingBox(place)).toEqual(given.boundingBox);
      expect(index.location(place)).toEqual({ latitude: given.latitude, longitude: given.longitude });
      expect(index.weight(place)).toBeCloseTo(given.weight, 6);
      expect(index.name(place).text).toBe(given.name);
    }
    expect(index.nameCount).toBeGreaterThanOrEqual(names.length);
  });

  it('a place index lists the ancestors of a place from the country down', () => {
    expect(idsOf(index.ancestors(at('Gràcia')))).toEqual(['Spain', 'Catalonia', 'Barcelona']);
    expect(idsOf(index.ancestors(at('Costa Brava')))).toEqual(['Spain']);
    expect(index.ancestors(at('Spain'))).toEqual([]);
    expect(index.parent(at('Spain'))).toBe(-1);
  });

  it('a place index lists children of a place in descending order of weight, and zone members as children of the zone', () => {
    expect(idsOf(index.children(at('Catalonia')))).toEqual([
      'Barcelona',
      'Barcelona Airport',
      'Girona',
      'Girona Airport',
    ]);
    expect(idsOf(index.children(at('Costa Brava')))).toEqual(['Barcelona', 'Girona']);
    expect(idsOf(index.zones(at('Girona')))).toEqual(['Costa Brava']);
    expect(idsOf(index.children(at('Eu')))).toEqual([]);
  });

  it('a place index lists the airports of a place in the order of its source data', () => {
    expect(index.airports(at('Barcelona'))).toEqual([
      { airport: at('Barcelona Airport'), distanceMetres: 12_100 },
      { airport: at('Girona Airport'), distanceMetres: 75_000 },
    ]);
  });

  it.each([
    ['München', undefined, { text: 'München', language: 'de' }],
    ['München', 'en', { text: 'Munich', language: 'en' }],
    ['München', 'en-GB', { text: 'Munich', language: 'en' }],
    ['München', 'EN', { text: 'Munich', language: 'en' }],
    ['München', 'ja', { text: 'München', language: 'de' }],
    ['München', 'xx-YY', { text: 'München', language: 'de' }],
    ['Paris', 'la', { text: 'Paris', language: 'und' }],
  ])('a place index shows the name of %s in language %s as %j', (name, language, shown) => {
    expect(index.name(at(name), language)).toEqual(shown);
  });

  it.each([
    ['Barcelona', undefined, 'Barcelona, Catalonia, Spain'],
    ['Barcelona', 'es', 'Barcelona, Cataluña, España'],
    ['Barcelona', 'fr', 'Barcelone, Catalonia, Espagne'],
    ['Gràcia', undefined, 'Gràcia, Catalonia, Spain'],
    ['Paris', undefined, 'Paris, France'],
    ['Spain', 'de', 'Spanien'],
  ])('a place index shows %s with its region and country in language %s as %s', (name, language, shown) => {
    expect(index.displayName(at(name), place => index.name(place, language).text)).toBe(shown);
  });
});

describe('an empty index', () => {
  it('a place index without places finds nothing', () => {
    const empty = openPlaceIndex(buildPlaceIndex({ places: [], names: [], dataVersion: 1 }));
    for (const query of ['a', 'paris', 'paris france', '東京', 'xqzvwk yyyyyy']) {
      expect(empty.search({ query, limit: 10 })).toEqual([]);
    }
    expect(empty.ordinalOf('plc_Paris')).toBe(-1);
  });
});

it('a place index cannot be built from names of, or references to, missing places', () => {
  const name = { place: 999, name: 'Nowhere', language: 'und', class: 0 as const };
  expect(() => buildPlaceIndex({ places, names: [name], dataVersion: 1 })).toThrow(RangeError);
  const astray = places.map((place, i) => (i === 3 ? { ...place, parent: 12_345 } : place));
  expect(() => buildPlaceIndex({ places: astray, names, dataVersion: 1 })).toThrow(RangeError);
});
