import { describe, expect, it } from 'vitest';
import { failuresOf } from '../../test/failures.ts';
import { PLACE_TYPES } from './place-item.ts';
import { placesSearch, placesSearchDestination } from './places-search.ts';

describe.each([placesSearch, placesSearchDestination])('a request of $name', ({ input }) => {
  it.each([
    ['one letter', { query: 'b' }],
    ['one letter between spaces', { query: `  ${'b'.padEnd(300)}` }],
    ['100 letters', { query: 'b'.repeat(100) }],
    ['100 emoji', { query: '🏝'.repeat(100) }],
    ['another script', { query: '東京' }],
    ['right to left', { query: '\u202Eתל אביב' }],
    ['control characters', { query: 'a\u0007\n' }],
    ['signs of query languages', { query: `%_'"\\ & | ! <->` }],
    ['every type', { query: 'b', types: [...PLACE_TYPES] }],
    [
      'countries, language and point',
      { query: 'b', countryCodes: ['ES', 'FR'], language: 'pt-BR', near: { latitude: 0, longitude: 0 } },
    ],
    ['the least', { query: 'b', limit: 1 }],
    ['the most', { query: 'b', limit: 50 }],
  ])('is accepted: %s', (_, request) => {
    expect(failuresOf(input, request)).toEqual([]);
  });

  it.each([
    ['no query', {}, '/query invalid_type'],
    ['an empty query', { query: '' }, '/query TOO_SMALL'],
    ['a query of spaces', { query: ' \t\u3000' }, '/query TOO_SMALL'],
    ['101 letters', { query: 'b'.repeat(101) }, '/query TOO_BIG'],
    ['101 emoji', { query: '🏝'.repeat(101) }, '/query TOO_BIG'],
    ['NUL', { query: 'a\0b' }, '/query CONTROL_CHARACTER'],
    ['an unknown type', { query: 'b', types: ['HOTEL'] }, '/types/0 invalid_value'],
    ['a country in small letters', { query: 'b', countryCodes: ['es'] }, '/countryCodes/0 invalid_format'],
    ['half a point', { query: 'b', near: { latitude: 1 } }, '/near/longitude invalid_type'],
    ['none at all', { query: 'b', limit: 0 }, '/limit too_small'],
    ['too many', { query: 'b', limit: 51 }, '/limit too_big'],
    ['settings of the booking area', { query: 'b', settings: {} }, '/settings UNKNOWN_FIELD'],
  ])('is refused: %s', (_, request, failure) => {
    expect(failuresOf(input, request)).toEqual([failure]);
  });
});
