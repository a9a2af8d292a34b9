/** Returns event bodies as endpoints would receive them, even if there is no endpoint. */
import { setTimeout as realDelay } from 'node:timers/promises';
import type { EventType } from '@serai/contract/events.ts';
import { peopleSafe } from '../../src/booking/bookings/people.ts';
import type { OutboxEventRow } from '../../src/platform/database/generated/tables.ts';
import { eventBody } from '../../src/platform/events/outbox-store.ts';
import type { ExampleApp } from './example-app.ts';

export interface Told {
  type: EventType;
  timestamp: string;
  data: { bookingId?: string };
}

export async function toldEvents({ app }: ExampleApp): Promise<Told[]> {
  const { seal } = peopleSafe(Buffer.alloc(32, 7));
  const rows = await app.database.ownerDb<OutboxEventRow[]>`
    SELECT * FROM outbox_event ORDER BY booking_id, version, type, at`;
  return rows.map(row => JSON.parse(eventBody(seal, row).toString('utf8')));
}

const TRIES = 1_500;
const PAUSE_MS = 20;

/** Waits until a job has recorded an event of this type. */
export async function untilTold(app: ExampleApp, type: EventType): Promise<void> {
  for (let i = 0; i < TRIES; i++) {
    if ((await toldEvents(app)).some(told => told.type === type)) return;
    await realDelay(PAUSE_MS);
  }
  throw new Error(`No event of the type ${type} was recorded.`);
}
