/**
 * The roles of a process. A single process can have all roles. Processes with separate roles share a PostgreSQL server.
 */
import { availableParallelism } from 'node:os';
import { StartError } from './platform/start-error.ts';
import { memoryBytes } from './platform/threads/memory.ts';
import type { Settings } from './settings-table.ts';

export const PROCESS_ROLES = ['all', 'gateway', 'backend', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

export const runsGateway = (role: ProcessRole): boolean => role === 'all' || role === 'gateway';
export const runsBackend = (role: ProcessRole): boolean => role === 'all' || role === 'backend';
export const runsJobs = (role: ProcessRole): boolean => role === 'all' || role === 'worker';

/** Only Linux distributes the connections of one port among several threads. */
const CAN_SHARE_PORTS = process.platform === 'linux';

/** A busy thread may need this much memory. */
const BYTES_PER_THREAD = 512 * 2 ** 20;

/** With less, a thread would fail under load. More than V8's own default is not needed. */
const LEAST_HEAP_MB = 384;
const MOST_HEAP_MB = 4_096;

/** The number of threads that serve the API. Only a process with all roles has more than one. */
export function threadsOf(settings: Pick<Settings, 'SERAI_PROCESSES'>, role: ProcessRole = 'all'): number {
  if (role !== 'all') return 1;
  return settings.SERAI_PROCESSES ?? (CAN_SHARE_PORTS ? defaultThreads(memoryBytes()) : 1);
}

/** One thread per core, unless the memory is too small for them. */
export function defaultThreads(memory: number, cores: number = availableParallelism()): number {
  return Math.max(1, Math.min(cores, Math.floor(memory / BYTES_PER_THREAD)));
}

/** The maximum young generation of a worker thread. It is the default of V8, and in addition to the maximum heap. */
export const YOUNG_HEAP_MB = 96;

/**
 * The maximum heap of a worker thread without its young generation. Both are its share of three quarters of the memory.
 */
export function maxHeapMb(threads: number, memory: number = memoryBytes()): number {
  const share = Math.floor((memory * 0.75) / threads / 2 ** 20) - YOUNG_HEAP_MB;
  return Math.min(MOST_HEAP_MB, Math.max(LEAST_HEAP_MB, share));
}

/** Before anything is started, rejects settings with which the role cannot work. */
export function checkRole(role: ProcessRole, settings: Settings): void {
  if (!CAN_SHARE_PORTS && threadsOf(settings, role) > 1) {
    throw new StartError(
      'Several threads can serve the API only on Linux.',
      'Set SERAI_PROCESSES=1, or start without this setting.',
    );
  }
  if (settings.DATABASE_READ_URLS.length > 0 && settings.DATABASE_URL === undefined) {
    throw new StartError(
      'DATABASE_READ_URLS is set, but the embedded database has no replicas.',
      'Set DATABASE_URL to the primary server, or unset DATABASE_READ_URLS.',
    );
  }
  if (role === 'all') return;
  if (settings.DATABASE_URL === undefined) {
    throw new StartError(
      `The role ${role} shares its database with other processes.`,
      'Set DATABASE_URL to the same PostgreSQL server for all of them.',
    );
  }
  if (settings.SERAI_MASTER_KEY === undefined) {
    throw new StartError(
      `The role ${role} shares its secrets with other processes.`,
      'Set the same SERAI_MASTER_KEY for all of them. Create one with: openssl rand -base64 32',
    );
  }
  if (role === 'gateway' && settings.SERAI_BACKEND_URLS.length === 0) {
    throw new StartError(
      'A gateway needs the URLs of its backends.',
      'Set SERAI_BACKEND_URLS, for example http://127.0.0.1:8090',
    );
  }
}
