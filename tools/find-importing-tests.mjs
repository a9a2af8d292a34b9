/** Finds the test files that import a file, directly or through other files. Nothing is run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** `import type` loads nothing. */
const IMPORT = /(?:^|[^\w.])(?:from|import(?!\s+type\b)\s*\(?)\s*'(\.[^']+)'/g;
const TYPES = /^(?:import|export) type [^;]*;/gm;

/**
 * @param {string} root
 * @param {string} folder the folder with the tests, from the root
 * @param {string} target a path from the root
 */
export function findImportingTests(root, folder, target) {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(file => posix.join(folder, file.replaceAll('\\', '/')))
    .filter(file => file.endsWith('.ts') && !file.includes('/node_modules/'));
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(TYPES, '');
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const imported = posix.join(posix.dirname(file), specifier);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  const found = new Set([target]);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return [...found].filter(file => file.endsWith('.test.ts')).sort();
}
