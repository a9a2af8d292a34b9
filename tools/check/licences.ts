/** Checks the licence of every locked package. Accepting another licence must be a deliberate decision. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from './run-step.ts';

/**
 * Licences that allow use and redistribution with our code. MPL-2.0 requires publishing changes to its files; we
 * make none.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'OFL-1.1',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  // A font: OFL-1.1 allows embedding it in documents.
  'MIT AND OFL-1.1',
  // Permissive. Only argparse has it, which js-yaml needs in tests.
  'Python-2.0',
  'MPL-2.0',
  'Unlicense',
]);

/** Packages that state their licence only in a file. */
const IN_FILE: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

interface LockedPackage {
  license?: string;
  /** True for our own workspaces. */
  link?: boolean;
}

export async function checkLicences(root: string): Promise<Outcome> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  return judgeLicences(lock.packages);
}

export function judgeLicences(packages: Readonly<Record<string, LockedPackage>>): Outcome {
  const foreign = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  );
  const faults = foreign.flatMap(([path, stated]) => {
    const name = path.replace(/^.*node_modules\//, '');
    const license = stated.license ?? IN_FILE[name];
    // For "MIT OR Apache-2.0" we may choose one of the two.
    const choices = license?.replace(/^\(|\)$/g, '').split(' OR ') ?? [];
    if (choices.some(choice => ALLOWED.has(choice))) return [];
    return [`${name}: ${license ?? 'no licence is stated'}`];
  });
  return { ok: faults.length === 0, summary: `${foreign.length} packages`, output: faults.join('\n') };
}
