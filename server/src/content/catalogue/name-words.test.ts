import { expect, it } from 'vitest';
import { nameQuery, nameWords } from './name-words.ts';

it('returns each word of all languages once, in lower case and without accents', () => {
  expect(nameWords({ es: 'Hotel Ñandú Río', en: "Rio's Hotel" })).toEqual(['hotel', 'nandu', 'rio', 'rios']);
});

it('searches for words by prefix and ignores punctuation', () => {
  expect(nameQuery(`  Río!  "Ñan' & | :*`)).toBe(`'rio':* & 'nan':*`);
  expect(nameQuery(`' & !`)).toBeUndefined();
});
