import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '../../..');

const FOLDERS = ['contract', 'server', 'sdk', 'dashboard', 'tools', 'bench', 'faults', 'e2e', 'examples'];
const NOT_OURS = new Set(['node_modules', 'dist', 'data', 'coverage', '.cache']);
const SOURCE = /\.(?:ts|tsx|mts|mjs|js|jsx)$/;

/** Every source file in the repository, keyed by its path from the root, including generated files. */
export function readSources(root: string = repositoryRoot): Map<string, string> {
  const sources = new Map<string, string>();
  function walk(folder: string): void {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !NOT_OURS.has(entry.name)) walk(path);
      else if (entry.isFile() && SOURCE.test(entry.name))
        sources.set(path, readFileSync(join(root, path), 'utf8'));
    }
  }
  const present = new Set(readdirSync(root));
  for (const folder of FOLDERS) if (present.has(folder)) walk(folder);
  return sources;
}

export function isGenerated(path: string): boolean {
  return path.split('/').includes('generated');
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$|^e2e\/|^\w+\/test\/|conformance/.test(path);
}
