/**
 * The roles of a process. A single process can have all roles. Processes with separate roles share a PostgreSQL server.
 */
import { StartError } from './platform/start-error.ts';
import type { Settings } from './settings-table.ts';

export const PROCESS_ROLES = ['all', 'gateway', 'backend', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

export const runsGateway = (role: ProcessRole): boolean => role === 'all' || role === 'gateway';
export const runsBackend = (role: ProcessRole): boolean => role === 'all' || role === 'backend';
export const runsJobs = (role: ProcessRole): boolean => role === 'all' || role === 'worker';

/** Before anything is started, rejects settings with which the role cannot work. */
export function checkRole(role: ProcessRole, settings: Settings): void {
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
