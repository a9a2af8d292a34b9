import { expect, it } from 'vitest';
import { type ListedCity, recodeCities, type StagedCity } from './recode-cities.ts';

const listed = (country: string, lat: number, lng: number, admin1: string): ListedCity => ({
  country,
  lat: String(lat),
  lng: String(lng),
  admin1,
});
const staged = (n: number, countryCode: string, latitude: number, longitude: number): StagedCity => ({
  n,
  countryCode,
  latitude,
  longitude,
});
const LISTED = [
  listed('NO', 59.74, 10.2, '04'),
  listed('NO', 59.28, 11.11, '13'),
  listed('SE', 59.6, 11.2, '99'),
];
const CODES = new Set(['NO.04', 'NO.13', 'SE.99']);

it('a city lies in the region of the same city in the newer list, or of the nearest one of its country', () => {
  const cities = [staged(1, 'NO', 59.74, 10.2), staged(2, 'NO', 59.4, 11.15), staged(3, 'NO', 59.75, 10.4)];
  expect([...recodeCities(cities, LISTED, CODES)]).toEqual([
    [1, '04'],
    [2, '13'],
    [3, '04'],
  ]);
});

it('a city far from all of them, or only near one of an unknown region, keeps the code it has', () => {
  expect(recodeCities([staged(1, 'NO', 70, 25)], LISTED, CODES).size).toBe(0);
  expect(recodeCities([staged(1, 'NO', 59.74, 10.2)], LISTED, new Set(['NO.13'])).size).toBe(0);
});
