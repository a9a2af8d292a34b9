import { expect, it } from 'vitest';
import { fittingRegions } from './fitting-regions.ts';

const regions = [
  { code: 'VN.44', name: 'Hà Nội' },
  { code: 'VN.20', name: 'Lạng Sơn Province' },
  { code: 'VN.90', name: 'Đà Nẵng City' },
];
const coded = (code: string, cities: number, ...seats: string[]) => ({ code, cities, seats });

it('regions are taken where cities and list mean the same', () => {
  const cities = [coded('VN.44', 10, 'Ha Noi'), coded('VN.20', 9, 'Lang Son'), coded('VN.90', 8, 'Da Nang')];
  expect(fittingRegions(regions, cities)).toEqual(regions);
  expect(fittingRegions(regions, [coded('VN.44', 10)])).toEqual(regions);
});

it('a country has none where too many cities lie in regions that the list does not have', () => {
  expect(fittingRegions(regions, [coded('VN.44', 89), coded('VN.01', 11)])).toEqual([]);
  expect(fittingRegions(regions, [coded('VN.44', 90), coded('VN.01', 10)])).toEqual(regions);
});

it('a country has none where the codes are known but mean other regions', () => {
  const swapped = [coded('VN.20', 10, 'Ha Noi'), coded('VN.90', 9, 'Lang Son'), coded('VN.44', 8, 'Da Nang')];
  expect(fittingRegions(regions, swapped)).toEqual([]);
});

it('a seat that is a city region of its own does not cost the country its regions', () => {
  const list = [
    { code: 'PE.15', name: 'Lima Region' },
    { code: 'PE.04', name: 'Arequipa' },
    { code: 'PE.LMA', name: 'Lima Metropolitana' },
  ];
  expect(fittingRegions(list, [coded('PE.LMA', 5, 'Lima'), coded('PE.04', 5, 'Arequipa')])).toEqual(list);
});

it('one country says nothing of another', () => {
  const all = [...regions, { code: 'ES.56', name: 'Catalonia' }];
  expect(fittingRegions(all, [coded('VN.01', 9), coded('ES.56', 9)])).toEqual(all.slice(3));
});
