import { expect, it } from 'vitest';
import {
  categoryChoices,
  formatAddress,
  formatCategory,
  formatCode,
  hotelQuery,
  starChoices,
} from './hotel.ts';

it('the hotel list ignores invalid filter values', () => {
  expect(hotelQuery('sandbox', { query: 'casa', country: 'es', status: 'OTHER' })).toEqual({
    ...{ environment: 'sandbox', query: 'casa', countryCode: 'ES' },
  });
  expect(hotelQuery('production', { country: 'e', place: ' plc_1 ' })).toEqual({
    ...{ environment: 'production', canonicalCityId: 'plc_1' },
  });
});

it('a code is shown as words, and a rating as stars or as not rated', () => {
  expect(formatCode('BED_AND_BREAKFAST')).toBe('Bed and breakfast');
  expect(formatCategory({ stars: 4.5 })).toBe('4.5 stars');
  expect(formatCategory({ stars: null })).toBe('Not rated');
});

it('an address ends with the name of the country, which the scenario hotels of the sandbox do not have', () => {
  const address = { street: 'Calle Mayor 1', postalCode: '28013', city: 'Madrid', region: null };
  expect(formatAddress({ ...address, countryCode: 'ES' })).toBe('Calle Mayor 1, 28013 Madrid, Spain');
  expect(formatAddress({ ...address, countryCode: 'ZZ' })).toBe('Calle Mayor 1, 28013 Madrid');
});

it('a category is shown by name, with the stars if they differ from those of the category', () => {
  expect(formatCategory({ categoryCode: 'H4', stars: 4 })).toBe('4 stars');
  expect(formatCategory({ categoryCode: 'RESORT', stars: 5 })).toBe('Resort, 5 stars');
  expect(formatCategory({ categoryCode: 'VILLA', stars: null })).toBe('Villa');
});

it('the categories of the type are offered first, and the stars of the category as the default', () => {
  expect(categoryChoices('VILLA').slice(0, 2)).toEqual([
    ['', 'Not set'],
    ['VILLA', 'Villa'],
  ]);
  expect(starChoices('H4')[0]).toEqual(['', 'Same as the category']);
  expect(starChoices('VILLA')[0]).toEqual(['', 'Not set']);
});
