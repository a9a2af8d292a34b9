/**
 * The list of erasures, kept apart from the database: whatever backup is restored, those that were asked for are done again.
 * Lines of JSON with ids and times, only added to. It never names people.
 */
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

const entry = z.object({ bookingId: z.string(), erasedAt: z.string() });
export type ErasureEntry = z.output<typeof entry>;

export interface ErasureList {
  /** On disk when it is answered. */
  add(entries: readonly ErasureEntry[]): Promise<void>;
}

export function erasureList(file: string): ErasureList {
  return {
    async add(entries) {
      // A line break before as well: a line that was cut off by a crash spoils no other.
      const lines = entries.map(
        ({ bookingId, erasedAt }) => `\n${JSON.stringify({ bookingId, erasedAt })}\n`,
      );
      const handle = await open(file, 'a', 0o600);
      try {
        const isNew = (await handle.stat()).size === 0;
        await handle.appendFile(lines.join(''));
        await handle.sync();
        if (isNew) await syncFolder(dirname(file));
      } finally {
        await handle.close();
      }
    },
  };
}

/** A file is found after a crash only when its folder was written too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Each booking once, in the order of the list. Empty where there is no file; what is no entry is counted and left out. */
export async function readErasureList(file: string): Promise<{ bookingIds: string[]; unreadable: number }> {
  const text = await readFile(file, 'utf8').catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const bookingIds = new Set<string>();
  let unreadable = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const read = parseEntry(line);
    if (read === undefined) unreadable += 1;
    else bookingIds.add(read.bookingId);
  }
  return { bookingIds: [...bookingIds], unreadable };
}

function parseEntry(line: string): ErasureEntry | undefined {
  try {
    return entry.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
