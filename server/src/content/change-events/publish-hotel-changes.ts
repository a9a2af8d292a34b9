/**
 * Publishes events about changed hotels to the partners that subscribe to them. Each change is published once, and only
 * after it is visible.
 */
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { appendEvent, listSubscribers } from '../../platform/events/outbox-store.ts';
import { every, type Repetition } from '../../platform/every.ts';
import { isoTime } from '../../platform/iso-time.ts';
import type { Log } from '../../platform/log.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import { listUnpublished, lockMark, moveMark } from './published-changes-store.ts';

export interface PublishingParts {
  db: Database;
  seal: Seal;
  /**
   * The highest lag of a read replica in use. A change is published when it is older than that, so that a client that
   * reads after the event finds it on every replica. Default: 0.
   */
  maxLagMs?: number;
}

const TYPE = 'content.hotels_changed';
const PAUSE_MS = 5_000;
/** Maximum number of hotels in one event. */
const PER_EVENT = 1_000;

/** Several processes may run this concurrently. */
export function startPublishingHotelChanges(parts: PublishingParts & { clock: Clock; log: Log }): Repetition {
  const { clock, log } = parts;
  return every(
    clock,
    PAUSE_MS,
    () => publishHotelChanges(parts),
    err => log.warn({ err }, 'could not publish hotel changes'),
  );
}

export async function publishHotelChanges(parts: PublishingParts): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    while (await publishBatch(parts, environment));
  }
}

/**
 * The events and the new mark are committed together, so a crashed run leaves nothing behind. Returns true if there may
 * be more changes.
 */
function publishBatch(
  { db, seal, maxLagMs = 0 }: PublishingParts,
  environment: Environment,
): Promise<boolean> {
  return inTransaction(db, async tx => {
    const unpublished = await lockMark(tx, environment, maxLagMs);
    if (unpublished === undefined) return false;
    const organisations = await listSubscribers(tx, environment, TYPE);
    // Without subscribers, the mark moves past the changes, so later subscribers do not receive them.
    const changed =
      organisations.length === 0 ? [] : await listUnpublished(tx, environment, unpublished, PER_EVENT);
    const [first, last] = [changed[0], changed.at(-1)];
    if (first !== undefined) {
      const hotelIds = [...new Set(changed.map(hotel => hotel.hotel_id))];
      const data = { hotelIds, updatedSince: isoTime(first.at.getTime()) };
      for (const organisationId of organisations) {
        await appendEvent(tx, seal, { organisationId, environment, type: TYPE, at: unpublished.now, data });
      }
    }
    const mayBeMore = last !== undefined && changed.length === PER_EVENT;
    await moveMark(tx, environment, mayBeMore ? last : { change_id: unpublished.newest + 1, hotel_id: '' });
    return mayBeMore;
  });
}
