import { expect, test } from 'vitest';
import { textsOfSource } from './extract-texts.ts';
import { readMarkdown } from './read-markdown.ts';
import { UNWANTED_PHRASES } from './unwanted-phrases.ts';

const found = (file: string, source: string) =>
  textsOfSource(file, source).map(({ kind, line, text }) => ({ kind, line, text }));

test('finds comments, and joins line comments that follow each other', () => {
  const source = `/** Explains the\n * limit. */\n// First line,\n// second line.\n\n// Another one.\nconst a = 1; // biome-ignore lint: no prose\n`;
  expect(found('server/src/a.ts', source)).toEqual([
    { kind: 'comment', line: 1, text: 'Explains the limit.' },
    { kind: 'comment', line: 3, text: 'First line, second line.' },
    { kind: 'comment', line: 6, text: 'Another one.' },
  ]);
});

test('finds the names of tests, however they are declared', () => {
  const source = `describe.skipIf(x)('while the database fails', () => { test.each([1])('returns %s', () => {}); it(\`fails \${n} times\`, f); });`;
  expect(found('server/src/a.test.ts', source).map(({ text }) => text)).toEqual([
    'while the database fails',
    'returns %s',
    'fails … times',
  ]);
});

test('skips describe titles that only name the thing under test', () => {
  const source = `describe('keys/create', () => {}); describe('the audit log', () => { test('is complete', f); });`;
  expect(found('server/src/a.test.ts', source).map(({ text }) => text)).toEqual(['is complete']);
});

test('finds product messages but neither SQL nor codes', () => {
  const source = `throw new ApiError('NOT_FOUND', 'Unknown booking.'); await db\`SELECT a FROM b\`; log.info(\`listens on \${port} now\`); const CODES = 'EUR USD';`;
  expect(found('server/src/a.ts', source).map(({ kind, text }) => [kind, text])).toEqual([
    ['message', 'Unknown booking.'],
    ['message', 'listens on … now'],
  ]);
});

test('skips SQL in plain strings, Lua scripts and sample texts in other languages', () => {
  const source = `run('SELECT a FROM b'); const LUA = \`local now = redis.call('TIME')\`; const m = 'Select a hotel.';`;
  expect(found('server/src/a.ts', source).map(({ text }) => text)).toEqual(['Select a hotel.']);
  const spanish = `export const TEXT = 'Una respuesta correcta.';`;
  expect(found('server/src/content/sandbox/scenarios/spanish-descriptions.ts', spanish)).toEqual([]);
});

test('finds dashboard texts in JSX and in string properties', () => {
  const source = `export const A = () => <p title="Copy the key"><b>Created</b> by {name}</p>;`;
  const texts = found('dashboard/src/a.tsx', source).map(({ text }) => text);
  expect(texts.sort()).toEqual(['Copy the key', 'Created', 'by']);
});

test('skips CSS classes and selectors in the dashboard', () => {
  const source = `const A = () => <p className={bad ? 'main bad' : 'row end'} ref={e => e.querySelector('form input')} />;`;
  expect(found('dashboard/src/a.tsx', source)).toEqual([]);
});

test('splits a Markdown page into sentences and table cells, without code', () => {
  const page =
    '# First start\n\nStart it. Then\nopen `/docs`.\n\n```sh\nnpm start now\n```\n\n| a | b |\n|---|---|\n| two words | x |\n- One item.\n';
  expect(readMarkdown(page)).toEqual([
    { line: 1, text: 'First start' },
    { line: 3, text: 'Start it.' },
    { line: 3, text: 'Then open `/docs`.' },
    { line: 12, text: 'two words' },
    { line: 13, text: 'One item.' },
  ]);
});

test.each(['we reckon it', 'mended now', 'is told twice', 'a person who needs a person'])(
  'recognises the unwanted wording in "%s"',
  text => {
    expect(UNWANTED_PHRASES.some(({ pattern }) => pattern.test(text))).toBe(true);
  },
);
