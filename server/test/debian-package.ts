/**
 * Finds a server program for tests. The program is either installed, or unpacked from Debian's packages into
 * `.cache/debian` without root. If neither is possible, prints the reason and returns undefined.
 */
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withLock } from '../../tools/process/lock.mjs';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../.cache/debian', import.meta.url));
const TIMEOUT_MS = 300_000;

export interface DebianProgram {
  path: string;
  /** Environment variables for the program, such as the path of libraries that the system lacks. */
  env: Record<string, string>;
}

/** `binary` is the program's path in the package, relative to the root. It may contain `*`. */
export async function debianPackage(name: string, binary: string): Promise<DebianProgram | undefined> {
  const installed = findInstalled(binary);
  if (installed !== undefined) return { path: installed, env: {} };
  const root = join(CACHE, name);
  try {
    if (!existsSync(root)) {
      // Other test workers may need the same package. Each package list is downloaded only once.
      await withLock(join(CACHE, 'lock'), { onWait: () => {} }, async () => {
        if (!existsSync(root)) await unpack(name, root);
      });
    }
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    warn(
      `Debian's package ${name} cannot be downloaded, so tests that need it are skipped: ${stderr || message}`,
    );
    return undefined;
  }
  const path = findBelow(root, binary);
  if (path === undefined)
    warn(`Debian's package ${name} has no ${binary}, so tests that need it are left out.`);
  return path === undefined ? undefined : { path, env: libraryPath(root) };
}

function findInstalled(binary: string): string | undefined {
  const below = findBelow('/', binary);
  if (below !== undefined) return below;
  const folders = (process.env.PATH ?? '').split(':').filter(folder => folder.startsWith('/'));
  return folders.map(folder => join(folder, basename(binary))).find(isExecutable);
}

/** Returns the last path in alphabetical order if the pattern matches several versions. */
function findBelow(root: string, binary: string): string | undefined {
  return globSync(binary, { cwd: root })
    .map(path => join(root, path))
    .filter(isExecutable)
    .sort()
    .at(-1);
}

/** Renames the folder when it is complete, so that a run that was stopped leaves no half of a package. */
async function unpack(name: string, root: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(CACHE, 'unpacking-'));
  try {
    const archives = await download(name, work);
    const unpacked = join(work, 'root');
    for (const archive of archives) await run('dpkg', ['-x', archive, unpacked], { timeout: TIMEOUT_MS });
    await rename(unpacked, root);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Downloads the package and its missing dependencies. Reads the system's state without changing it. */
async function download(name: string, work: string): Promise<string[]> {
  // The lists are kept, because the next package needs them too, and reading them takes longer than the package.
  const state = join(CACHE, 'state');
  const folders = [join(state, 'lists/partial'), join(work, 'cache/archives/partial'), join(work, 'log')];
  for (const folder of folders) await mkdir(folder, { recursive: true });
  const settings = {
    'Dir::State': state,
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(work, 'cache'),
    'Dir::Log': join(work, 'log'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': 'root',
    'Acquire::Retries': '2',
    'Acquire::http::Timeout': '20',
    'Acquire::Languages': 'none',
  };
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  const apt = (...command: string[]) => run('apt-get', [...flags, ...command], { timeout: TIMEOUT_MS });
  await apt('update', '--error-on=any');
  await apt('install', '--download-only', '--reinstall', '--yes', '--no-install-recommends', name);
  const archives = globSync('cache/archives/*.deb', { cwd: work }).map(path => join(work, path));
  if (archives.length === 0) throw new Error('apt-get downloaded nothing');
  return archives;
}

function libraryPath(root: string): Record<string, string> {
  const folders = globSync(['usr/lib/*-linux-gnu*', 'lib/*-linux-gnu*'], { cwd: root }).map(path =>
    join(root, path),
  );
  return folders.length === 0 ? {} : { LD_LIBRARY_PATH: folders.join(':') };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function warn(message: string): void {
  process.stderr.write(`\n*** ${message.trim()}\n\n`);
}
