/** A recovery that waits for something: partners get 503 meanwhile. */
import { findOpenRecovery, listCompared } from '../../booking/recovery/recovery-store.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type CheckResult, ok, warning } from './check-result.ts';

const NAME = 'Recovery';
const UNDEFINED_TABLE = '42P01';

export async function recoveryCheck(db: Database): Promise<CheckResult> {
  try {
    const recovery = await findOpenRecovery(db);
    if (recovery === undefined) return ok(NAME, 'none is under way');
    const providers = await listCompared(db, recovery.recovery_id);
    const left = providers.filter(({ compared_at }) => compared_at === null).map(({ provider }) => provider);
    const waits = providers.length === 0 ? 'no worker has begun' : `not compared yet: ${left.join(', ')}`;
    return warning(
      NAME,
      `restored to ${recovery.backup_at.toISOString()}; bookings are refused with 503, ${waits}.`,
      'serai recovery status tells more; serai recovery finish ends it.',
    );
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return ok(NAME, 'there is nothing to recover');
    throw error;
  }
}
