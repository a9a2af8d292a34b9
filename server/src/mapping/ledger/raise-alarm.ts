/**
 * Takes a mapped hotel off sale until it has been reviewed. Alarms are raised by changed content, by responses that
 * name another hotel, and by prices that are far from those of other providers.
 */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import type { MappingAlarm } from './content-alarms.ts';
import { findCurrent, lockMappings, writeDecisions } from './decision-store.ts';

/**
 * Returns whether the hotel was taken off sale. Has no effect if the hotel is not sold. A price is weak evidence, so it
 * does not override a decision that a person made. Requires the lock.
 */
export async function raiseAlarm(
  tx: Database,
  scope: ProviderScope,
  supplierId: string,
  alarm: MappingAlarm,
): Promise<boolean> {
  const current = await findCurrent(tx, scope, supplierId);
  if (current?.outcome !== 'SAME' || (alarm === 'PRICE' && current.isManual)) return false;
  const decision = {
    supplierId,
    outcome: 'REVIEW' as const,
    hotelId: current.hotelId,
    score: current.score,
    doubt: 'ALARM',
    alarm,
    evidence: [],
    vetoes: [],
  };
  await writeDecisions(tx, scope, [decision], { decidedBy: 'alarm', isManual: false, modelVersion: null });
  return true;
}

/**
 * A quote, booking or lookup response named another hotel. Returns whether the hotel was taken off sale. A mapping that
 * was decided after `soldAt` is not the one that was sold, so it is not changed.
 */
export function reportContradiction(
  db: Database,
  scope: ProviderScope,
  supplierId: string,
  soldAt = new Date(8.64e15),
): Promise<boolean> {
  return inTransaction(db, async tx => {
    await lockMappings(tx, scope);
    const current = await findCurrent(tx, scope, supplierId);
    if (current === undefined || current.decidedAt > soldAt) return false;
    return raiseAlarm(tx, scope, supplierId, 'CONTRADICTORY');
  });
}
