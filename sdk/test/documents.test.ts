import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordedCalls } from '../../contract/src/openapi/recorded-examples.ts';
import { OPERATIONS } from '../../contract/src/operations.ts';
import { sdkText, UNWRAP } from '../../contract/src/snippets.ts';
import { runProgram } from '../../e2e/child-process.ts';
import { repositoryRoot } from '../../tools/install.mjs';
import { TSC } from './packed-project.ts';

const GUIDES = join(repositoryRoot, 'docs/guides');

/** Pairs of a file name and its code. */
async function guidePrograms(): Promise<[string, string][]> {
  const guides = (await readdir(GUIDES, { recursive: true })).filter(name => name.endsWith('.md'));
  const texts = await Promise.all(guides.map(name => readFile(join(GUIDES, name), 'utf8')));
  return texts.flatMap((text, i) =>
    [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = ''], n): [string, string] => [
      `${guides[i]?.replaceAll('/', '.')}.${n}.mts`,
      code,
    ]),
  );
}

function referenceCalls(): [string, string][] {
  const calls = OPERATIONS.flatMap(operation =>
    recordedCalls(operation).map(({ name, request }): [string, string] => [
      `${operation.name}.${name}.mts`,
      sdkText(operation, request),
    ]),
  );
  // Names that the surrounding program provides.
  const given = `declare const rawBody: string; declare const headers: Headers;
    declare const process: { env: Record<string, string | undefined> };`;
  return [...calls, ['unwrap.mts', `${UNWRAP}\n${given}`]];
}

/** Compiles all programs together and returns the compiler's errors. */
async function check(programs: readonly [string, string][]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'serai-documents-'));
  try {
    for (const [name, code] of programs) await writeFile(join(folder, name), code);
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      target: 'es2022',
      module: 'nodenext',
      noEmit: true,
      allowImportingTsExtensions: true,
      types: [],
      paths: { '@serai/sdk': [join(repositoryRoot, 'sdk/src/serai.ts')] },
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
    const { code, out } = await runProgram(process.execPath, [TSC, '-p', folder], { cwd: folder, env: {} });
    return code === 0 ? '' : out;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('every program in the guides and every call in the reference compiles', async () => {
  const [guides, calls] = [await guidePrograms(), referenceCalls()];
  expect(guides.length).toBeGreaterThan(5);
  expect(calls.length).toBeGreaterThan(OPERATIONS.length);
  const wrong: [string, string] = ['wrong.mts', "import { Serai } from '@serai/sdk';\nnew Serai().nowhere;"];
  expect(await check([...guides, ...calls, wrong])).toMatch(/^wrong\.mts\(2,.*nowhere.*\n$/);
});
