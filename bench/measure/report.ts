/** Prints results as Markdown, so that the terminal and docs/performance.md show the same output. */

export function printTitle(text: string): void {
  console.log(`\n### ${text}\n`);
}

export function printText(text: string): void {
  console.log(`${text}\n`);
}

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(`${tableOf(head, rows)}\n`);
}

/** The first columns contain text and the others contain figures. */
export function tableOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  textColumns = 1,
): string {
  const widths = head.map((_, i) => Math.max(3, ...[head, ...rows].map(row => (row[i] ?? '').length)));
  const pad = (text: string, i: number) =>
    i < textColumns ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0);
  const line = (cells: readonly string[]) => `| ${head.map((_, i) => pad(cells[i] ?? '', i)).join(' | ')} |`;
  const rule = widths.map((width, i) => (i < textColumns ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

export interface Aim {
  what: string;
  target: string;
  figure: string;
  reached: boolean;
}

export function printAims(aims: readonly Aim[]): void {
  printTable(
    ['measure', 'target', 'this run', 'reached'],
    aims.map(({ what, target, figure, reached }) => [what, target, figure, reached ? 'yes' : 'no']),
  );
}
