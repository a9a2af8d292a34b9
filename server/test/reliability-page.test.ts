/** Checks that the test files and faults named in docs/reliability.md exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../../tools/install.mjs';

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const page = read('docs/reliability.md');
const rows = page.split('\n').filter(line => /^\| \d+ \|/.test(line));

test('every row of the fault table on the reliability page names a test', () => {
  expect(rows.map(row => Number(row.split('|')[1]))).toEqual(rows.map((_, i) => i + 1));
  expect(rows.length).toBeGreaterThan(32);
  for (const row of rows) expect(row.split('|')[4]).toMatch(/`[^`]+`/);
});

test('every file that the reliability page names exists', () => {
  const files = [...page.matchAll(/`((?:server|e2e|bench|faults)\/[^`]+\.ts)`/g)].map(
    ([, path = '']) => path,
  );
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter(path => !existsSync(join(repositoryRoot, path)))).toEqual([]);
});

test('the reliability page names exactly the faults that can be run', () => {
  const named = new Set([...page.matchAll(/npm run faults -- ([a-z-]+)/g)].map(([, name = '']) => name));
  const sources = globSync(['faults/*.ts', 'faults/single/*.ts'], { cwd: repositoryRoot }).map(read);
  const known = sources.flatMap(text =>
    [...text.matchAll(/^ {2}name: '([a-z-]+)',$/gm)].map(([, name]) => name),
  );
  expect([...named].sort()).toEqual([...new Set(known)].sort());
});
