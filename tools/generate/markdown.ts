import { GENERATED_NOTICE } from './generated-file.ts';

export function page(title: string, introduction: string, sections: readonly string[]): string {
  return `${[`<!-- ${GENERATED_NOTICE} -->`, `# ${title}`, introduction, ...sections].join('\n\n')}\n`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function json(value: unknown): string {
  return `\`\`\`json\n${shortLines(JSON.stringify(value, null, 2))}\n\`\`\``;
}

const MAX_LINE = 100;
// Matches an innermost list or object that spans several lines.
const INNERMOST = /^( *)(.*)([[{])\n([^[\]{}]*)\n *([\]}],?)$/gm;

/** Puts innermost lists and objects on one line if they are short. */
function shortLines(text: string): string {
  return text.replaceAll(INNERMOST, (whole, indent, before, open, inner, close) => {
    const space = open === '{' ? ' ' : '';
    const line = `${indent}${before}${open}${space}${inner.replaceAll(/\s*\n\s*/g, ' ').trim()}${space}${close}`;
    return line.length <= MAX_LINE ? line : whole;
  });
}

/** Links to a heading with exactly this text. */
export function anchor(heading: string, page = ''): string {
  const id = heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');
  return `[${heading}](${page}#${id})`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
