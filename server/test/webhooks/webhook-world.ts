/** Webhooks with a separate database, simulated time and the real sender. */
import { randomBytes } from 'node:crypto';
import type { EventType } from '@serai/contract/events.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { appendEvent, type NewEvent } from '../../src/platform/events/outbox-store.ts';
import { createLog } from '../../src/platform/log.ts';
import { createSeal, type Seal } from '../../src/platform/secrets/seal.ts';
import { DeliveryWorker, type DeliveryWorkerOptions } from '../../src/webhooks/deliveries/delivery-worker.ts';
import { createEndpoint, type NewEndpoint } from '../../src/webhooks/endpoints/endpoint-store.ts';
import { createSender, type Sender } from '../../src/webhooks/sending/sender.ts';
import { targetPolicy } from '../../src/webhooks/targets/target-policy.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { type SimulatedTime, simulateTime } from '../simulated-time.ts';

export interface WebhookWorld {
  database: TestDatabase;
  db: Database;
  time: SimulatedTime;
  seal: Seal;
  sender: Sender;
  /** The dependencies of a worker, which a test may replace. */
  parts: DeliveryWorkerOptions;
  endpoint(url: string, made?: Partial<NewEndpoint>): Promise<string>;
  /** Returns the ID of the event. */
  event(made?: Partial<NewEvent>, tx?: Database): Promise<string>;
  worker(options?: Partial<DeliveryWorkerOptions>): DeliveryWorker;
  clean(): Promise<void>;
  drop(): Promise<void>;
}

export const ORGANISATION = 'org_a';
const TYPES: EventType[] = ['booking.confirmed', 'booking.cancelled', 'content.hotels_changed'];

export async function openWebhookWorld(): Promise<WebhookWorld> {
  const database = await testDatabase();
  const time = await simulateTime(database.ownerDb);
  await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('org_a', 'A'), ('org_b', 'B')`;
  const seal = createSeal(randomBytes(32));
  const sender = createSender({ policy: targetPolicy(['127.0.0.1'], [443]), clock: time.clock });
  const parts = {
    db: database.db,
    seal,
    sender,
    clock: time.clock,
    log: createLog('silent'),
    random: () => 0.5,
  };
  const workers: DeliveryWorker[] = [];
  const environment: Environment = 'sandbox';
  return {
    database,
    db: database.db,
    time,
    seal,
    sender,
    parts,
    async endpoint(url, made = {}) {
      const { endpoint } = await createEndpoint(database.db, seal, {
        organisationId: ORGANISATION,
        environment,
        url,
        eventTypes: TYPES,
        createdBy: 'operator-token',
        createdByStaff: true,
        ...made,
      });
      return endpoint.endpointId;
    },
    event: (made = {}, tx = database.db) =>
      appendEvent(tx, seal, {
        organisationId: ORGANISATION,
        environment,
        type: 'booking.confirmed',
        at: new Date(time.databaseNowMs()),
        data: { word: 'größe' },
        ...made,
      }),
    worker(options = {}) {
      const worker = new DeliveryWorker({ ...parts, ...options });
      workers.push(worker);
      return worker;
    },
    async clean() {
      await Promise.all(workers.splice(0).map(worker => worker.stop(0)));
      await database.ownerDb.script(
        'TRUNCATE webhook_endpoint, webhook_secret, webhook_slot, webhook_delivery, webhook_attempt, webhook_deleted, notice, outbox_event',
      );
    },
    async drop() {
      await Promise.all(workers.map(worker => worker.stop(0)));
      sender.close();
      await database.drop();
    },
  };
}
