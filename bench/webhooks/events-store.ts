import type { Database } from '../../server/src/platform/database/connect.ts';
import { appendEvent } from '../../server/src/platform/events/outbox-store.ts';
import type { Seal } from '../../server/src/platform/secrets/seal.ts';
import { createEndpoint } from '../../server/src/webhooks/endpoints/endpoint-store.ts';

export const organisationOf = (number: number) => `org_${number}`;

export async function writeEndpoints(owner: Database, seal: Seal, count: number, url: string): Promise<void> {
  for (let number = 0; number < count; number++) {
    const organisationId = organisationOf(number);
    await owner`INSERT INTO organisation (id, name) VALUES (${organisationId}, 'Benchmark')`;
    await createEndpoint(owner, seal, {
      organisationId,
      environment: 'sandbox',
      url,
      eventTypes: ['booking.confirmed'],
      createdBy: 'benchmark',
      createdByStaff: true,
    });
  }
}

/** Returns the id of the committed event. */
export function writeEvent(db: Database, seal: Seal, organisation: number, data: unknown): Promise<string> {
  return appendEvent(db, seal, {
    organisationId: organisationOf(organisation),
    environment: 'sandbox',
    type: 'booking.confirmed',
    at: new Date(),
    data,
  });
}

let made = 0;

/** Copies the newest event to the first organisations in turn, in the format that `appendEvent` writes. */
export async function writeBacklog(owner: Database, events: number, organisations: number): Promise<void> {
  const from = made + 1;
  made += events;
  await owner`
    WITH model AS (SELECT * FROM outbox_event ORDER BY at DESC LIMIT 1), event AS (
      INSERT INTO outbox_event (event_id, organisation_id, environment, type, at, data)
      SELECT 'evt_' || number, 'org_' || number % ${organisations}::int, model.environment, model.type, serai_now(), model.data
      FROM generate_series(${from}::int, ${made}::int) AS number, model
      RETURNING *
    )
    INSERT INTO webhook_delivery
      (delivery_id, event_id, endpoint_id, organisation_id, environment, type, status, created_at, next_attempt_at)
    SELECT webhook_delivery_id(event_id, endpoint_id), event_id, endpoint_id, event.organisation_id, event.environment, type,
           'PENDING', serai_now(), serai_now()
    FROM event JOIN webhook_endpoint AS endpoint USING (organisation_id)`;
  await owner.script('VACUUM (ANALYZE) webhook_delivery, outbox_event, webhook_attempt, webhook_slot');
}

export async function countUndelivered(owner: Database): Promise<number> {
  const [row] = await owner<{ n: number }[]>`
    SELECT count(*)::int AS n FROM webhook_delivery WHERE status <> 'DELIVERED'`;
  return row?.n ?? 0;
}
