import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedErrors, EditDistance } from './edit-distance.ts';

const distance = new EditDistance();
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });

function points(text: string): Int32Array {
  const all = new Int32Array(text.length + 2);
  for (let i = 0; i < text.length; i++) all[i] = text.charCodeAt(i);
  return all;
}

/** The reference implementation, which fills the full table instead of a band. */
function naive(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => i + j),
  );
  const at = (i: number, j: number) => table[i]?.[j] as number;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(i - 2, j - 2) + 1);
      (table[i] as number[])[j] = cost;
    }
  }
  return at(a.length, b.length);
}

describe('edit distance', () => {
  it.each([1, 2])(
    'EditDistance computes the same distance as the full matrix, up to a limit of %i',
    limit => {
      fc.assert(
        fc.property(word, word, (typed, name) => {
          const expected = naive(typed, name);
          const errors = distance.ofWhole(points(typed), typed.length, points(name), name.length, limit);
          if (expected <= limit) expect(errors).toBe(expected);
          else expect(errors).toBeGreaterThan(limit);
        }),
        { numRuns: 1_000 },
      );
    },
  );

  it.each([1, 2])('EditDistance finds the smallest distance to any prefix, up to a limit of %i', limit => {
    fc.assert(
      fc.property(word, word, (typed, name) => {
        const all = Array.from({ length: name.length + 1 }, (_, end) => naive(typed, name.slice(0, end)));
        const expected = Math.min(...all);
        const errors = distance.ofPrefix(points(typed), typed.length, points(name), name.length, limit);
        if (expected > limit) expect(errors).toBeGreaterThan(limit);
        else expect([errors, distance.matched]).toEqual([expected, all.lastIndexOf(expected)]);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    [2, 0],
    [3, 1],
    [5, 1],
    [6, 2],
  ])('a word of %i letters may have %i typing errors', (letters, errors) => {
    expect(allowedErrors(letters)).toBe(errors);
  });
});
