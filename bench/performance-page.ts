/** Reads and replaces the parts of docs/performance.md that benchmarks write, and sums up their aims in one table. */
import { tableOf } from './measure/report.ts';

const AIM_HEADS = new Set(['measure', 'aim']);
const SUMMARY = 'summary';

export interface StatedAim {
  benchmark: string;
  measure: string;
  target: string;
  result: string;
  reached: string;
  /** The day of the run, or undefined if the section does not state it. */
  day: string | undefined;
}

/** Puts the text between the marks of a section. */
export function replaceSection(page: string, name: string, text: string): string {
  const { from, to } = rangeOf(page, name);
  return `${page.slice(0, from)}\n\n${text.trim()}\n\n${page.slice(to)}`;
}

/** The aims of all benchmarks, in the order of the page. */
export function statedAims(page: string): StatedAim[] {
  return namesOf(page).flatMap(benchmark => {
    const { from, to } = rangeOf(page, benchmark);
    const text = page.slice(from, to);
    const day = /`npm run bench -- [a-z-]+` on (\d{4}-\d{2}-\d{2})/.exec(text)?.[1];
    return aimRows(text).map(([measure = '', target = '', result = '', reached = '']) => {
      return { benchmark, measure, target, result, reached, day };
    });
  });
}

/** Returns the page with a new table of aims. */
export function withSummary(page: string): string {
  const rows = statedAims(page).map(({ benchmark, measure, target, result, reached, day = '' }) => {
    return [benchmark, measure, target, result, reached, day];
  });
  const table = tableOf(['benchmark', 'measure', 'target', 'result', 'reached', 'measured on'], rows, 2);
  return replaceSection(page, SUMMARY, table);
}

function namesOf(page: string): string[] {
  return [...page.matchAll(/^<!-- end of ([a-z-]+) -->$/gm)]
    .map(match => match[1] as string)
    .filter(name => name !== SUMMARY);
}

function rangeOf(page: string, name: string): { from: number; to: number } {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`docs/performance.md has no section for ${name}`);
  return { from: from + start.length, to };
}

/** The rows of every table whose head is that of a table of aims. */
function aimRows(text: string): string[][] {
  const rows: string[][] = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map(cell => cell.trim())
      : [];
    if (cells.length === 0) isInside = false;
    else if (AIM_HEADS.has(cells[0] as string) && cells[1] === 'target') isInside = true;
    else if (isInside && !/^[-:]+$/.test(cells[0] as string)) rows.push(cells);
  }
  return rows;
}
