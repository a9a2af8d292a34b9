/** Looks for text in the bytes of every file below a folder, the database's own included. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of the files that contain it, from the folder on. */
export async function findText(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if (bytes.includes(text)) found.push(path.slice(folder.length + 1));
  }
  return found.sort();
}
