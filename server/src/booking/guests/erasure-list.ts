/**
 * The erasure list: an append-only file of JSON lines with ids and times but no personal data. It is stored outside the database,
 * so that requested erasures can be repeated after any restore.
 */
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { syncFolder } from '../../platform/sync-folder.ts';

const entry = z.object({ bookingId: z.string(), erasedAt: z.string() });
export type ErasureEntry = z.output<typeof entry>;

export interface ErasureList {
  /** Resolves once the entries are on disk. */
  add(entries: readonly ErasureEntry[]): Promise<void>;
}

export function erasureList(file: string): ErasureList {
  return {
    async add(entries) {
      // The leading line break separates this line from a line that a crash truncated.
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

/** Returns each booking once, in file order. A missing file is an empty list. Unreadable lines are counted and skipped. */
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
