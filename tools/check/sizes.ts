/** Measures file sizes and counts files that could be part of their only importer. */
import { isGenerated, isTest } from '../../server/test/architecture/read-sources.ts';
import { scanSource } from '../../server/test/architecture/scan-source.ts';
import { resolveImport } from '../../server/test/architecture.ts';

const LOOK_AGAIN_LINES = 300;
const MOST_LINES = 400;
const TINY_LINES = 15;

export interface Sizes {
  /** Number of source files and lines, including tests. */
  files: number;
  lines: number;
  /** The next four figures exclude tests. */
  median: number;
  p90: number;
  tiny: number;
  /** Number of files that exactly one other product file imports. */
  soleImporters: number;
  /** Files of more than 300 lines, including tests, longest first. */
  long: string[];
  faults: string[];
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function countSoleImporters(product: ReadonlyMap<string, string>): number {
  const importers = new Map<string, number>();
  for (const [path, text] of product) {
    const imported = new Set(
      scanSource(text).imports.map(({ specifier }) => {
        const target = resolveImport(path, specifier);
        return 'file' in target ? target.file : '';
      }),
    );
    for (const file of imported) importers.set(file, (importers.get(file) ?? 0) + 1);
  }
  return [...product.keys()].filter(path => importers.get(path) === 1).length;
}

export function measureSizes(sources: ReadonlyMap<string, string>): Sizes {
  const ours = [...sources].filter(([path]) => !isGenerated(path));
  const lengths = ours.map(([path, text]) => ({ path, lines: countLines(text) }));
  const product = lengths.filter(({ path }) => !isTest(path));
  const sorted = product.map(({ lines }) => lines).sort((a, b) => a - b);
  const tooLong = lengths.filter(({ lines }) => lines > MOST_LINES);
  const long = lengths.filter(({ lines }) => lines > LOOK_AGAIN_LINES).sort((a, b) => b.lines - a.lines);
  return {
    files: ours.length,
    lines: lengths.reduce((sum, { lines }) => sum + lines, 0),
    median: percentile(sorted, 0.5),
    p90: percentile(sorted, 0.9),
    tiny: sorted.filter(lines => lines < TINY_LINES).length,
    soleImporters: countSoleImporters(new Map(ours.filter(([path]) => !isTest(path)))),
    long: long.map(({ path, lines }) => `${path}: ${lines} lines`),
    faults: tooLong.map(({ path, lines }) => `${path}: ${lines} lines, at most ${MOST_LINES}`),
  };
}
