/** Finds the supported versions of Node in PATH, starting with the one that runs the tests. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const OLDEST = 20;

export function nodesOfThisMachine(): { version: string; path: string }[] {
  const found = new Map<string, string>([[process.version, process.execPath]]);
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'node');
    const version = versionOf(path);
    if (version === undefined || Number.parseInt(version.slice(1), 10) < OLDEST) continue;
    if (!found.has(version)) found.set(version, path);
  }
  return [...found].map(([version, path]) => ({ version, path }));
}

function versionOf(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
