import { expect, it } from 'vitest';
import { type ListedCity, matchingRegions, recodeCities, type StagedCity } from './seed-regions.ts';

const regions = [
  { code: 'VN.44', name: 'Hà Nội' },
  { code: 'VN.20', name: 'Lạng Sơn Province' },
  { code: 'VN.90', name: 'Đà Nẵng City' },
];
const coded = (code: string, cities: number, ...seats: string[]) => ({ code, cities, seats });

it("a country's regions are accepted if its cities refer to the same regions", () => {
  const cities = [coded('VN.44', 10, 'Ha Noi'), coded('VN.20', 9, 'Lang Son'), coded('VN.90', 8, 'Da Nang')];
  expect(matchingRegions(regions, cities)).toEqual(regions);
  expect(matchingRegions(regions, [coded('VN.44', 10)])).toEqual(regions);
});

it("a country's regions are rejected if too many cities have unknown codes", () => {
  expect(matchingRegions(regions, [coded('VN.44', 89), coded('VN.01', 11)])).toEqual([]);
  expect(matchingRegions(regions, [coded('VN.44', 90), coded('VN.01', 10)])).toEqual(regions);
});

it("a country's regions are rejected if the codes denote other regions", () => {
  const swapped = [coded('VN.20', 10, 'Ha Noi'), coded('VN.90', 9, 'Lang Son'), coded('VN.44', 8, 'Da Nang')];
  expect(matchingRegions(regions, swapped)).toEqual([]);
});

it("a country's regions are accepted if one administrative seat is in a separate city region", () => {
  const list = [
    { code: 'PE.15', name: 'Lima Region' },
    { code: 'PE.04', name: 'Arequipa' },
    { code: 'PE.LMA', name: 'Lima Metropolitana' },
  ];
  expect(matchingRegions(list, [coded('PE.LMA', 5, 'Lima'), coded('PE.04', 5, 'Arequipa')])).toEqual(list);
});

it('the regions of each country are matched separately', () => {
  const all = [...regions, { code: 'ES.56', name: 'Catalonia' }];
  expect(matchingRegions(all, [coded('VN.01', 9), coded('ES.56', 9)])).toEqual(all.slice(3));
});

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

it('a city gets the region of its entry in the list, or of the nearest listed city in its country', () => {
  const cities = [staged(1, 'NO', 59.74, 10.2), staged(2, 'NO', 59.4, 11.15), staged(3, 'NO', 59.75, 10.4)];
  expect([...recodeCities(cities, LISTED, CODES)]).toEqual([
    [1, '04'],
    [2, '13'],
    [3, '04'],
  ]);
});

it('a city keeps its region code if it is far from listed cities or near one with an unknown region', () => {
  expect(recodeCities([staged(1, 'NO', 70, 25)], LISTED, CODES).size).toBe(0);
  expect(recodeCities([staged(1, 'NO', 59.74, 10.2)], LISTED, new Set(['NO.13'])).size).toBe(0);
});
