import fc from 'fast-check';
import { expect, it } from 'vitest';
import { multikeyQuicksort } from './multikey-quicksort.ts';

const texts = fc.array(
  fc.oneof(fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ') }), fc.string({ unit: 'binary' })),
  {
    maxLength: 120,
  },
);

it('multikeyQuicksort sorts strings in the order of Buffer.compare, and equal strings by their positions', () => {
  fc.assert(
    fc.property(texts, all => {
      const buffers = all.map(text => Buffer.from(text));
      const ends = Uint32Array.from(
        buffers,
        (sum => buffer => {
          sum += buffer.length;
          return sum;
        })(0),
      );
      const starts = new Uint32Array(ends.length);
      for (let i = 1; i < ends.length; i++) starts[i] = ends[i - 1] as number;
      const order = multikeyQuicksort(Buffer.concat(buffers), starts, ends);
      const naive = buffers.map((_, i) => i);
      naive.sort((a, b) => Buffer.compare(buffers[a] as Buffer, buffers[b] as Buffer) || a - b);
      expect([...order]).toEqual(naive);
    }),
  );
});
