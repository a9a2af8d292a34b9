/**
 * Prepares restored rows before they become visible: starts recovery mode, and repeats the erasures in the erasure
 * list.
 */
import { type ReplayedErasures, replayErasures } from '../booking/guests/erase-guests.ts';
import { beginRecovery } from '../booking/recovery/recovery-store.ts';
import type { Database } from '../platform/database/connect.ts';
import type { BackupManifest } from './manifest.ts';

export interface SettledRestore {
  /** Bookings that may have changed after the backup. */
  bookings: number;
  erasures: ReplayedErasures;
}

export async function settleRestored(
  tx: Database,
  { takenAt, uncomparedSince }: Pick<BackupManifest, 'takenAt' | 'uncomparedSince'>,
  { masterKey, erasureFile }: { masterKey: Buffer; erasureFile: string },
): Promise<SettledRestore> {
  const bookings = await beginRecovery(tx, new Date(uncomparedSince ?? takenAt));
  const erasures = await replayErasures({ db: withinTransaction(tx), masterKey }, erasureFile);
  return { bookings, erasures };
}

/** Wraps a transaction for code that opens its own transactions. They become part of the open transaction. */
export function withinTransaction(tx: Database): Database {
  const query = (...[strings, ...values]: Parameters<Database>) => tx(strings, ...values);
  const { json, script, copyIn, copyOut } = tx;
  const same = <T>(work: (tx: Database) => Promise<T>) => work(tx);
  return Object.assign(query, { json, script, copyIn, copyOut, transaction: same, alone: same }) as Database;
}
