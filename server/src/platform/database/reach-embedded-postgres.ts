/**
 * Connects a command to an embedded database: the database of the running service, or a database that is started for
 * the command.
 */
import { resolve } from 'node:path';
import { StartError } from '../start-error.ts';
import { DATABASE, SUPERUSER } from './embedded/create-cluster.ts';
import { lockFolder } from './embedded/data-folder.ts';
import { acceptsConnections } from './embedded/postmaster-file.ts';
import { socketFolderFor } from './embedded/socket-folder.ts';
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded/start-embedded-postgres.ts';

type Reached = Pick<EmbeddedPostgres, 'address' | 'stop'>;

export async function reachEmbeddedPostgres(options: EmbeddedOptions): Promise<Reached> {
  return (await findRunning(resolve(options.dataDir))) ?? startEmbeddedPostgres(options);
}

/** A server without an owner is left over from a crash. Starting the database handles this case. */
async function findRunning(dataDir: string): Promise<Reached | undefined> {
  const { socketPath } = socketFolderFor(dataDir);
  if (!(await acceptsConnections(socketPath)) || !hasOwner(dataDir)) return undefined;
  return { address: { socketPath, user: SUPERUSER, database: DATABASE }, stop: async () => {} };
}

function hasOwner(dataDir: string): boolean {
  try {
    lockFolder(dataDir).release();
    return false;
  } catch (error) {
    if (error instanceof StartError) return true;
    throw error;
  }
}
