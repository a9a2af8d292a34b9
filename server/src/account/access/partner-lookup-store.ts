/** Finds the organisation that owns an object, for staff who name only the object. */
import type { PartnerKey } from '@serai/contract/operator-operation.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';

type OwnerQuery = (db: Database, id: string) => Statement<{ organisation_id: string }[]>;

const OWNERS: Record<Exclude<PartnerKey, 'endpointIds'>, OwnerQuery> = {
  bookingId: (db, id) => db`SELECT organisation_id FROM booking WHERE booking_id = ${id}`,
  deliveryId: (db, id) => db`SELECT organisation_id FROM webhook_delivery WHERE delivery_id = ${id}`,
  endpointId: (db, id) => db`SELECT organisation_id FROM webhook_endpoint WHERE endpoint_id = ${id}`,
  eventId: (db, id) => db`SELECT organisation_id FROM outbox_event WHERE event_id = ${id}`,
  keyId: (db, id) => db`SELECT organisation_id FROM api_key WHERE id = ${id}`,
  memberId: (db, id) => db`SELECT organisation_id FROM member WHERE id = ${id}`,
};

export async function findOwner(
  db: Database,
  key: keyof typeof OWNERS,
  id: string,
): Promise<string | undefined> {
  const [row] = await OWNERS[key](db, id);
  return row?.organisation_id;
}
