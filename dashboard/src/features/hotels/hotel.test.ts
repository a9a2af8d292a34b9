import { expect, it } from 'vitest';
import { formatCategory, formatCode, hotelQuery } from './hotel.ts';

it('the hotel list ignores invalid filter values', () => {
  expect(hotelQuery('sandbox', { query: 'casa', country: 'es', status: 'OTHER' })).toEqual({
    ...{ environment: 'sandbox', query: 'casa', countryCode: 'ES' },
  });
  expect(hotelQuery('production', { country: 'e', place: ' plc_1 ' })).toEqual({
    ...{ environment: 'production', canonicalCityId: 'plc_1' },
  });
});

it('a code is shown as words, and a category as stars or as not rated', () => {
  expect(formatCode('BED_AND_BREAKFAST')).toBe('Bed and breakfast');
  expect(formatCategory({ stars: 4.5 })).toBe('4.5 stars');
  expect(formatCategory({ stars: null })).toBe('Not rated');
});
