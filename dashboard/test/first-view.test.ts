import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const DIST = join(import.meta.dirname, '../dist');
const MAX_BYTES = 200_000;

test('the scripts of the first view stay below the limit and contain no pickers', () => {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  const paths = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => path as string);
  expect(paths.length).toBeGreaterThan(0);
  const scripts = paths.map(path => readFileSync(join(DIST, path)));
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
  expect(bytes).toBeLessThan(MAX_BYTES);
  // A text of downshift that its minified code contains.
  expect(scripts.some(script => script.includes('getToggleButtonProps'))).toBe(false);
});
