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

it('multikeyQuicksort sorts more strings than fit into numbers with their first bytes', () => {
  const bytes = Uint8Array.from({ length: 200 }, (_, i) => (i * 7) % 200);
  const from = Uint32Array.from({ length: 2 ** 21 + 1 }, (_, i) => i % bytes.length);
  const order = multikeyQuicksort(
    bytes,
    from,
    from.map(start => start + 1),
  );
  const byteOf = (i: number) => bytes[from[i] as number] as number;
  const isSorted = order.every((number, i) => {
    const before = order[i - 1];
    return (
      before === undefined ||
      byteOf(before) < byteOf(number) ||
      (byteOf(before) === byteOf(number) && before < number)
    );
  });
  expect(isSorted).toBe(true);
  expect(new Set(order).size).toBe(from.length);
});
