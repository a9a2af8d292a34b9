import type { Database } from '../../platform/database/connect.ts';
import type { RecoveryProviderRow, RecoveryRow } from '../../platform/database/generated/tables.ts';
import { newReferenceId } from '../../platform/ids/reference-id.ts';
import type { Booking } from '../bookings/booking.ts';

export type OpenRecovery = Pick<RecoveryRow, 'recovery_id' | 'backup_at' | 'started_at'>;

/**
 * A recovery adds this number to the version of each booking that may have changed after the backup, so that the
 * version exceeds those that partners have seen. Only a recovery leaves such a gap between versions.
 */
export const VERSION_JUMP = 1_000;

/**
 * A settled booking is assumed not to have changed since the backup if its check-out was more than this many days
 * before the backup.
 */
const OVER_DAYS = 60;

export async function findOpenRecovery(db: Database): Promise<OpenRecovery | undefined> {
  const [recovery] = await db<OpenRecovery[]>`
    SELECT recovery_id, backup_at, started_at FROM recovery WHERE finished_at IS NULL`;
  return recovery;
}

/** Runs in the transaction of a restore, or after a restore by other means. Returns the number of bookings with a new version. */
export async function beginRecovery(tx: Database, backupAt: Date): Promise<number> {
  await tx`
    INSERT INTO recovery (recovery_id, backup_at, started_at)
    VALUES (${newReferenceId('rcv')}, ${backupAt}, serai_now())`;
  const { count } = await tx`
    WITH moved AS (
      UPDATE booking
      SET version = version + ${VERSION_JUMP}::int, updated_at = greatest(serai_now(), updated_at + interval '1 microsecond')
      WHERE status IN ('PENDING', 'ON_REQUEST', 'CONFIRMED', 'CANCEL_PENDING') OR needs_attention
        OR check_out >= (${backupAt}::timestamptz - ${OVER_DAYS}::int * interval '1 day')::date
      RETURNING *
    )
    INSERT INTO booking_history (booking_id, version, at, event, actor, from_status, to_status, reason, note,
      organisation_id, environment)
    SELECT booking_id, version, updated_at, 'booking.updated', 'SERVICE', status, status, status_reason,
      '{"cause":"RESTORED"}', organisation_id, environment
    FROM moved`;
  return count;
}

export type ComparedProvider = Omit<RecoveryProviderRow, 'recovery_id'>;

export async function listCompared(db: Database, recoveryId: string): Promise<ComparedProvider[]> {
  return await db<ComparedProvider[]>`
    SELECT provider, test_mode, swept_to, looked_up_to, recreated, changed, unclear, problem, compared_at
    FROM recovery_provider WHERE recovery_id = ${recoveryId} ORDER BY test_mode, provider`;
}

/** Has no effect if another worker has already added the provider. */
export async function expectProvider(
  tx: Database,
  recoveryId: string,
  { code, testMode }: { code: string; testMode: boolean },
): Promise<void> {
  await tx`
    INSERT INTO recovery_provider (recovery_id, provider, test_mode) VALUES (${recoveryId}, ${code}, ${testMode})
    ON CONFLICT DO NOTHING`;
}

export interface ProviderKey {
  recoveryId: string;
  code: string;
  testMode: boolean;
}

export async function findCompared(
  db: Database,
  { recoveryId, code, testMode }: ProviderKey,
): Promise<ComparedProvider | undefined> {
  const rows = await listCompared(db, recoveryId);
  return rows.find(({ provider, test_mode }) => provider === code && test_mode === testMode);
}

export interface CompareProgress {
  sweptTo?: Date;
  lookedUpTo?: string;
  /** Counts are added to the stored counts. */
  recreated?: number;
  changed?: number;
  unclear?: number;
  problem?: string | null;
  isCompared?: boolean;
}

export async function saveProgress(
  db: Database,
  { recoveryId, code, testMode }: ProviderKey,
  progress: CompareProgress,
): Promise<void> {
  const {
    sweptTo,
    lookedUpTo,
    recreated = 0,
    changed = 0,
    unclear = 0,
    problem,
    isCompared = false,
  } = progress;
  await db`
    UPDATE recovery_provider SET
      swept_to = coalesce(${sweptTo ?? null}::timestamptz, swept_to),
      looked_up_to = coalesce(${lookedUpTo ?? null}::text, looked_up_to),
      recreated = recreated + ${recreated}::int, changed = changed + ${changed}::int, unclear = unclear + ${unclear}::int,
      problem = ${problem ?? null}::text,
      compared_at = CASE WHEN ${isCompared} THEN serai_now() ELSE compared_at END
    WHERE recovery_id = ${recoveryId} AND provider = ${code} AND test_mode = ${testMode}`;
}

/** Finishes the recovery if all expected providers have been compared. Returns true if this call finished it. */
export async function finishWhenCompared(tx: Database, recoveryId: string): Promise<boolean> {
  await tx`SELECT FROM recovery WHERE recovery_id = ${recoveryId} FOR UPDATE`;
  const { count } = await tx`
    UPDATE recovery SET finished_at = serai_now(), finished_by = 'SERVICE'
    WHERE recovery_id = ${recoveryId} AND finished_at IS NULL AND NOT EXISTS (
      SELECT FROM recovery_provider WHERE recovery_id = ${recoveryId} AND compared_at IS NULL)`;
  return count === 1;
}

export async function finishByOperator(db: Database, recoveryId: string): Promise<boolean> {
  const { count } = await db`
    UPDATE recovery SET finished_at = serai_now(), finished_by = 'OPERATOR'
    WHERE recovery_id = ${recoveryId} AND finished_at IS NULL`;
  return count === 1;
}

/** Returns the attempts in the journal, formatted as `bookingId number`. */
export async function listKnownAttempts(db: Database, bookingIds: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ booking_id: string; number: number }[]>`
    SELECT booking_id, number FROM booking_attempt WHERE booking_id = ANY (${bookingIds}::text[])`;
  return new Set(rows.map(({ booking_id, number }) => `${booking_id} ${number}`));
}

/** Lists the confirmed bookings whose stay was not over at the time of the backup, sorted by id. */
export async function listConfirmedAt(
  db: Database,
  { code, testMode, backupAt, after }: { code: string; testMode: boolean; backupAt: Date; after: string },
  limit: number,
): Promise<Booking[]> {
  return await db<Booking[]>`
    SELECT * FROM booking
    WHERE booking_id > ${after} AND provider = ${code} AND test_mode = ${testMode} AND status = 'CONFIRMED'
      AND check_out >= (${backupAt}::timestamptz - interval '1 day')::date
    ORDER BY booking_id LIMIT ${limit}`;
}

/** For a recreated booking, because partners may have seen later versions of it. */
export async function raiseVersion(tx: Database, bookingId: string): Promise<number> {
  const [row] = await tx<{ version: number }[]>`
    UPDATE booking SET version = version + ${VERSION_JUMP}::int WHERE booking_id = ${bookingId} RETURNING version`;
  return (row as { version: number }).version;
}
