/** Searches the bytes of every file in a folder, including database files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths of the files that contain the text, relative to the folder. */
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
