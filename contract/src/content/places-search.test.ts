import { describe, expect, it } from 'vitest';
import { failuresOf } from '../../test/failures.ts';
import { PLACE_TYPES } from './place-item.ts';
import { placesSearch, placesSearchDestination } from './places-search.ts';

describe.each([placesSearch, placesSearchDestination])('$name requests', ({ input }) => {
  it.each([
    ['a query of one letter', { query: 'b' }],
    ['a query of one letter between spaces', { query: `  ${'b'.padEnd(300)}` }],
    ['a query of 100 letters', { query: 'b'.repeat(100) }],
    ['a query of 100 emoji', { query: '🏝'.repeat(100) }],
    ['a query in another script', { query: '東京' }],
    ['a query written from right to left', { query: '\u202Eתל אביב' }],
    ['control characters in the query', { query: 'a\u0007\n' }],
    ['special characters of query languages', { query: `%_'"\\ & | ! <->` }],
    ['all place types', { query: 'b', types: [...PLACE_TYPES] }],
    [
      'countries, a language and a point',
      { query: 'b', countryCodes: ['ES', 'FR'], language: 'pt-BR', near: { latitude: 0, longitude: 0 } },
    ],
    ['the smallest limit', { query: 'b', limit: 1 }],
    ['the largest limit', { query: 'b', limit: 50 }],
  ])('a place search accepts a request with %s', (_, request) => {
    expect(failuresOf(input, request)).toEqual([]);
  });

  it.each([
    ['no query', {}, '/query invalid_type'],
    ['an empty query', { query: '' }, '/query TOO_SMALL'],
    ['a query of spaces', { query: ' \t\u3000' }, '/query TOO_SMALL'],
    ['a query of 101 letters', { query: 'b'.repeat(101) }, '/query TOO_BIG'],
    ['a query of 101 emoji', { query: '🏝'.repeat(101) }, '/query TOO_BIG'],
    ['a NUL character in the query', { query: 'a\0b' }, '/query CONTROL_CHARACTER'],
    ['an unknown place type', { query: 'b', types: ['HOTEL'] }, '/types/0 invalid_value'],
    ['a country code in lower case', { query: 'b', countryCodes: ['es'] }, '/countryCodes/0 invalid_format'],
    ['a point without a longitude', { query: 'b', near: { latitude: 1 } }, '/near/longitude invalid_type'],
    ['a limit of zero', { query: 'b', limit: 0 }, '/limit too_small'],
    ['a limit that is too high', { query: 'b', limit: 51 }, '/limit too_big'],
    [
      'settings, which only the booking operations accept',
      { query: 'b', settings: {} },
      '/settings UNKNOWN_FIELD',
    ],
  ])('a place search rejects a request with %s', (_, request, failure) => {
    expect(failuresOf(input, request)).toEqual([failure]);
  });
});
