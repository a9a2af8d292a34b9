/** The package as packed by `npm pack`, installed in an empty project. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Finished, type Running, runProgram, startProgram } from '../../e2e/child-process.ts';
import { repositoryRoot } from '../../tools/install.mjs';
import { npmCommand, npmEnvironment } from '../../tools/process/npm.mjs';

const SDK = join(repositoryRoot, 'sdk');
const BIN = join(repositoryRoot, 'node_modules', '.bin');
export const TSC = join(repositoryRoot, 'node_modules/typescript/bin/tsc');

export interface PackedProject {
  folder: string;
  tarball: Buffer;
  installed: string;
  /** Copies a file from the repository into the project and returns its new path. */
  add(file: string, name?: string): Promise<string>;
  /** Type-checks the given files in strict mode, as users of the package do. */
  check(options: object, ...files: string[]): Promise<Finished>;
  /** Runs a program in the project, by default with the Node version of the tests. */
  run(args: string[], env: NodeJS.ProcessEnv, node?: string): Promise<Finished>;
  start(args: string[], env: NodeJS.ProcessEnv): Running;
  /** Passing a different name loads another copy of the package. */
  load(copy?: string): Promise<typeof import('../src/serai.ts')>;
  remove(): Promise<void>;
}

export async function packedProject(): Promise<PackedProject> {
  const root = await mkdtemp(join(tmpdir(), 'serai-sdk-'));
  const tarball = await pack(join(root, 'sdk'), root);
  const folder = join(root, 'project');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  // Installs offline, so that an additional dependency fails the installation.
  await npm(['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball], folder);
  const installed = join(folder, 'node_modules/@serai/sdk');
  const inFolder = (env: NodeJS.ProcessEnv) => ({ cwd: folder, env: { PATH: process.env.PATH, ...env } });
  return {
    folder,
    tarball: await readFile(tarball),
    installed,
    async add(file, name = file.split('/').at(-1) ?? file) {
      const path = join(folder, name);
      await cp(join(repositoryRoot, file), path);
      return path;
    },
    async check(options, ...files) {
      const compilerOptions = { strict: true, target: 'es2022', noEmit: true, ...options };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      return runProgram(process.execPath, [TSC, '-p', folder], inFolder({}));
    },
    run: (args, env, node = process.execPath) => runProgram(node, args, inFolder(env)),
    start: (args, env) => startProgram(process.execPath, args, inFolder(env)),
    async load(copy) {
      const from = copy === undefined ? installed : join(folder, copy);
      if (copy !== undefined) await cp(installed, from, { recursive: true });
      return import(/* @vite-ignore */ pathToFileURL(join(from, 'dist/serai.js')).href);
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** Packs a copy of the package, because other tests pack at the same time. */
async function pack(copy: string, destination: string): Promise<string> {
  await cp(SDK, copy, { recursive: true, filter: path => !/\/(?:node_modules|dist|test)$/.test(path) });
  await npm(['pack', '--pack-destination', destination], copy);
  const [name = ''] = (await readdir(destination)).filter(file => file.endsWith('.tgz'));
  return join(destination, name);
}

async function npm(args: string[], cwd: string): Promise<void> {
  const { command, args: before } = npmCommand(process.env);
  const env = { ...npmEnvironment(process.env), PATH: [BIN, process.env.PATH].join(delimiter) };
  const { code, out, err } = await runProgram(command, [...before, ...args], { cwd, env });
  if (code !== 0) throw new Error(`npm ${args[0]} failed:\n${out}${err}`);
}
