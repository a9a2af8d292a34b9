/** Builds HTML. All text is escaped here and nowhere else. Pure. */
import { descriptionBlocks } from '@serai/contract/shared/description-blocks.ts';

/** Text that is already HTML. */
export interface Html {
  html: string;
}

type Part = Html | string | number | undefined | false | readonly (Html | string | undefined | false)[];

/** A template tag that escapes its values unless they are HTML. Lists are joined, and missing values are omitted. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let text = strings[0] ?? '';
  parts.forEach((part, i) => {
    text += partText(part) + (strings[i + 1] ?? '');
  });
  return { html: text };
}

function partText(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  if ('html' in part) return part.html;
  return part.map(partText).join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Renders descriptions from the contract, in which backticks mark code. */
export function prose(text: string): Html {
  return { html: escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>') };
}

/** Renders descriptions that consist of paragraphs and tables. */
export function blocks(text: string): Html {
  return html`${descriptionBlocks(text).map(block =>
    block.kind === 'paragraph'
      ? html`<p>${prose(block.text)}</p>`
      : html`<div class="wide"><table class="stacked">
<thead><tr>${block.head.map(cell => html`<th>${cell}</th>`)}</tr></thead>
<tbody>${block.rows.map(row => html`<tr>${row.map(cell => html`<td>${prose(cell)}</td>`)}</tr>`)}</tbody>
</table></div>`,
  )}`;
}

const LINE = 64;

/** Formats JSON with indentation. Lists and objects that fit on one line stay on one line. */
function compactJson(value: unknown, indent = ''): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map(each => compactJson(each, deeper))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${compactJson(each, deeper)}`);
  if (parts.length === 0) return isList ? '[]' : '{}';
  const short = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (indent !== '' && !short.includes('\n') && indent.length + short.length <= LINE) return short;
  const inner = parts.map(part => deeper + part).join(',\n');
  return isList ? `[\n${inner}\n${indent}]` : `{\n${inner}\n${indent}}`;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b/g;

export function jsonText(value: unknown): Html {
  const text = compactJson(value);
  let marked = '';
  let done = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon] = match;
    marked += escapeHtml(text.slice(done, match.index));
    const kind = string === undefined ? 'v' : colon === undefined ? 's' : 'n';
    marked += `<b class=${kind}>${escapeHtml(string ?? whole)}</b>${colon ?? ''}`;
    done = match.index + whole.length;
  }
  return { html: marked + escapeHtml(text.slice(done)) };
}
