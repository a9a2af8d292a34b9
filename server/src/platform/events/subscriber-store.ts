/** Subscribers of an event type, for events that do not belong to one organisation. */
import type { EventType } from '@serai/contract/events.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../database/connect.ts';

/** Organisations with an endpoint that subscribes to the type. Includes endpoints that are not enabled, whose events are held. */
export async function listSubscribers(
  db: Database,
  environment: Environment,
  type: EventType,
): Promise<string[]> {
  const rows = await db<{ organisation_id: string }[]>`
    SELECT DISTINCT organisation_id FROM webhook_endpoint
    WHERE environment = ${environment} AND ${type} = ANY (event_types) ORDER BY organisation_id`;
  return rows.map(row => row.organisation_id);
}
