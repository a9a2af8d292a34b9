import { describe, expect, it } from 'vitest';
import { parsePoint, placeSearch } from './place-query.ts';

describe('placeSearch', () => {
  it('placeSearch returns undefined while the query is empty', () => {
    expect(placeSearch({}, 'sandbox')).toBeUndefined();
    expect(placeSearch({ q: '  ', type: 'CITY' }, 'sandbox')).toBeUndefined();
  });

  it('placeSearch uses all valid filters', () => {
    const filters = {
      q: ' barce ',
      type: 'CITY',
      country: 'es, fr',
      language: 'pt-BR',
      near: '41.4 2.2',
      limit: '25',
    };
    expect(placeSearch(filters, 'production')).toEqual({
      environment: 'production',
      query: 'barce',
      types: ['CITY'],
      countryCodes: ['ES', 'FR'],
      language: 'pt-BR',
      near: { latitude: 41.4, longitude: 2.2 },
      limit: 25,
    });
  });

  it('placeSearch ignores incomplete or invalid filters and respects the maximum lengths', () => {
    const filters = {
      q: 'x'.repeat(300),
      type: 'HOTEL',
      country: 'e',
      language: 'e',
      near: '41.4',
      limit: '900',
    };
    expect(placeSearch(filters, 'sandbox')).toEqual({
      environment: 'sandbox',
      query: 'x'.repeat(100),
      limit: 10,
    });
  });
});

it.each([
  ['41.4, 2.2', { latitude: 41.4, longitude: 2.2 }],
  ['-33.9;151', { latitude: -33.9, longitude: 151 }],
])('the place search parses "%s" as a point', (text, point) => {
  expect(parsePoint(text)).toEqual(point);
});

it.each(['91, 0', 'here', '1 2 3', ''])('the place search does not treat "%s" as a point', text => {
  expect(parsePoint(text)).toBeUndefined();
});
