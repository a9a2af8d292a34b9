/**
 * The server's log file in the data folder. Once a minute, a file of 8 MiB or more is copied and truncated, so that it
 * cannot fill the disk.
 */
import { closeSync, openSync } from 'node:fs';
import { copyFile, open, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../clock.ts';
import { every } from '../../every.ts';
import type { DatabaseLog } from '../database-log.ts';

const MAX_BYTES = 8 * 2 ** 20;
const CHECK_EVERY_MS = 60_000;
const TAIL_BYTES = 64 * 1024;

export interface ServerLog {
  /**
   * Receives the output of the child process. Opened for appending, so that writing continues at the start of a
   * truncated file.
   */
  descriptor: number;
  sizeBytes(): Promise<number>;
  /** Returns the text that was written after the file had this size, but at most the last 64 KiB. */
  since(offsetBytes: number): Promise<string>;
  close(): Promise<void>;
}

export function openServerLog(dataDir: string, log: DatabaseLog): ServerLog {
  const path = join(dataDir, 'postgres.log');
  const descriptor = openSync(path, 'a', 0o600);
  const sizeBytes = async () => (await stat(path)).size;

  async function cut(): Promise<void> {
    // The file is truncated even if the disk is too full for a copy.
    if ((await sizeBytes()) < MAX_BYTES) return;
    await copyFile(path, `${path}.1`).catch(() => {});
    await truncate(path);
  }
  const cuts = every(systemClock, CHECK_EVERY_MS, cut, error =>
    log.warn({ err: error }, `${path} could not be truncated`),
  );

  return {
    descriptor,
    sizeBytes,
    async since(offsetBytes) {
      const size = await sizeBytes();
      const start = Math.max(offsetBytes, size - TAIL_BYTES, 0);
      const handle = await open(path);
      try {
        const { buffer, bytesRead } = await handle.read(
          Buffer.alloc(Math.max(size - start, 1)),
          0,
          null,
          start,
        );
        return buffer.toString('utf8', 0, bytesRead);
      } finally {
        await handle.close();
      }
    },
    async close() {
      await cuts.stop();
      closeSync(descriptor);
    },
  };
}
