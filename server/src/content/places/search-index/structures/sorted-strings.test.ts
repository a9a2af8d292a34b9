import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OneEditSearch } from './one-edit-search.ts';
import { buildLookups, SortedStrings } from './sorted-strings.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '7', ' ', 'я', 'ж', '東'), maxLength: 10 });
const texts = fc.uniqueArray(text, { maxLength: 160 });

function sorted(all: readonly string[]): { strings: SortedStrings; inOrder: string[] } {
  const inOrder = all.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const starts: number[] = [];
  let bytes = Buffer.alloc(0);
  for (const one of inOrder) {
    starts.push(bytes.length);
    bytes = Buffer.concat([bytes, Buffer.from(`${one}\0`)]);
  }
  const positions = Uint32Array.from(starts);
  const lookups = buildLookups(bytes, positions, starts.length);
  return { strings: new SortedStrings(bytes, positions, starts.length, lookups), inOrder };
}

describe('sorted strings', () => {
  it('SortedStrings finds exactly the strings that begin with a given text', () => {
    fc.assert(
      fc.property(texts, text, (all, wanted) => {
        const { strings, inOrder } = sorted(all);
        const { low, high } = strings.beginningWith(Buffer.from(wanted), 0, Buffer.byteLength(wanted));
        expect(inOrder.slice(low, high)).toEqual(inOrder.filter(one => one.startsWith(wanted)));
      }),
      { numRuns: 500 },
    );
  });

  it('SortedStrings narrows a range to the strings that continue with a given text', () => {
    fc.assert(
      fc.property(texts, text, text, (all, first, second) => {
        const { strings, inOrder } = sorted(all);
        const [a, b] = [Buffer.from(first), Buffer.from(second)];
        const { low, high } = strings.narrow(strings.beginningWith(a, 0, a.length), a.length, b, 0, b.length);
        expect(inOrder.slice(low, high)).toEqual(inOrder.filter(one => one.startsWith(first + second)));
      }),
    );
  });
});

describe('one-edit search', () => {
  it('OneEditSearch finds every string that begins with the text after one letter is removed, swapped, or replaced or preceded by a letter of its script', () => {
    fc.assert(
      fc.property(
        texts,
        text.filter(typed => [...typed].length >= 2),
        (all, typed) => {
          const { strings, inOrder } = sorted(all);
          const found = new Set<string>();
          new OneEditSearch({ steps: 0 }, strings, Buffer.from(typed), (range, depth) => {
            for (let at = range.low; at < range.high; at++) {
              found.add(inOrder[at] as string);
              expect(corrections(typed)).toContain(
                Buffer.from(inOrder[at] as string).toString('utf8', 0, depth),
              );
            }
          }).run();
          const wanted = corrections(typed);
          const naive = inOrder.filter(one => wanted.some(correction => one.startsWith(correction)));
          for (const one of naive)
            expect([...found, ...inOrder.filter(other => other.startsWith(typed))]).toContain(one);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** Lists all corrections that the search tries. It only tries letters from the script of the typed letter. */
function corrections(typed: string): string[] {
  const points = [...typed];
  const scripts = [['a', 'b', 'c', '7', ' '], ['я', 'ж'], ['東']];
  return points.flatMap((point, i) => {
    const [before, after] = [points.slice(0, i), points.slice(i + 1)];
    const letters = scripts.find(script => script.includes(point)) ?? [];
    const swapped = after.length > 0 ? [[...before, after[0] as string, point, ...after.slice(1)]] : [];
    const others =
      after.length > 0
        ? letters.flatMap(letter => [
            [...before, letter, ...after],
            [...before, letter, point, ...after],
          ])
        : [];
    return [[...before, ...after], ...swapped, ...others].map(parts => parts.join(''));
  });
}
