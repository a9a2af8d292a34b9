/** How a worker thread is connected to the main thread. */
import type { DatabaseAddress } from '../../platform/database/database-address.ts';
import type { ThreadChannel } from '../../platform/threads/thread-channel.ts';
import type { Settings } from '../../settings-table.ts';
import type { StartedDatabase } from '../../start-database.ts';

/** What the main thread passes to a worker thread. */
export interface WorkerData {
  /** From 2 on. The main thread has the number 1. */
  number: number;
  settings: Settings;
  address: DatabaseAddress;
  kind: StartedDatabase['kind'];
  /** The id under which the process is listed as a node. */
  nodeId: string;
  /** The port of the API. */
  port: number;
  /** How the time of the rate limit counters follows from the monotonic time. Undefined if they are in Redis. */
  limiterTime: { shiftMs: number; originMs: number } | undefined;
}

export interface WorkerLinks extends WorkerData {
  channel: ThreadChannel;
}

/** Calls of a worker to the main thread. */
export const MAIN_CALLS = {
  /** Before the worker accepts connections. */
  serving: 'serving',
  ready: 'ready',
  log: 'log',
  findSlot: 'find rate limit counters',
  placeIndex: 'place index',
  unready: 'failing readiness checks',
  takeBudget: 'take from call budget',
  throttled: 'call budget throttled',
  findTokens: 'tokens of an offer',
} as const;

/** Calls of the main thread to a worker. */
export const WORKER_CALLS = {
  /** Shows that the event loop of the worker is not blocked. */
  ping: 'ping',
  stop: 'stop',
  metrics: 'metrics',
  ownTokens: 'own tokens of an offer',
  droppedRows: 'dropped rows',
} as const;

/** Messages to all threads. */
export const TOPICS = {
  keysChanged: 'keys changed',
  partnerChanged: 'partner changed',
  connectionsChanged: 'connections changed',
  hotelInvalidated: 'hotel invalidated',
} as const;

/** The channel on which the threads of a process hear each other. */
export function broadcastName(nodeId: string): string {
  return `serai ${nodeId}`;
}
