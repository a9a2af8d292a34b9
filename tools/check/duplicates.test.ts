import { expect, test } from 'vitest';
import { findDuplicates } from './duplicates.ts';

function passage(lines: number, indent = ''): string {
  return Array.from({ length: lines }, (_, at) => `${indent}step${at}();`).join('\n');
}

test('the duplicate check reports twenty equal lines in two files once, regardless of indentation', () => {
  const sources = new Map([
    ['server/src/a.ts', `start();\n${passage(20)}`],
    ['server/src/b.ts', `import 'a';\n\nfunction b() {\n${passage(20, '  ')}\n}`],
  ]);
  expect(findDuplicates(sources)).toEqual(['server/src/a.ts:2 and server/src/b.ts:4']);
});

test('the duplicate check reports fifteen lines that appear twice in one file', () => {
  expect(
    findDuplicates(new Map([['server/src/a.ts', `${passage(15)}\nother();\n${passage(15)}`]])),
  ).toHaveLength(1);
});

test('the duplicate check ignores runs of fourteen lines, tests and generated files', () => {
  const sources = (text: string, ...paths: string[]) => new Map(paths.map(path => [path, text]));
  expect(findDuplicates(sources(passage(14), 'server/src/a.ts', 'server/src/b.ts'))).toEqual([]);
  expect(findDuplicates(sources(passage(30), 'server/src/a.test.ts', 'server/src/b.test.ts'))).toEqual([]);
  expect(findDuplicates(sources(passage(30), 'sdk/src/generated/a.ts', 'sdk/src/generated/b.ts'))).toEqual(
    [],
  );
});
