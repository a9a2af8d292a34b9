/** Finds copied code: the same run of lines in two places, ignoring indentation. */
import { isGenerated, isTest } from '../../server/test/architecture/read-sources.ts';

/** Shorter runs are mostly structures that repeat for a good reason, such as two schemas with the same fields. */
const COPIED_LINES = 15;

interface Line {
  path: string;
  number: number;
  text: string;
}

/** Significant lines: no blank lines, lone brackets, comments or imports. */
function meaningfulLines(path: string, source: string): Line[] {
  return source
    .split('\n')
    .map((text, index) => ({ path, number: index + 1, text: text.trim() }))
    .filter(({ text }) => /\w/.test(text) && !/^(?:\/[/*]|\*|import\b|\} from\b)/.test(text));
}

/** Returns one entry per copied run, with its first line in both places. */
export function findDuplicates(sources: ReadonlyMap<string, string>): string[] {
  const firstSeen = new Map<string, Line>();
  const found: string[] = [];
  for (const [path, source] of sources) {
    if (isGenerated(path) || isTest(path)) continue;
    const lines = meaningfulLines(path, source);
    let reportedUntil = -1;
    for (let at = 0; at + COPIED_LINES <= lines.length; at += 1) {
      const run = lines.slice(at, at + COPIED_LINES);
      const [line] = run;
      const key = run.map(({ text }) => text).join('\n');
      const earlier = firstSeen.get(key);
      if (line === undefined) continue;
      if (earlier === undefined) firstSeen.set(key, line);
      else if (at > reportedUntil) found.push(`${earlier.path}:${earlier.number} and ${path}:${line.number}`);
      if (earlier !== undefined) reportedUntil = at + COPIED_LINES;
    }
  }
  return found;
}
