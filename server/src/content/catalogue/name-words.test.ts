import { expect, it } from 'vitest';
import { nameQuery, nameWords } from './name-words.ts';

it('nameWords lists each word of a name once across all languages, in lower case and without accents', () => {
  expect(nameWords({ es: 'Hotel Ñandú Río', en: "Rio's Hotel" })).toEqual(['hotel', 'nandu', 'rio', 'rios']);
});

it('nameQuery matches word prefixes and ignores punctuation', () => {
  expect(nameQuery(`  Río!  "Ñan' & | :*`)).toBe(`'rio':* & 'nan':*`);
  expect(nameQuery(`' & !`)).toBeUndefined();
});
