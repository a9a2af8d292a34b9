/** Finds every text that a person reads in this repository: comments, test names, documents, messages, dashboard texts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import {
  isGenerated,
  isTest,
  readSources,
  repositoryRoot,
} from '../../server/test/architecture/read-sources.ts';
import { readMarkdown } from './read-markdown.ts';

export const TEXT_KINDS = ['comment', 'test name', 'document', 'message', 'dashboard'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

export interface FoundText {
  kind: TextKind;
  file: string;
  line: number;
  text: string;
}

/** Files whose texts are not prose of ours, or quote bad wording on purpose. */
const EXCLUDED = [/^tools\/language\//, /^docs\/reference\//, /\.snap$/];
const TEST_FUNCTIONS = new Set(['test', 'it', 'describe']);
const DIRECTIVE =
  /^(?:\s*(?:biome-ignore|@ts-|#region|#endregion|v8 ignore|eslint|prettier))|^\/\s*<reference/;
/** A JSDoc tag that only declares a type. */
const TYPE_TAG = /@(?:param|returns|template|type|typedef)(?: \{.*?\})?(?: \[?\w+\]?)?(?=\s*(?:[*@]|$))/g;
/** Two words with a space between them; anything shorter is a code, a name or a CSS class. */
const PROSE = /\p{L}{2,}[,;:]? \p{L}/u;

export function extractTexts(root: string = repositoryRoot): FoundText[] {
  const isWanted = (file: string) => !isGenerated(file) && !EXCLUDED.some(pattern => pattern.test(file));
  const sources = [...readSources(root)].filter(([file]) => isWanted(file));
  const pages = listMarkdown(root).filter(isWanted);
  return [
    ...sources.flatMap(([file, source]) => textsOfSource(file, source)),
    ...pages.flatMap(file =>
      readMarkdown(readFileSync(join(root, file), 'utf8')).map(({ line, text }) => ({
        kind: 'document' as const,
        file,
        line,
        text,
      })),
    ),
  ];
}

function listMarkdown(root: string): string[] {
  const pages = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
      .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1));
  const atTop = readdirSync(root).filter(name => name.endsWith('.md'));
  return [...atTop, ...pages('docs'), ...['sdk/README.md', 'examples/README.md'].filter(existsIn(root))];
}

function existsIn(root: string): (file: string) => boolean {
  return file => {
    try {
      readFileSync(join(root, file));
      return true;
    } catch {
      return false;
    }
  };
}

/** Everything in one source file that a person reads. */
export function textsOfSource(file: string, source: string): FoundText[] {
  const { program, comments } = parseSync(file, source);
  const lineOf = lineFinder(source);
  const found: FoundText[] = [];
  const names = new Set<number>();
  const add = (kind: TextKind, start: number, text: string) =>
    found.push({ kind, file, line: lineOf(start), text: text.replace(/\s+/g, ' ').trim() });

  for (const comment of joinLineComments(comments, source)) {
    if (!DIRECTIVE.test(comment.text) && /\p{L}/u.test(comment.text.replaceAll(TYPE_TAG, '')))
      add('comment', comment.start, comment.text);
  }
  const textKind = file.startsWith('dashboard/') ? 'dashboard' : 'message';
  const isProduct = !isTest(file) && !/^(?:bench|faults|tools|examples)\//.test(file);
  const sqlSpans: [number, number][] = [];
  new Visitor({
    CallExpression(node) {
      const [name] = node.arguments;
      if (!isTest(file) || name === undefined || !TEST_FUNCTIONS.has(calledName(node.callee))) return;
      const text = literalText(name);
      if (text === undefined) return;
      names.add(name.start);
      add('test name', name.start, text);
    },
    TaggedTemplateExpression(node) {
      sqlSpans.push([node.start, node.end]);
    },
    JSXText(node) {
      if (/\p{L}{2}/u.test(node.value)) add('dashboard', node.start, node.value);
    },
    Literal(node) {
      if (isProduct && typeof node.value === 'string' && PROSE.test(node.value)) {
        add(textKind, node.start, node.value);
      }
    },
    TemplateLiteral(node) {
      const text = literalText(node);
      if (isProduct && text !== undefined && PROSE.test(text) && !isInside(sqlSpans, node)) {
        add(textKind, node.start, text);
      }
    },
  }).visit(program);
  return found;
}

function isInside(
  spans: readonly [number, number][],
  { start, end }: { start: number; end: number },
): boolean {
  return spans.some(([from, to]) => from <= start && end <= to);
}

interface Comment {
  type: 'Line' | 'Block';
  value: string;
  start: number;
  end: number;
}

/** Line comments that follow each other are one text. */
function joinLineComments(comments: readonly Comment[], source: string): { start: number; text: string }[] {
  const joined: { start: number; end: number; text: string; type: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const text = value.replace(/^\s*\*+ ?/gm, '').trim();
    const last = joined.at(-1);
    const isContinued =
      type === 'Line' &&
      last?.type === 'Line' &&
      /^\s*$/.test(source.slice(last.end, start)) &&
      source.slice(last.end, start).split('\n').length === 2;
    if (last && isContinued) Object.assign(last, { end, text: `${last.text} ${text}` });
    else joined.push({ start, end, text, type });
  }
  return joined;
}

/** `test`, `test.each(…)`, `describe.skipIf(…)`: the name at the far left. */
function calledName(callee: unknown): string {
  let node = callee as { type: string; name?: string; object?: unknown; callee?: unknown; tag?: unknown };
  while (node.type !== 'Identifier') {
    const next = node.object ?? node.callee ?? node.tag;
    if (next === undefined) return '';
    node = next as typeof node;
  }
  return node.name ?? '';
}

/** The text of a literal; values inside a template read as an ellipsis. */
function literalText(node: unknown): string | undefined {
  const { type, value, quasis } = node as {
    type: string;
    value?: unknown;
    quasis?: { value: { cooked: string | null; raw: string } }[];
  };
  if (type === 'Literal') return typeof value === 'string' ? value : undefined;
  if (type !== 'TemplateLiteral') return undefined;
  return quasis?.map(quasi => quasi.value.cooked ?? quasi.value.raw).join('…');
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return offset => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
