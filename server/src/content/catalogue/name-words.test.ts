import { expect, it } from 'vitest';
import { nameQuery, nameWords } from './name-words.ts';

it('takes the words of every language once, without case and accents', () => {
  expect(nameWords({ es: 'Hotel Ñandú Río', en: "Rio's Hotel" })).toEqual(['hotel', 'nandu', 'rio', 'rios']);
});

it('asks for beginnings of words, whatever stands between them', () => {
  expect(nameQuery(`  Río!  "Ñan' & | :*`)).toBe(`'rio':* & 'nan':*`);
  expect(nameQuery(`' & !`)).toBeUndefined();
});
