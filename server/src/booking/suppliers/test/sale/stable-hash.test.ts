import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finishHash, hashOf, hashStart } from './stable-hash.ts';

test('a hash that is computed in two steps equals the hash of the whole text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(), (start, rest, seed) => {
      expect(finishHash(hashStart(start, seed), rest)).toBe(hashOf(start + rest, seed));
    }),
  );
});

test('hashes never change, because prices and examples depend on them', () => {
  const hashes = [hashOf(''), hashOf('htl_1'), hashOf('test-1 DBL 2027-06-04', 7)];
  expect(hashes).toEqual([2_872_998_923, 3_204_644_778, 2_090_564_394]);
});
