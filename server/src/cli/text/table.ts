import { printable, type Style } from './style.ts';

/** The style is applied after the width of the text has been measured. */
export type Cell = string | { text: string; style: (text: string) => string };

const GAP = '  ';

export function table(head: readonly string[], rows: readonly (readonly Cell[])[], style: Style): string {
  const titles = head.map(text => ({ text, style: style.dim }));
  return columns([titles, ...rows]);
}

export function facts(rows: readonly (readonly [string, Cell])[], style: Style): string {
  return columns(rows.map(([name, value]) => [{ text: name, style: style.dim }, value]));
}

export function columns(rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map(row => row.map(cell => printable(typeof cell === 'string' ? cell : cell.text)));
  const widths: number[] = [];
  for (const row of texts) {
    for (const [at, text] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(text));
  }
  const lines = rows.map((row, r) =>
    row
      .map((cell, c) => layOut(cell, texts[r]?.[c] ?? '', c === row.length - 1 ? 0 : (widths[c] ?? 0)))
      .join(GAP),
  );
  return lines.map(line => `${line.trimEnd()}\n`).join('');
}

function layOut(cell: Cell, text: string, width: number): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return (typeof cell === 'string' ? text : cell.style(text)) + space;
}

const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}]/u;
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the width in terminal cells. Ideographs and emoji take two cells. */
function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segments.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

export function moneyText({ amount, currency }: { amount: string; currency: string }): string {
  return `${amount} ${currency}`;
}
