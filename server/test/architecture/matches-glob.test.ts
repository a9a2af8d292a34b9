import { expect, test } from 'vitest';
import { matchesGlob } from './matches-glob.ts';

test.each([
  ['server/src/app.ts', 'server/src/*.ts', true],
  ['server/src/gateway/a.ts', 'server/src/*.ts', false],
  ['server/src/gateway/a.ts', 'server/src/**', true],
  ['server/src/gateway/limits/a.ts', 'server/src/**/a.ts', true],
  ['server/src/a.ts', 'server/src/**/a.ts', true],
  ['server/src/aats', 'server/src/a.ts', false],
  ['a.test.ts', '**/*.test.ts', true],
  ['x/server/src/a.ts', 'server/src/**', false],
  ['server/src/booking/suppliers/registry.ts', 'server/src/booking/suppliers/*/**', false],
  ['server/src/booking/suppliers/one/adapter.ts', 'server/src/booking/suppliers/*/**', true],
])('the path %s matches the glob %s: %s', (path, glob, expected) => {
  expect(matchesGlob(path, glob)).toBe(expected);
});
