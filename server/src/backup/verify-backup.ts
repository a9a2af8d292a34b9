/** Reads a complete backup without a database and verifies every chunk, row and checksum. */

import { stat } from 'node:fs/promises';
import type { OnProgress } from '../platform/progress.ts';
import type { BackupEnd, BackupManifest } from './manifest.ts';
import { readBackupContent } from './read-backup-content.ts';

export async function verifyBackup(
  path: string,
  masterKey: Buffer,
  onProgress: OnProgress,
): Promise<{ manifest: BackupManifest; end: BackupEnd }> {
  const size = await stat(path).then(
    ({ size }) => size,
    () => 1,
  );
  const reader = {
    begin: async () => {},
    end: async () => {},
    async table(_: unknown, rows: AsyncIterable<Buffer>) {
      for await (const _ of rows);
    },
  };
  const told = (bytes: number) =>
    onProgress({ title: 'Verifying', unit: 'bytes', done: bytes, share: Math.min(1, bytes / size) });
  return readBackupContent(path, masterKey, reader, told);
}
