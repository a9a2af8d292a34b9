import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findImportingTests } from './find-importing-tests.mjs';
import { repositoryRoot } from './install.mjs';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'serai-importers-'));
  const files = {
    'server/test/database.ts': '',
    'server/test/world.ts':
      "import { inject } from 'vitest';\nimport {\n  a,\n  type B,\n} from './database.ts';",
    'server/src/direct.test.ts': "import { a } from '../test/database.ts';",
    'server/src/indirect.test.ts': "const { b } = await import('../test/world.ts');",
    'server/src/effect.test.ts': "import '../test/world.ts';",
    'server/src/again.test.ts': "export { a } from '../test/database.ts';",
    'server/src/types.test.ts':
      "import type {\n  B,\n} from '../test/database.ts';\nimport { c } from './other.ts';",
    'server/src/other.ts': '',
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
});
afterAll(() => rm(root, { recursive: true }));

test('a test imports a file directly or through other files, but not by its types alone', () => {
  expect(findImportingTests(root, 'server', 'server/test/database.ts')).toEqual([
    'server/src/again.test.ts',
    'server/src/direct.test.ts',
    'server/src/effect.test.ts',
    'server/src/indirect.test.ts',
  ]);
});

test('a fifth of the tests of the server or more use the database', () => {
  const found = findImportingTests(repositoryRoot, 'server', 'server/test/database.ts');
  expect(found).toContain('server/src/booking/operations/booking.races.test.ts');
  expect(found.length).toBeGreaterThan(120);
});
