/** Events, written in the transaction of their cause and told later. What they say is sealed: it may name people. */
import type { EventType } from '@serai/contract/events.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../database/connect.ts';
import { newReferenceId } from '../ids/reference-id.ts';
import type { Seal } from '../secrets/seal.ts';

const PURPOSE = 'outbox event';

export interface NewEvent {
  organisationId: string;
  environment: Environment;
  type: EventType;
  at: Date;
  bookingId?: string;
  version?: number;
  /** The member `data` of the event. */
  data: unknown;
  /** Forced on its deliveries. */
  scenario?: string | undefined;
}

export async function appendEvent(tx: Database, seal: Seal, event: NewEvent): Promise<string> {
  const {
    organisationId,
    environment,
    type,
    at,
    bookingId = null,
    version = null,
    data,
    scenario = null,
  } = event;
  const eventId = newReferenceId('evt');
  await tx`
    INSERT INTO outbox_event (event_id, organisation_id, environment, type, at, booking_id, version, data, scenario)
    VALUES (${eventId}, ${organisationId}, ${environment}, ${type}, ${at}, ${bookingId}, ${version},
            ${seal.seal(PURPOSE, Buffer.from(JSON.stringify(data)))}, ${scenario})`;
  return eventId;
}

/** The member `data` as it was told. */
export function openEventData(seal: Seal, sealed: Buffer): unknown {
  return JSON.parse(seal.open(PURPOSE, sealed).toString('utf8'));
}
