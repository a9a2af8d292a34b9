/**
 * Runs the background work for webhooks: delivers events, watches failing endpoints and deletes old rows. Any number of
 * processes may run it.
 */
import { randomFraction } from '../platform/backoff.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Seal } from '../platform/secrets/seal.ts';
import { DeliveryWorker } from './deliveries/delivery-worker.ts';
import { deleteLeftBehind, deleteOldEvents, deleteOldNotices } from './deliveries/tidy-store.ts';
import { holdStragglers, releaseStragglers } from './endpoints/endpoint-status-store.ts';
import { watchBehaviour } from './notices/behaviour-store.ts';
import { endLimitNotices } from './notices/limit-notices-store.ts';
import { watchFailing } from './notices/watch-failing.ts';
import type { Sender } from './sending/sender.ts';

export interface WebhookJobOptions {
  db: Database;
  seal: Seal;
  sender: Sender;
  clock: Clock;
  log: Log;
  /** While this returns true, nothing new is sent. */
  isHeld?: (() => boolean) | undefined;
}

export interface WebhookJobs {
  stop(): Promise<void>;
}

const HOLD_MS = 5_000;
const WATCH_MS = 30_000;
const TIDY_MS = 60_000;
const BEHAVIOUR_MS = 3_600_000;
/** Maximum number of consecutive batches of one kind. The rest waits for the next run. */
const TIDY_BATCHES = 100;

export function startWebhookJobs(options: WebhookJobOptions): WebhookJobs {
  const { db, sender, clock, log } = options;
  const worker = new DeliveryWorker({ ...options, random: randomFraction });
  worker.start();
  const repeat = (pauseMs: number, what: string, task: () => Promise<void>) =>
    every(clock, pauseMs, task, err => log.warn({ err }, `${what} failed`));
  const repetitions = [
    repeat(HOLD_MS, 'holding webhook deliveries', async () => {
      await holdStragglers(db);
      await releaseStragglers(db);
    }),
    repeat(WATCH_MS, 'watching webhook endpoints', () => watchFailing(db)),
    repeat(WATCH_MS, 'ending limit notices', () => endLimitNotices(db)),
    repeat(BEHAVIOUR_MS, 'watching usage', () => watchBehaviour(db)),
    repeat(TIDY_MS, 'deleting old webhook data', () => tidyWebhooks(db)),
  ];
  return {
    async stop() {
      await Promise.all([worker.stop(), ...repetitions.map(each => each.stop())]);
      sender.close();
    },
  };
}

export async function tidyWebhooks(db: Database): Promise<void> {
  for (const batch of [deleteOldEvents, deleteLeftBehind, deleteOldNotices]) {
    for (let i = 0; i < TIDY_BATCHES && (await batch(db)) > 0; i++);
  }
}
