import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceKm, straightKm, vectorOf } from '../../places/sphere.ts';
import { townNames } from '../geonames/airport-record.ts';
import { type Airport, AirportGrid } from './airport-grid.ts';
import type { ContextAirport, ContextPlace } from './context-store.ts';
import { ContextFinder, claimOn } from './find-context.ts';
import { chooseTown } from './served-cities.ts';
import { type AreaGeometry, zoneShape } from './zone-shape.ts';

const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const airport = (id: number, latitude: number, longitude: number, rest: Partial<Airport> = {}): Airport => ({
  id,
  latitude,
  longitude,
  size: 'large',
  scheduled: true,
  ...rest,
});

describe('distances on the sphere', () => {
  it('the distances between known pairs of points are computed correctly', () => {
    const [london, newYork] = [
      { latitude: 51.47, longitude: -0.4543 },
      { latitude: 40.6413, longitude: -73.7781 },
    ];
    expect(distanceKm(london, newYork)).toBeCloseTo(5540, -2);
    expect(distanceKm({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBeCloseTo(
      22.2,
      0,
    );
    expect(distanceKm({ latitude: 90, longitude: 0 }, { latitude: 90, longitude: 120 })).toBeCloseTo(0, 6);
  });

  it('straight-line distances are never longer than great-circle distances', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(straightKm(vectorOf(a), vectorOf(b))).toBeLessThanOrEqual(distanceKm(a, b) + 1e-3);
      }),
    );
  });
});

