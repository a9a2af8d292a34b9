/**
 * The Markdown of descriptions: paragraphs and tables, separated by blank lines. Each line of a table starts with a pipe.
 * Cells contain no pipes and no line breaks. Pure.
 */
export type DescriptionBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'table'; head: string[]; rows: string[][] };

export function descriptionBlocks(text: string): DescriptionBlock[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map(block => {
      if (!block.startsWith('|')) return { kind: 'paragraph', text: block.replaceAll('\n', ' ') };
      // The second line only separates the head from the rows.
      const [head = [], , ...rows] = block.split('\n').map(cellsOf);
      return { kind: 'table', head, rows };
    });
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.trim());
}

/** A table of the outcomes of an operation, for its description. */
export function outcomeTable(
  rows: readonly (readonly [status: string, meaning: string, action: string])[],
): string {
  const lines = [['Status', 'Meaning', 'What to do'], ['---', '---', '---'], ...rows];
  return lines.map(cells => `| ${cells.join(' | ')} |`).join('\n');
}
