/** Compiles a program that uses the package with the oldest supported TypeScript, with 6.0, and with the newest. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryRoot } from '../../tools/install.mjs';
import { type PackedProject, packedProject } from './packed-project.ts';

let project: PackedProject;
beforeAll(async () => {
  project = await packedProject();
  for (const name of ['consumer.ts', 'consumer.mts', 'consumer.cts']) {
    await project.add('sdk/test/programs/consumer.ts', name);
  }
});
afterAll(() => project?.remove());

interface Setting {
  name: string;
  files: string[];
  options: Record<string, string>;
}

const SETTINGS: readonly Setting[] = [
  {
    name: 'moduleResolution node',
    // The second program has a mistake, which must be found.
    files: ['consumer.ts', 'wrong.ts'],
    options: { module: 'commonjs', moduleResolution: 'node' },
  },
  {
    name: 'moduleResolution node16, in CommonJS and in an ES module',
    files: ['consumer.cts', 'consumer.mts'],
    options: { module: 'node16', moduleResolution: 'node16' },
  },
  {
    name: 'moduleResolution bundler',
    files: ['consumer.ts'],
    options: { module: 'esnext', moduleResolution: 'bundler' },
  },
];

/** Further versions, for example to check all of them before a release: `SERAI_TYPESCRIPTS=/tmp/5.4:/tmp/5.9`. */
const FURTHER = (process.env.SERAI_TYPESCRIPTS ?? '').split(':').filter(path => path !== '');
const VERSIONS: readonly [name: string, library: string, settings: readonly Setting[]][] = [
  ['TypeScript 5.0', join(repositoryRoot, 'tools/typescript/5.0/node_modules/typescript'), SETTINGS],
  // 6.0 is the last version with moduleResolution node. The newest version covers the other settings.
  [
    'TypeScript 6.0',
    join(repositoryRoot, 'tools/typescript/6.0/node_modules/typescript'),
    SETTINGS.slice(0, 1),
  ],
  ...FURTHER.map((path): [string, string, readonly Setting[]] => [path, path, SETTINGS]),
];

describe.each(VERSIONS)('with %s', (name, library, settings) => {
  test(`${name} compiles a program under every module setting, including the declaration files`, async context => {
    if (!existsSync(library)) context.skip(`${library} is not installed. Run npm install.`);
    const { version } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'));
    const silenced = Number.parseInt(version, 10) >= 6 ? { ignoreDeprecations: '6.0' } : {};
    await writeFile(
      join(project.folder, 'wrong.ts'),
      "import { Serai } from '@serai/sdk';\nnew Serai().nowhere;",
    );
    const programs = settings.map(each => ({ ...each, options: { ...each.options, ...silenced } }));
    const script = join(repositoryRoot, 'sdk/test/compile-with.mjs');
    const { code, out, err } = await project.run(
      [script, library, project.folder, JSON.stringify(programs)],
      {},
    );
    expect([code, err]).toEqual([0, '']);
    const { errors } = JSON.parse(out) as { errors: string[] };
    expect(errors).toEqual([expect.stringMatching(/wrong\.ts.*nowhere/)]);
  });
});

test('the newest TypeScript compiles the program as CommonJS and as an ES module', async () => {
  const files = ['consumer.cts', 'consumer.mts'];
  const { code, out } = await project.check({ module: 'nodenext', types: [], skipLibCheck: false }, ...files);
  expect([code, out]).toEqual([0, '']);
});
