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
  [place('EXACT', null, [[0, 6]]), 'The query equals the name “London”.'],
  [place('EXACT', 'LON', [[0, 3]]), 'The query equals the code “LON”. It is the code of London.'],
  [place('PREFIX', null, [[0, 3]]), '“London” starts with “Lon”.'],
  [place('PREFIX', 'Londres', [[0, 5]]), '“Londres” starts with “Londr”. It is another name for London.'],
  [place('PREFIX', null, []), '“London” starts with the query.'],
  [
    place('FULL_TEXT', 'City of London', [
      [0, 4],
      [8, 14],
    ]),
    '“City of London” contains the words “City” and “London”. It is another name for London.',
  ],
  [place('FULL_TEXT', null, [[0, 6]]), '“London” contains the word “London”.'],
  [place('TRIGRAM', null, []), '“London” is spelled similarly to the query.'],
])('explainMatch explains the match %o in a sentence', (matched, words) => {
  expect(explainMatch(matched)).toBe(words);
});
