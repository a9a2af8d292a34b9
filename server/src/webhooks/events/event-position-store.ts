import type { Database } from '../../platform/database/connect.ts';
import type { ListPosition } from '../endpoints/stored-endpoint-store.ts';

/** The position of an event in the list of events. */
export async function findEventPosition(
  db: Database,
  organisationId: string,
  eventId: string,
): Promise<ListPosition | undefined> {
  const [position] = await db<ListPosition[]>`
    SELECT at, event_id AS id FROM outbox_event
    WHERE event_id = ${eventId} AND organisation_id = ${organisationId}`;
  return position;
}
