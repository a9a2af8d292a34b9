/** Reads the numbered migrations in a folder: 0001_name.sql, 0002_name.sql and so on, without gaps. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../start-error.ts';

export interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
  /**
   * The last migration that a version must have to use the schema after this migration. 0 if this migration only adds.
   * A migration that removes something declares the number in its first line: `-- needs 0029`.
   */
  needs: number;
}

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;
const NEEDS = /^-- needs (\d{4})\n/;

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const [, digits, name] = FILE_NAME.exec(file) ?? [];
      const expected = String(index + 1).padStart(4, '0');
      if (name === undefined || digits !== expected) {
        throw new StartError(
          `The migration ${file} is out of order: expected number ${expected}.`,
          'Migrations are named 0001_name.sql, 0002_name.sql and so on, without gaps or duplicates. Restore the installed files.',
        );
      }
      const sql = await readFile(join(folder, file), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { number: index + 1, name, sql, checksum, needs: Number(NEEDS.exec(sql)?.[1] ?? 0) };
    }),
  );
}
