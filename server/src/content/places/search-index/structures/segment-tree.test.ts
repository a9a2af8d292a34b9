import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BestFirst, buildSegmentTree } from './segment-tree.ts';

it('a segment tree returns each position in the given ranges once, in descending order of value, and none below the minimum', () => {
  const values = fc.array(fc.integer({ min: 0, max: 65_535 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(
      values,
      fc.integer({ min: 0 }),
      fc.integer({ min: 0 }),
      fc.integer({ min: 0 }),
      fc.integer({ min: 0, max: 40_000 }),
      (all, a, b, c, least) => {
        const [low, middle, high] = [a, b, c].map(cut => cut % (all.length + 1)).sort((x, y) => x - y) as [
          number,
          number,
          number,
        ];
        const best = new BestFirst(buildSegmentTree(Uint16Array.from(all)));
        best.addRange(0, all.length);
        best.next();
        best.clear(least);
        best.addRange(low, middle);
        best.addRange(middle, high);
        const taken: number[] = [];
        for (
          let value = best.nextValue, at = best.next();
          at >= 0;
          value = best.nextValue, at = best.next()
        ) {
          expect(value).toBe(all[at]);
          taken.push(at);
        }
        expect(best.nextValue).toBe(0);
        const naive = all
          .map((_, i) => i)
          .filter(i => i >= low && i < high && (all[i] as number) >= Math.max(1, least));
        expect(taken.toSorted((x, y) => x - y)).toEqual(naive);
        const falling = taken.map(at => all[at] as number);
        expect(falling).toEqual(falling.toSorted((x, y) => y - x));
      },
    ),
  );
});
