import type { PlaceType } from '@serai/contract/content/place-item.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise } from '../../../../platform/text/normalise.ts';
import { buildPlaceIndex } from '../build/build-place-index.ts';
import type { IndexedName, IndexedPlace, NameClass } from '../indexed-place.ts';
import { openPlaceIndex } from '../place-index.ts';

const COUNT = 4_000;
const SYLLABLES = [
  'ba',
  'ce',
  'lo',
  'na',
  'mün',
  'san',
  'st',
  'ny',
  'or',
  'k',
  'я',
  'жа',
  '東',
  '京',
  'ال',
  'ß',
];
const COUNTRIES = ['AA', 'BB', 'CC', 'DD', 'EE'];
const TYPES: PlaceType[] = ['CITY', 'CITY', 'CITY', 'REGION', 'AIRPORT', 'DISTRICT'];

/** A linear congruential generator, which returns the same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

function invent(count: number): { places: IndexedPlace[]; names: IndexedName[] } {
  const next = numbers(42);
  const word = () => Array.from({ length: 1 + next(3) }, () => SYLLABLES[next(SYLLABLES.length)]).join('');
  const name = () => Array.from({ length: 1 + next(3) }, word).join(' ');
  const places = Array.from({ length: count }, (_, i): IndexedPlace => {
    const type = i < COUNTRIES.length ? 'COUNTRY' : (TYPES[next(TYPES.length)] as PlaceType);
    const country = i < COUNTRIES.length ? i : next(COUNTRIES.length);
    return {
      placeId: `plc_${i}`,
      type,
      name: name(),
      language: 'und',
      countryCode: COUNTRIES[country] as string,
      latitude: next(180) - 90,
      longitude: next(360) - 180,
      iataCode: null,
      weight: next(1_000) / 1_000,
      parent: type === 'COUNTRY' ? -1 : country,
      airports: [],
      zones: [],
    };
  });
  const names = places.flatMap((place, i): IndexedName[] => [
    { place: i, name: place.name, language: 'und', class: 0 },
    ...Array.from({ length: next(4) }, () => ({
      place: i,
      name: name(),
      language: ['en', 'fr', 'und'][next(3)] as string,
      class: (1 + next(3)) as NameClass,
    })),
  ]);
  return { places, names };
}

const { places, names } = invent(COUNT);
const index = openPlaceIndex(buildPlaceIndex({ places, names, dataVersion: 1 }));
const keys = names.map(({ place, name }) => ({ place, key: normalise(name) }));
const queries = fc.oneof(
  fc.integer({ min: 0, max: keys.length - 1 }).chain(i => {
    const { key } = keys[i] as { key: string };
    return fc.integer({ min: 1, max: key.length }).map(length => key.slice(0, length));
  }),
  fc.constantFrom(...SYLLABLES),
);

/** Canonical names of places that score higher for other names, in which each word of the query begins a word. */
const OUTSCORED = ['k 東k', 'na 東я', 'k ال', 'k京 lo', '東 st', 'ال 東я', '京 東京', 'k ال '];

/** Maps each place with a name that begins with the query to true if the query is a whole name. */
function oracle(query: string, isAllowed: (place: IndexedPlace) => boolean): Map<string, boolean> {
  const wanted = normalise(query);
  const found = new Map<string, boolean>();
  if (wanted === '') return found;
  for (const { place, key } of keys) {
    const { placeId } = places[place] as IndexedPlace;
    if (!key.startsWith(wanted) || !isAllowed(places[place] as IndexedPlace)) continue;
    found.set(placeId, (found.get(placeId) ?? false) || key === wanted);
  }
  return found;
}

describe('search, compared with a linear scan over all names', () => {
  it('a search returns every place whose name begins with the query if they all fit on the page, and always returns an exact match for a canonical name', () => {
    fc.assert(
      fc.property(queries, query => {
        const wanted = oracle(query, () => true);
        const hits = index.search({ query, limit: 50 });
        const found = new Set(hits.map(({ place }) => index.placeId(place)));
        if (hits.length < 50) for (const id of wanted.keys()) expect(found).toContain(id);
        const isCanonical = places.some(({ name }) => normalise(name) === normalise(query));
        if (isCanonical) expect(hits.map(({ kind }) => kind)).toContain('EXACT');
        for (const { place, kind } of hits) {
          const isWhole = wanted.get(index.placeId(place));
          if (kind === 'EXACT') expect(isWhole).toBe(true);
          if (kind === 'PREFIX') expect(isWhole).toBeDefined();
        }
      }),
      { numRuns: 300, examples: OUTSCORED.map(query => [query]) },
    );
  });

  it('a search may return more places than the API allows', () => {
    const hits = index.search({ query: 'b', limit: 120 });
    const scores = hits.map(({ score }) => score);
    expect(scores).toHaveLength(120);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('a filtered search returns only places that match the filters, and a full page if enough names begin with the query', () => {
    fc.assert(
      fc.property(
        queries,
        fc.constantFrom(...COUNTRIES),
        fc.constantFrom(...TYPES),
        (query, country, type) => {
          const isAllowed = (place: IndexedPlace) => place.countryCode === country && place.type === type;
          const wanted = oracle(query, isAllowed);
          const hits = index.search({ query, countryCodes: [country], types: [type], limit: 20 });
          for (const { place } of hits) {
            expect([index.countryCode(place), index.type(place)]).toEqual([country, type]);
          }
          expect(hits.length).toBeGreaterThanOrEqual(Math.min(20, wanted.size));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('a search for any input never throws, sorts by score and takes a limited number of steps', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom('a', 'ce', ' ', ',', '-', 'я', '東', 'ا', '🏝', '\ud83c', '\u202e'),
        maxLength: 100,
      }),
    );
    fc.assert(
      fc.property(anything, query => {
        const hits = index.search({
          query,
          limit: 10,
          language: 'fr',
          near: { latitude: 90, longitude: -180 },
        });
        const scores = hits.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        expect(new Set(hits.map(({ place }) => place)).size).toBe(hits.length);
        expect(index.lastSteps).toBeLessThan(MAX_STEPS);
        for (const { place, alias, ranges } of hits) {
          const text = alias < 0 ? index.name(place, 'fr').text : index.nameText(alias);
          for (const { start, end } of ranges) {
            expect(start).toBeLessThan(end);
            expect(end).toBeLessThanOrEqual(text.length);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** A step takes about a tenth of a microsecond. */
const MAX_STEPS = 120_000;

it('a search among ten times as many places takes at most about twice as many steps', () => {
  const small = openPlaceIndex(buildPlaceIndex({ ...invent(COUNT / 10), dataVersion: 1 }));
  const steps = (over: typeof index) =>
    ['ba', 'san', 'cenalo', 'ba ce', 'lona', 'xqzvwk'].reduce((sum, query) => {
      over.search({ query, limit: 10 });
      return sum + over.lastSteps;
    }, 0);
  expect(steps(index)).toBeLessThan(2 * steps(small) + 5_000);
});
