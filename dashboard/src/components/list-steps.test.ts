import { expect, test } from 'vitest';
import { neighbours } from './list-steps.tsx';

test('the neighbours of a request are those of the filtered list', () => {
  expect(neighbours(['c', 'b', 'a'], 'b', false)).toEqual({ newer: 'c', older: 'a', place: '2 of 3' });
  expect(neighbours(['c', 'b', 'a'], 'a', false)).toMatchObject({ newer: 'b', older: undefined });
});

test('the place in a list that has more pages shows that its length is not final', () => {
  expect(neighbours(['c', 'b'], 'b', true)).toMatchObject({ older: undefined, place: '2 of 2+' });
});

test('a request that is not in the list has no neighbours', () => {
  expect(neighbours(['c'], 'x', true)).toBeUndefined();
});