describe('AirportGrid', () => {
  it('the airport grid finds all airports within a radius of every point in a cell, anywhere on Earth', () => {
    const share = fc.double({ min: 0, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(point, { maxLength: 60 }),
        point,
        fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 4 }),
        fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 900 })),
        (all, corner, shares, reaches) => {
          const airports = all.map(({ latitude, longitude }, id) => airport(id, latitude, longitude));
          // What was found for one point of a cell is used for the others.
          const grid = new AirportGrid(airports);
          for (const [south, west] of shares) {
            const at = {
              latitude: Math.min(90, Math.floor(corner.latitude) + south),
              longitude: Math.min(180, Math.floor(corner.longitude) + west),
            };
            for (const reach of reaches) {
              const near = grid.within(at, reach).map(({ airport: id }) => id);
              const expected = airports.filter(each => distanceKm(at, each) <= reach).map(({ id }) => id);
              expect(near.sort((a, b) => a - b)).toEqual(expected);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('the airport ranking starts with the airport that a traveller is likely to mean', () => {
    const here = { latitude: 41.98, longitude: 2.82 };
    const grid = new AirportGrid([
      airport(1, 41.99, 2.83, { size: 'small', scheduled: false }),
      airport(2, 41.9, 2.76, { size: 'medium' }),
      airport(3, 41.3, 2.08),
      airport(4, 48.0, 2.0),
    ]);
    expect(grid.nearest(here).map(({ airport: id }) => id)).toEqual([2, 3]);
  });

  it.each<[string, number, number, number]>([
    ['a large airport within easy reach to a medium one in town', 1, 2.1, 38],
    ['a medium airport in town to a large one an hour away', 2, 5, 50],
    ['the nearer airport if both are far away', 2, 90, 110],
  ])('the airport ranking prefers %s', (_, first, mediumKm, largeKm) => {
    const east = (km: number) => km / 111.195;
    const grid = new AirportGrid([
      airport(1, 0, east(largeKm)),
      airport(2, 0, -east(mediumKm), { size: 'medium' }),
    ]);
    expect(grid.nearest({ latitude: 0, longitude: 0 })[0]?.airport).toBe(first);
  });

  it('no other airport beats the first result of the ranking in a pairwise comparison', () => {
    const sizes = fc.constantFrom<Airport['size']>('large', 'medium', 'small', 'other');
    const near = fc.record({
      latitude: fc.double({ min: -2, max: 2, noNaN: true }),
      longitude: fc.double({ min: -2, max: 2, noNaN: true }),
      size: sizes,
      scheduled: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(near, { minLength: 1, maxLength: 30 }), all => {
        const airports = all.map((each, id) => ({ ...each, id }));
        const at = { latitude: 0, longitude: 0 };
        const best = new AirportGrid(airports).nearest(at);
        // Compares the first result with each other airport alone. All airports are within the search radius of 500 km,
        // so both are always found, and the first result must win.
        for (const other of airports) {
          const pair = airports.filter(({ id }) => id === other.id || id === best[0]?.airport);
          expect(new AirportGrid(pair).nearest(at)[0]?.airport).toBe(best[0]?.airport);
        }
      }),
    );
  });

  it('the airport grid finds airports across the antimeridian and near a pole, but at most three', () => {
    const fiji = new AirportGrid([1, 2, 3, 4].map(id => airport(id, -17, id % 2 === 0 ? 179.9 : -179.9)));
    expect(fiji.nearest({ latitude: -17, longitude: -179.99 })).toHaveLength(3);
    const pole = new AirportGrid([airport(1, 89.9, 100)]);
    expect(pole.nearest({ latitude: 89.9, longitude: -80 })).toHaveLength(1);
  });

  it('the airport grid returns the only airport, however small it is, and nothing if there are no airports', () => {
    expect(new AirportGrid([]).nearest({ latitude: 0, longitude: 0 })).toEqual([]);
    const only = new AirportGrid([airport(1, 0, 3, { size: 'other', scheduled: false })]);
    expect(only.nearest({ latitude: 0, longitude: 0 }).map(({ airport: id }) => id)).toEqual([1]);
  });
});

describe('claimOn', () => {
  const district = { latitude: 48.887, longitude: 2.343, population: 40_000, weight: 0.3 };
  const paris = { latitude: 48.853, longitude: 2.349, population: 2_138_551, weight: 0.84 };
  const suburb = { latitude: 48.905, longitude: 2.333, population: 50_000, weight: 0.5 };

  it('a large surrounding city has a stronger claim to a district than a suburb', () => {
    expect(claimOn(district, paris)).toBeGreaterThan(claimOn(district, suburb));
    expect(claimOn(district, suburb)).toBeGreaterThan(0);
  });

  it('a city has no claim to a district if it is smaller than the district or too far away', () => {
    expect(claimOn(district, { ...suburb, weight: 0.2 })).toBe(0);
    expect(claimOn(district, { ...paris, latitude: 48.2 })).toBe(0);
  });
});

const square = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const at = (longitude: number, latitude: number) => ({ longitude, latitude });

describe('zoneShape', () => {
  it('a zone shape contains points inside its area, but none in a hole or outside', () => {
    const shape = zoneShape({
      type: 'Polygon',
      coordinates: [square(0, 0, 10, 10), square(4, 4, 6, 6)],
    });
    expect([at(1, 1), at(5, 5), at(11, 5), at(5, -1)].map(shape.contains)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(shape.box).toEqual({ south: 0, west: 0, north: 10, east: 10 });
  });

  it.each<[string, AreaGeometry]>([
    ['with a jump in longitude', { type: 'Polygon', coordinates: [square(178, -20, -178, -15)] }],
    ['beyond 180 degrees', { type: 'Polygon', coordinates: [square(178, -20, 182, -15)] }],
    ['below -180 degrees', { type: 'Polygon', coordinates: [square(-182, -20, -178, -15)] }],
    [
      'cut in two',
      { type: 'MultiPolygon', coordinates: [[square(178, -20, 180, -15)], [square(-180, -20, -178, -15)]] },
    ],
  ])(
    'a zone shape contains points on both sides of the antimeridian if its area is drawn %s',
    (_, geometry) => {
      const shape = zoneShape(geometry);
      expect(
        [at(179, -17), at(-179, -17), at(177, -17), at(-177, -17), at(0, -17)].map(shape.contains),
      ).toEqual([true, true, false, false, false]);
      expect(shape.box).toEqual({ south: -20, west: 178, north: -15, east: -178 });
    },
  );

  it('a zone shape contains the points of each of its parts', () => {
    const shape = zoneShape({
      type: 'MultiPolygon',
      coordinates: [[square(0, 0, 1, 1)], [square(5, 5, 6, 6)]],
    });
    expect([at(0.5, 0.5), at(5.5, 5.5), at(3, 3)].map(shape.contains)).toEqual([true, true, false]);
  });

  it('a square zone shape contains exactly the points whose coordinates are inside it', () => {
    const side = fc.integer({ min: -80, max: 79 });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 1, max: 10 }), point, (west, south, size, where) => {
        const { contains } = zoneShape({
          type: 'Polygon',
          coordinates: [square(west, south, west + size, south + size)],
        });
        const { latitude, longitude } = where;
        const inside =
          longitude > west && longitude < west + size && latitude > south && latitude < south + size;
        if (!Number.isInteger(latitude) && !Number.isInteger(longitude)) expect(contains(where)).toBe(inside);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('ContextFinder', () => {
  const place = (
    id: number,
    latitude: number,
    longitude: number,
    rest: Partial<ContextPlace> = {},
  ): ContextPlace => ({
    id,
    type: 'CITY',
    country_code: 'ES',
    region_code: '56',
    latitude,
    longitude,
    population: 100_000,
    weight: 0.5,
    ...rest,
  });
  const spanish = (id: number, latitude: number, longitude: number): ContextAirport => ({
    ...airport(id, latitude, longitude),
    countryCode: 'ES',
  });

  it('a settlement is assigned to a zone only if the zone covers its country', () => {
    const finder = new ContextFinder({
      airports: [],
      strayDistricts: [],
      zones: [
        { zone: 7, geometry: { type: 'Polygon', coordinates: [square(2, 41, 3, 42)], countryCodes: ['ES'] } },
        { zone: 8, geometry: { type: 'Polygon', coordinates: [square(2, 41, 3, 42)] } },
      ],
    });
    expect(finder.find(place(1, 41.5, 2.5)).zones).toEqual([7, 8]);
    expect(finder.find(place(2, 41.5, 2.5, { country_code: 'FR' })).zones).toEqual([8]);
    expect(finder.find(place(3, 41.5, 2.5, { type: 'REGION' })).zones).toEqual([]);
    expect(finder.find(place(4, 45, 2.5)).zones).toEqual([]);
  });

  it('an airport is assigned to the nearest town and to the largest city for which it is the first airport', () => {
    const finder = new ContextFinder({ airports: [spanish(9, 41.3, 2.08)], strayDistricts: [], zones: [] });
    finder.find(place(1, 41.32, 2.09, { weight: 0.3 }));
    finder.find(place(2, 41.39, 2.16, { weight: 0.7 }));
    finder.find(place(3, 41.3, 2.08, { country_code: 'FR', weight: 0.9 }));
    expect(finder.townOf.get(9)?.place).toBe(1);
    expect(finder.servedBy.get(9)?.place).toBe(2);
  });

  it('a district is assigned only to a city in the same region', () => {
    const stray = place(5, 41.4, 2.16, { type: 'DISTRICT', weight: 0.3, population: 1_000 });
    const finder = new ContextFinder({ airports: [], strayDistricts: [stray], zones: [] });
    finder.find(place(1, 41.4, 2.16, { region_code: '29', population: 9_000_000 }));
    expect(finder.cityOf.size).toBe(0);
    finder.find(place(2, 41.39, 2.15));
    expect(finder.cityOf.get(5)?.place).toBe(2);
  });
});

describe('the town of an airport', () => {
  it.each<[string | null, string[]]>([
    [null, []],
    ['Barcelona', ['barcelona']],
    ["Paris (Roissy-en-France, Val-d'Oise)", ["paris (roissy-en-france, val-d'oise)", 'paris']],
    ['Basel/Mulhouse', ['basel/mulhouse', 'basel', 'mulhouse']],
    ['Málaga', ['málaga', 'malaga']],
    ['Panama City', ['panama city', 'panama']],
  ])('the possible town names for %s are %j', (municipality, names) => {
    expect(townNames(municipality)).toEqual(names);
  });

  it('the town of an airport is the largest candidate close by, otherwise the nearest candidate within range, otherwise undefined', () => {
    const from = { latitude: 0, longitude: 0 };
    const town = (place: number, longitude: number, weight: number) => ({
      airport: 1,
      place,
      weight,
      from,
      to: { latitude: 0, longitude },
    });
    expect(chooseTown([town(1, 0.1, 0.2), town(2, 0.4, 0.6), town(3, 0.9, 0.9)])).toBe(2);
    expect(chooseTown([town(3, 0.9, 0.9), town(4, 0.8, 0.1)])).toBe(4);
    expect(chooseTown([town(5, 2, 0.9)])).toBeUndefined();
  });
});
