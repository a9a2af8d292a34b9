import { expect, it } from 'vitest';
import { categoryWords, hotelQuery, typeWords } from './hotel-words.ts';

it('asks only for what is a filter', () => {
  expect(hotelQuery('sandbox', { query: 'casa', country: 'es', status: 'OTHER' })).toEqual({
    ...{ environment: 'sandbox', query: 'casa', countryCode: 'ES' },
  });
  expect(hotelQuery('production', { country: 'e', place: ' plc_1 ' })).toEqual({
    ...{ environment: 'production', canonicalCityId: 'plc_1' },
  });
});

it('says codes in words', () => {
  expect(typeWords('BED_AND_BREAKFAST')).toBe('Bed and breakfast');
  expect(categoryWords({ stars: 4.5 })).toBe('4.5 stars');
  expect(categoryWords({ stars: null })).toBe('Not rated');
});
