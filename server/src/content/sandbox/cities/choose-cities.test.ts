import { describe, expect, it } from 'vitest';
import { type CityRow, chooseCities, describeCity, type NeighbourRow } from './choose-cities.ts';
import { FAMOUS_CITIES } from './famous-cities.ts';
import type { SandboxCity } from './sandbox-city.ts';

let nextId = 1;
function row(name: string, countryCode: string, fields: Partial<CityRow> = {}): CityRow {
  const id = nextId++;
  return {
    id,
    placeId: `plc_${id}`,
    name,
    regionName: null,
    countryCode,
    timeZone: 'Europe/Paris',
    latitude: 47.5,
    longitude: 7.6,
    population: 170_000,
    isCapital: false,
    ...fields,
  };
}

const near = (city: CityRow, fields: Partial<NeighbourRow>): NeighbourRow => ({
  cityId: city.id,
  name: 'Altstadt',
  type: 'DISTRICT',
  countryCode: city.countryCode,
  latitude: city.latitude + 0.01,
  longitude: city.longitude,
  ...fields,
});

describe('cities in the sandbox', () => {
  it('the list of famous cities has at least 300 distinct cities with at least 3,000 hotels in total', () => {
    expect(FAMOUS_CITIES.length).toBeGreaterThanOrEqual(300);
    expect(FAMOUS_CITIES.reduce((sum, { hotels }) => sum + hotels, 0)).toBeGreaterThanOrEqual(3_000);
    expect(new Set(FAMOUS_CITIES.map(({ countryCode, name }) => `${countryCode} ${name}`)).size).toBe(
      FAMOUS_CITIES.length,
    );
  });

  it('the sandbox uses the largest city for each famous name, and all large capitals', () => {
    const rows = [
      row('Barcelona', 'ES', { population: 1_600_000 }),
      row('Barcelona', 'VE'),
      row('Paris', 'FR', { population: 2_100_000 }),
      row('Paris', 'US', { population: 25_000 }),
      row('Mérida', 'MX', { population: 100 }),
      row('Mérida', 'MX', { population: 900_000 }),
      row('Ouagadougou', 'BF', { isCapital: true, population: 2_000_000 }),
      row('Tiny', 'TV', { isCapital: true, population: 4_000 }),
    ];
    const chosen = chooseCities(rows).map(
      ({ name, countryCode, population }) => `${name} ${countryCode} ${population}`,
    );
    expect(chosen.sort()).toEqual([
      'Barcelona ES 1600000',
      'Mérida MX 900000',
      'Ouagadougou BF 2000000',
      'Paris FR 2100000',
    ]);
  });

  it('the hotels of a sandbox city stay on its side of the border', () => {
    const [basel] = chooseCities([row('Basel', 'CH')]);
    if (basel === undefined) throw new Error('Basel is missing.');
    const { spots } = describeCity(basel, [
      near(basel, { name: 'Gundeldingen', latitude: 47.49 }),
      near(basel, { name: 'Kleinhüningen', latitude: 47.512, longitude: 7.6 }),
      near(basel, { name: 'Huningue', type: 'CITY', countryCode: 'FR', latitude: 47.5135, longitude: 7.6 }),
    ]) as SandboxCity;
    expect(spots.map(({ district }) => district)).toEqual([undefined, 'Gundeldingen']);
    const border = 0.0135 * 111_195;
    expect(spots[0]?.radiusMetres).toBeLessThan(border / 2);
  });

  it('districts that are far away, belong to another town or have an unsuitable name are excluded from a sandbox city', () => {
    const [city] = chooseCities([row('Granada', 'ES', { latitude: 37.18, longitude: -3.6 })]);
    if (city === undefined) throw new Error('Granada is missing.');
    const { spots } = describeCity(city, [
      near(city, { name: 'Zaidín' }),
      near(city, { name: 'Sector 4 (norte)', latitude: 37.185 }),
      near(city, { name: 'Lejano', latitude: 37.25 }),
      near(city, { name: 'Ajeno', latitude: 37.165 }),
      near(city, { name: 'Armilla', type: 'CITY', latitude: 37.1645 }),
    ]) as SandboxCity;
    expect(spots.map(({ district }) => district)).toEqual([undefined, 'Zaidín']);
  });
});
