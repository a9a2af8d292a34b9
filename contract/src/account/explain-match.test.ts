import { expect, it } from 'vitest';
import { explainMatch } from './explain-match.ts';

const place = (
  kind: 'PREFIX' | 'TRIGRAM' | 'FULL_TEXT' | 'EXACT',
  alias: string | null,
  ranges: number[][],
) => ({
  name: 'London',
  iataCode: 'LON',
  match: { kind, alias, ranges: ranges.map(([start = 0, end = 0]) => ({ start, end })) },
});

it.each([
  [place('EXACT', null, [[0, 6]]), 'The query is the whole name “London”.'],
  [place('EXACT', 'LON', [[0, 3]]), 'The query is the code “LON”. It is the code of London.'],
  [place('PREFIX', null, [[0, 3]]), '“London” begins with “Lon”.'],
  [place('PREFIX', 'Londres', [[0, 5]]), '“Londres” begins with “Londr”. It is another name of London.'],
  [place('PREFIX', null, []), '“London” begins with the query.'],
  [
    place('FULL_TEXT', 'City of London', [
      [0, 4],
      [8, 14],
    ]),
    'The words “City” and “London” stand in “City of London”. It is another name of London.',
  ],
  [place('FULL_TEXT', null, [[0, 6]]), 'The word “London” stands in “London”.'],
  [place('TRIGRAM', null, []), '“London” is written much like the query: a typing error is forgiven.'],
])('says how %o was met', (matched, words) => {
  expect(explainMatch(matched)).toBe(words);
});
