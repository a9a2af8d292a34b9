/** Finds every text that a person reads in this repository: comments, test names, documents, messages, dashboard texts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
/** A `describe` title without such a word is only the name of the thing under test. */
const CLAUSE =
  /\b(?:is|are|has|have|was|were|does|can|may|must|needs?|returns?|when|while|if|after|before|during|until|without|that|which)\b/;
/** Two words with a space between them. Shorter texts and texts in capitals are codes or names. */
const PROSE = /(?=.*\p{Ll})\p{L}{2,}[,;:]? \p{L}/su;
/** Files whose messages are not English: sample names and texts in other languages. */
const NOT_ENGLISH = [/^server\/src\/content\/sandbox\/(?:words\/|.*(?:spanish|name)[^/]*\.ts$)/];
/** SQL in a plain string, and Lua scripts for Redis. */
const CODE =
  /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|SET|ALTER|CREATE|COPY|TRUNCATE|GRANT|BEGIN)\b|\blocal \w+ = |\bredis\.call\(/;
/** Methods whose arguments are CSS selectors. */
const SELECTOR_METHOD = /^(?:querySelector(?:All)?|closest|matches)$/;

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
  return [
    ...atTop,
    ...pages('docs'),
    ...['sdk/README.md', 'examples/README.md'].filter(file => existsSync(join(root, file))),
  ];
}

/** Everything in one source file that a person reads. */
export function textsOfSource(file: string, source: string): FoundText[] {
  const { program, comments } = parseSync(file, source);
  const found: FoundText[] = [];
  const add = (kind: TextKind, start: number, text: string) =>
    found.push({
      kind,
      file,
      line: source.slice(0, start).split('\n').length,
      text: text.replace(/\s+/g, ' ').trim(),
    });

  for (const comment of joinLineComments(comments, source)) {
    if (source.startsWith('#!') && comment.start === 0) continue;
    if (!DIRECTIVE.test(comment.text) && /\p{L}/u.test(comment.text.replaceAll(TYPE_TAG, '')))
      add('comment', comment.start, comment.text);
  }
  const textKind = file.startsWith('dashboard/') ? 'dashboard' : 'message';
  const isProduct =
    !isTest(file) &&
    !/^(?:bench|faults|tools|examples)\//.test(file) &&
    !NOT_ENGLISH.some(pattern => pattern.test(file));
  /** SQL and CSS. */
  const codeSpans: [number, number][] = [];
  new Visitor({
    CallExpression(node) {
      const { callee } = node;
      if (
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        SELECTOR_METHOD.test(callee.property.name)
      )
        codeSpans.push([callee.end, node.end]);
      const [name] = node.arguments;
      const called = calledName(callee);
      if (!isTest(file) || name === undefined || !TEST_FUNCTIONS.has(called)) return;
      const text = literalText(name);
      if (text === undefined || (called === 'describe' && !CLAUSE.test(text))) return;
      add('test name', name.start, text);
    },
    TaggedTemplateExpression(node) {
      codeSpans.push([node.start, node.end]);
    },
    JSXAttribute(node) {
      if (node.name.name === 'className') codeSpans.push([node.start, node.end]);
    },
    JSXText(node) {
      if (/\p{L}{2}/u.test(node.value)) add('dashboard', node.start, node.value);
    },
    Literal(node) {
      if (isProduct && typeof node.value === 'string' && isProse(node.value) && !isInside(codeSpans, node)) {
        add(textKind, node.start, node.value);
      }
    },
    TemplateLiteral(node) {
      const text = literalText(node);
      if (isProduct && text !== undefined && isProse(text) && !isInside(codeSpans, node)) {
        add(textKind, node.start, text);
      }
    },
  }).visit(program);
  return found;
}

function isProse(text: string): boolean {
  return PROSE.test(text) && !CODE.test(text);
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
