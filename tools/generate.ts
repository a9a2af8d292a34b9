/**
 * Writes all generated files. With `--check` it writes nothing and fails if a file is out of date. To add a
 * generator, create a file in tools/generate/ and add it to the list.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contractDocuments } from './generate/contract-documents.ts';
import { eventCatalogue } from './generate/event-catalogue.ts';
import type { GeneratedFile } from './generate/generated-file.ts';
import { catalogueFilePages } from './generate/pages/catalogue-file-page.ts';
import { commandLineDocuments } from './generate/pages/command-line-page.ts';
import { inventoryFilePages } from './generate/pages/inventory-file-page.ts';
import { referencePages } from './generate/pages/reference-pages.ts';
import { schemaGenerators } from './generate/schema.ts';
import { sdkPython } from './generate/sdk-python.ts';
import { sdkTypes } from './generate/sdk-types.ts';
import { securityPage } from './generate/service-reasons.ts';
import { settingsDocuments } from './generate/settings.ts';
import { worldCells } from './generate/world-cells.ts';

const GENERATORS: readonly (readonly GeneratedFile[])[] = [
  contractDocuments,
  eventCatalogue,
  sdkTypes,
  sdkPython,
  referencePages,
  catalogueFilePages,
  inventoryFilePages,
  settingsDocuments,
  securityPage,
  commandLineDocuments,
  schemaGenerators,
  worldCells,
];

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');
const stale: string[] = [];

for (const { path, render } of GENERATORS.flat()) {
  const text = await render();
  const file = join(root, path);
  const before = await readFile(file, 'utf8').catch(() => undefined);
  if (before === text) continue;
  stale.push(path);
  if (check) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run npm run generate.`);
  process.exitCode = 1;
} else {
  for (const path of stale) console.log(`wrote ${path}`);
}
