import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scanSource } from '../../server/test/architecture/scan-source.ts';
import { repositoryRoot } from '../../tools/install.mjs';
import { nodesOfThisMachine } from './nodes.ts';
import { type PackedProject, packedProject, TSC } from './packed-project.ts';

let project: PackedProject;
beforeAll(async () => {
  project = await packedProject();
});
afterAll(() => project?.remove());

async function shipped(): Promise<string[]> {
  const entries = await readdir(project.installed, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(project.installed.length + 1));
}

test('the package ships the compiled client and its types but no sources or tests, and has no dependencies', async () => {
  const files = await shipped();
  expect(files.filter(file => !file.startsWith('dist/')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'package.json',
  ]);
  expect(files.filter(file => !/\.js$|\.d\.ts$|\.md$|\.json$|LICENSE$/.test(file))).toEqual([]);
  expect(files.filter(file => /test|scripted/.test(file))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(['dist/serai.js', 'dist/commonjs/serai.js']));
  const { dependencies, peerDependencies } = JSON.parse(
    await readFile(join(project.installed, 'package.json'), 'utf8'),
  );
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  expect(await readdir(join(project.folder, 'node_modules'))).toEqual(expect.arrayContaining(['@serai']));
  expect((await readdir(join(project.folder, 'node_modules'))).filter(name => !name.startsWith('.'))).toEqual(
    ['@serai'],
  );
});

test('publint reports no problem in the package', async () => {
  const tarball = Uint8Array.from(project.tarball).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  expect(messages.map(message => formatMessage(message, pkg as never, { color: false }))).toEqual([]);
});

test('attw reports no problem in the package for any module resolution', async () => {
  const packed = createPackageFromTarballData(Uint8Array.from(project.tarball));
  const analysis = await checkPackage(packed);
  if (!analysis.types) throw new Error('The package has no types.');
  expect(analysis.problems).toEqual([]);
  const ways = analysis.entrypoints['.']?.resolutions;
  for (const way of ['node16-esm', 'bundler'] as const) {
    expect(ways?.[way].resolution?.fileName, way).toContain('dist/serai.d.ts');
  }
  for (const way of ['node10', 'node16-cjs'] as const) {
    expect(ways?.[way].resolution?.fileName, way).toContain('dist/commonjs/serai.d.ts');
  }
});

// From 20.19 on, Node loads ES modules with `require`, so that a process has only one copy of the classes.
test.each(nodesOfThisMachine())(
  'import and require load the same module in Node $version',
  async ({ path }) => {
    const file = join(project.folder, 'load.cjs');
    await writeFile(
      file,
      `const { Serai, SeraiError } = require('@serai/sdk');
     import('@serai/sdk').then(esm => console.log(typeof Serai, esm.Serai === Serai, esm.SeraiError === SeraiError));`,
    );
    const { out, err, code } = await project.run([file], {}, path);
    expect([code, out, err]).toEqual([0, 'function true true\n', '']);
  },
);

test.each(nodesOfThisMachine())(
  'a CommonJS program uses the CommonJS build in Node $version',
  async ({ path }) => {
    // Older versions of Node and many bundlers choose this build.
    const file = join(project.folder, 'commonjs.cjs');
    await writeFile(
      file,
      `const { ConnectionError, Serai, webhooks } = require('./node_modules/@serai/sdk/dist/commonjs/serai.js');
     const serai = new Serai({ apiKey: 'key', baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
     serai.content.boards().catch(error => console.log(error instanceof ConnectionError, typeof webhooks.unwrap));`,
    );
    const { out, err, code } = await project.run([file], {}, path);
    expect([code, out, err]).toEqual([0, 'true function\n', '']);
  },
);

test('is() recognises errors from another copy of the package', async () => {
  const first = await project.load();
  const second = await project.load('copy');
  expect(second.NotFoundError).not.toBe(first.NotFoundError);
  const closed = new first.Serai({ apiKey: 'key', baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
  const error = await closed.content.boards().catch(reason => reason);
  expect(error).not.toBeInstanceOf(second.ConnectionError);
  const classes = [second.ConnectionError, second.SeraiError, second.ApiError, second.TimeoutError];
  expect(classes.map(each => each.is(error))).toEqual([true, true, false, false]);
});

test('the package has no external imports', async () => {
  for (const file of (await shipped()).filter(name => name.endsWith('.js'))) {
    const code = await readFile(join(project.installed, file), 'utf8');
    const required = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, specifier = '']) => specifier);
    const specifiers = [...required, ...scanSource(code).imports.map(({ specifier }) => specifier)];
    expect(
      specifiers.filter(specifier => !specifier.startsWith('.')),
      file,
    ).toEqual([]);
  }
});

test('the package uses no Node or browser globals that workers lack', async () => {
  const worker = ['--noEmit', '--types', '', '--lib', 'es2022,webworker,webworker.iterable'];
  const { code, out } = await project.run([TSC, '-p', join(repositoryRoot, 'sdk'), ...worker], {});
  expect([code, out]).toEqual([0, '']);
});

test.each([
  ['Node', { module: 'nodenext' }],
  ['bundlers', { module: 'esnext', moduleResolution: 'bundler' }],
  ['workers', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'webworker'] }],
])('the types compile in a strict project for %s, including the declaration files', async (_, options) => {
  await project.add('sdk/test/programs/journey.ts');
  const exact = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, types: [] };
  const { code, out } = await project.check({ ...options, ...exact, skipLibCheck: false }, 'journey.ts');
  expect([code, out]).toEqual([0, '']);
});

test('the types detect unknown, invalid and missing request fields and allow unknown values in responses', async () => {
  const lines: [code: string, error: RegExp | undefined][] = [
    ["serai.bookings.get({ bookingid: 'bkg_1' });", /bookingid/],
    ["serai.bookings.get({ bookingId: 'bkg_1', clientReference: 'R' });", /not assignable/],
    ["serai.hotels.quote({ offerId: 'o', acceptAlternatives: 'ANY' });", /acceptAlternatives|"ANY"/],
    ["serai.bookings.get({ bookingId: 'b' }, { ifNoneMatch: 'x' });", /ifNoneMatch/],
    ["serai.content.boards({}, { ifNoneMatch: 'x' }).then(({ boards }) => boards);", /boards/],
    ['serai.content.hotelsByDestination();', /Expected 1-2 arguments/],
    ["serai.bookings.cancel({ bookingId: 'b' }, { maxPenalty: 5 });", /number/],
    ["serai.bookings.list().then(({ bookings }) => bookings[0]?.status === 'A_LATER_STATE');", undefined],
    ['serai.content.hotels.each().pages();', undefined],
    [
      "webhooks.unwrap('', {}, 's').then(e => e.type === 'webhook.ping' && e.data.endpointId.length);",
      undefined,
    ],
    ['try {} catch (e) { if (ApiError.is(e)) e.code.length; }', undefined],
  ];
  const head = "import { ApiError, Serai, webhooks } from '@serai/sdk';\nconst serai = new Serai();\n";
  await writeFile(join(project.folder, 'wrong.ts'), head + lines.map(([code]) => code).join('\n'));
  const { out } = await project.check({ module: 'nodenext', types: [] }, 'wrong.ts');
  for (const [i, [code, error]] of lines.entries()) {
    const found = new RegExp(`^wrong\\.ts\\(${i + 3},.*$(?:\\n .*)*`, 'm').exec(out)?.[0];
    if (error === undefined) expect(found, code).toBeUndefined();
    else expect(found, code).toMatch(error);
  }
});
