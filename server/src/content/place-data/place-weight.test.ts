import { describe, expect, it } from 'vitest';
import { airportFeatureCode, airportKindOf } from './airport-size.ts';
import { placeWeight, type WeighedPlace } from './place-weight.ts';

const weigh = (fields: Partial<WeighedPlace>) =>
  placeWeight({ type: 'CITY', population: 0, featureCode: 'PPL', ...fields });

describe('placeWeight', () => {
  it('placeWeight returns weights between 0 and 1 that grow with the population', () => {
    const populations = [0, 1, 500, 10_000, 1_000_000, 25_000_000, 1e12];
    for (const type of ['CITY', 'DISTRICT', 'REGION', 'COUNTRY', 'ZONE'] as const) {
      const weights = populations.map(population => weigh({ type, population, featureCode: 'PPLC' }));
      expect(weights).toEqual([...weights].sort((a, b) => a - b));
      expect(weights.every(weight => weight >= 0 && weight <= 1)).toBe(true);
    }
    expect(weigh({ population: -5 })).toBe(0);
  });

  it('placeWeight ranks capitals and administrative seats above somewhat larger cities', () => {
    const canberra = weigh({ population: 430_000, featureCode: 'PPLC' });
    expect(canberra).toBeGreaterThan(weigh({ population: 1_000_000 }));
    expect(weigh({ population: 9_000, featureCode: 'PPLA' })).toBeGreaterThan(weigh({ population: 10_000 }));
  });

  it('placeWeight ranks places with many names above larger places with few, up to a limit', () => {
    const cologne = weigh({ population: 960_000, featureCode: 'PPLA2', otherNames: 90 });
    expect(cologne).toBeGreaterThan(weigh({ population: 1_500_000, featureCode: 'PPLA2', otherNames: 5 }));
    expect(weigh({ population: 5_000, otherNames: 9 })).toBe(weigh({ population: 5_000 }));
    expect(weigh({ population: 5_000, otherNames: 900 })).toBe(weigh({ population: 5_000, otherNames: 150 }));
  });

  it('placeWeight ranks a country above its capital of the same name', () => {
    const mexico = weigh({ type: 'COUNTRY', population: 120_000_000 });
    expect(mexico).toBeGreaterThan(weigh({ population: 12_000_000, featureCode: 'PPLC', otherNames: 500 }));
  });

  it('placeWeight ranks a country above its cities and a city above its districts', () => {
    expect(weigh({ type: 'COUNTRY', population: 600_000 })).toBeGreaterThan(weigh({ population: 5_000_000 }));
    expect(weigh({ population: 50_000 })).toBeGreaterThan(weigh({ type: 'DISTRICT', population: 100_000 }));
  });

  it('placeWeight ranks larger airports first, and a medium airport with scheduled flights above a large airport without', () => {
    const order = ['large', 'medium', 'small', 'other'] as const;
    for (const scheduled of [true, false]) {
      const weights = order.map(size => weigh({ type: 'AIRPORT', airport: { size, scheduled } }));
      expect(weights).toEqual([...weights].sort((a, b) => b - a));
    }
    const served = weigh({ type: 'AIRPORT', airport: { size: 'medium', scheduled: true } });
    expect(served).toBeGreaterThan(weigh({ type: 'AIRPORT', airport: { size: 'large', scheduled: false } }));
  });

  it('placeWeight returns values that a `real` column stores without loss', () => {
    for (const population of [1, 77, 4_321, 987_654]) {
      const weight = weigh({ population });
      expect(Number(Math.fround(weight).toPrecision(6))).toBe(weight);
    }
  });
});

describe('airportKindOf', () => {
  it.each([
    ['large_airport', true, 'large'],
    ['medium_airport', false, 'medium'],
    ['seaplane_base', true, 'other'],
  ] as const)(
    'airportKindOf decodes the feature code for %s (scheduled flights: %s)',
    (type, scheduled, size) => {
      expect(airportKindOf(airportFeatureCode(type, scheduled))).toEqual({ size, scheduled });
    },
  );

  it('airportKindOf returns the size "other" if there is no feature code', () => {
    expect(airportKindOf(null)).toEqual({ size: 'other', scheduled: false });
  });
});
