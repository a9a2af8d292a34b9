/**
 * Finds the suppliers' OpenAPI documents and recorded responses, which are not part of the project. If they are
 * missing, the tests that need them are skipped with the reason, or fail if SERAI_REQUIRE_SPECS is 1.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CORE_SCHEMA, load } from 'js-yaml';
import { describe, it } from 'vitest';
import { repositoryRoot } from '../architecture/read-sources.ts';

const FOLDERS = [
  join(repositoryRoot, '..', 'shared', 'suppliers'),
  join(repositoryRoot, 'shared', 'suppliers'),
];

function findFolder(): string | undefined {
  const given = process.env.SERAI_SUPPLIER_SPECS;
  return (given === undefined ? FOLDERS : [resolve(given)]).find(folder => existsSync(folder));
}

export function describeWithDocuments(name: string, tests: () => void): void {
  if (findFolder() !== undefined) {
    describe(name, tests);
    return;
  }
  const reason = 'the suppliers’ documents are missing; set SERAI_SUPPLIER_SPECS to their folder';
  describe(name, () => {
    if (process.env.SERAI_REQUIRE_SPECS === '1') {
      it('the suppliers’ documents are available', () => {
        throw new Error(`SERAI_REQUIRE_SPECS is 1, but ${reason}.`);
      });
    } else it.skip(reason, () => {});
  });
}

function read(path: string): string {
  const folder = findFolder();
  if (folder === undefined)
    throw new Error('The suppliers’ documents are missing. Set SERAI_SUPPLIER_SPECS to their folder.');
  return readFileSync(join(folder, path), 'utf8');
}

/** Reads an OpenAPI document, for example `expedia-rapid.yaml`. */
export function readDocument(file: string): Record<string, unknown> {
  const text = read(file);
  const document = file.endsWith('.json') ? JSON.parse(text) : load(text, { schema: CORE_SCHEMA });
  return document as Record<string, unknown>;
}

/** Reads a recorded body, for example `liteapi-v3/02-prebook.response.json`. */
export function readRecording(file: string): string {
  return read(join('recorded', file));
}

export interface Recording {
  file: string;
  supplier: string;
  version?: string;
  operation: string;
  method?: string;
  path?: string;
  status?: number;
  date?: string;
}

export function listRecordings(): readonly Recording[] {
  return JSON.parse(read(join('recorded', 'index.json')));
}
