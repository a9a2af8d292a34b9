/** Measures files and folders. Long files are where nobody finds anything; full folders are unsorted drawers. */
import { isGenerated, isTest } from '../../server/test/architecture/read-sources.ts';

const LOOK_AGAIN_LINES = 250;
const MOST_LINES = 400;
const MOST_FILES = 20;

export interface Sizes {
  files: number;
  median: number;
  p90: number;
  /** Past the length at which a second look pays, longest first. */
  long: string[];
  faults: string[];
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

export function measureSizes(sources: ReadonlyMap<string, string>): Sizes {
  const ours = [...sources].filter(([path]) => !isGenerated(path));
  const lengths = ours.map(([path, text]) => ({ path, lines: countLines(text) }));
  const sorted = lengths
    .filter(({ path }) => !isTest(path))
    .map(({ lines }) => lines)
    .sort((a, b) => a - b);
  const tooLong = lengths.filter(({ lines }) => lines > MOST_LINES);
  const long = lengths.filter(({ lines }) => lines > LOOK_AGAIN_LINES).sort((a, b) => b.lines - a.lines);

  const folders = new Map<string, number>();
  for (const { path } of lengths.filter(file => !isTest(file.path))) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const full = [...folders].filter(([, count]) => count > MOST_FILES);

  return {
    files: ours.length,
    median: percentile(sorted, 0.5),
    p90: percentile(sorted, 0.9),
    long: long.map(({ path, lines }) => `${path}: ${lines} lines`),
    faults: [
      ...tooLong.map(({ path, lines }) => `${path}: ${lines} lines, at most ${MOST_LINES}`),
      ...full.map(([folder, count]) => `${folder}: ${count} source files, at most ${MOST_FILES}`),
    ],
  };
}
