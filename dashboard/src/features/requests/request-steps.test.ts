import { expect, test } from 'vitest';
import { neighbours } from './request-steps.tsx';

test('the neighbours of a request are those of the filtered list', () => {
  expect(neighbours(['c', 'b', 'a'], 'b')).toEqual({ newer: 'c', older: 'a', place: '2 of 3' });
  expect(neighbours(['c', 'b', 'a'], 'a')).toMatchObject({ newer: 'b', older: undefined });
});

test('a request that is not in the list has no neighbours', () => {
  expect(neighbours(['c'], 'x')).toBeUndefined();
});
