import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildNgramIndex, GRAM_COUNT, gramsOf, MAX_GRAMS } from './ngram-index.ts';

it('an n-gram index lists the keys that contain each n-gram, without duplicates and in ascending order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '7', 'я', '東', '𐌀') }), { maxLength: 60 }),
      keys => {
        const buffers = keys.map(key => Buffer.from(`${key}\0`));
        const keyStarts = new Uint32Array(keys.length + 1);
        for (const [i, buffer] of buffers.entries())
          keyStarts[i + 1] = (keyStarts[i] as number) + buffer.length;
        const keyBytes = Buffer.concat(buffers);
        const naive = new Map<number, Set<number>>();
        const grams = new Int32Array(MAX_GRAMS);
        for (const key of keys.keys()) {
          const count = gramsOf(
            keyBytes,
            keyStarts[key] as number,
            (keyStarts[key + 1] as number) - 1,
            grams,
          );
          for (const gram of grams.subarray(0, count))
            naive.set(gram, (naive.get(gram) ?? new Set()).add(key));
        }
        const { gramStarts, gramBytes } = buildNgramIndex(keyBytes, keyStarts);
        for (let gram = 0; gram < GRAM_COUNT; gram++) {
          if (gramStarts[gram] === gramStarts[gram + 1] && !naive.has(gram)) continue;
          const list = decoded(gramBytes.subarray(gramStarts[gram], gramStarts[gram + 1]));
          expect(list).toEqual([...(naive.get(gram) ?? [])]);
        }
      },
    ),
    { numRuns: 30 },
  );
});

function decoded(bytes: Uint8Array): number[] {
  const list: number[] = [];
  let key = -1;
  let [difference, shift] = [0, 0];
  for (const byte of bytes) {
    difference |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    key += difference;
    list.push(key);
    [difference, shift] = [0, 0];
  }
  return list;
}
