/**
 * The embedded database: a real PostgreSQL server as a child process. It listens on a Unix socket and keeps its files
 * in the data folder. It must be stopped last.
 */
import { lstat, mkdir, rm, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartError } from '../../start-error.ts';
import type { DatabaseAddress } from '../database-address.ts';
import type { DatabaseLog } from '../database-log.ts';
import { createCluster, DATABASE, SUPERUSER } from './create-cluster.ts';
import { changeOwner, checkFolderOwner, lockFolder } from './data-folder.ts';
import { findBinaries } from './find-binaries.ts';
import { chooseRunAs } from './run-as.ts';
import { openServerLog } from './server-log.ts';
import { type ServerSettings, serverSettings } from './server-settings.ts';
import { prepareSocketFolder, socketFolderFor } from './socket-folder.ts';
import { stopLeftOver } from './stop-left-over.ts';
import { superviseServer } from './supervise-server.ts';

export interface EmbeddedOptions {
  /** The folder for all database files. It is created if it is missing. */
  dataDir: string;
  log: DatabaseLog;
  /** PostgreSQL settings to add or replace, by name. */
  settings?: ServerSettings;
}

export interface EmbeddedPostgres {
  address: DatabaseAddress;
  /** True if the last run ended without a shutdown and the server recovered from its WAL. */
  recovered: boolean;
  /** May be called more than once. */
  stop(): Promise<void>;
}

/** The folder of the embedded database inside the data folder. It does not exist before the first start. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  try {
    return await start({ ...options, dataDir });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw await explainFailure('The embedded database did not start', (error as Error).message, dataDir);
  }
}

async function start({ dataDir, log, settings = {} }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const clusterDir = clusterFolder(dataDir);
  const socket = socketFolderFor(dataDir);
  const binaries = await findBinaries();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const clusterOwner = await checkFolderOwner(dataDir, clusterDir);
  const lock = lockFolder(dataDir);
  try {
    const runAs = await chooseRunAs({ postgres: binaries.postgres, dataDir, clusterOwner });
    if ((await lstat(clusterDir).catch(() => undefined)) === undefined) {
      const sync = settings.fsync !== 'off';
      await createCluster({ binaries, runAs, dataDir, clusterDir, sync });
    } else if (clusterOwner !== runAs.owner.uid) {
      await changeOwner(clusterDir, runAs.owner);
    }
    const serverLog = openServerLog(dataDir, log);
    const prepare = async () => {
      await stopLeftOver(clusterDir, socket.socketPath, log);
      await prepareSocketFolder(socket.folder, runAs.owner);
    };
    const server = await superviseServer({
      postgres: binaries.postgres,
      runAs,
      clusterDir,
      settings: serverSettings(socket.folder, runAs.owner, settings),
      serverLog,
      prepare,
      log,
    }).catch(async error => {
      await serverLog.close();
      throw error;
    });
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      await server.stop();
      await serverLog.close();
      await rm(socket.folder, { recursive: true, force: true });
      lock.release();
    };
    return {
      address: { socketPath: socket.socketPath, user: SUPERUSER, database: DATABASE },
      recovered: server.recovered,
      stop: () => {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const LAST_LINES = 12;
const FULL = /No space left on device|Check free disk space|Disk quota exceeded|ENOSPC|EDQUOT/;
const FORBIDDEN = /EACCES|EPERM|EROFS|Permission denied|Read-only file system/;

export async function explainFailure(what: string, output: string, dataDir: string): Promise<StartError> {
  const lines = output.trim().split('\n').slice(-LAST_LINES).join('\n');
  if (FULL.test(output)) {
    return new StartError(
      `${what}: the disk with ${dataDir} is full (${await freeSpace(dataDir)} free).`,
      'Free some space, or move the data folder with SERAI_DATA_DIR, then start again. No confirmed data is lost.',
    );
  }
  if (FORBIDDEN.test(output)) {
    return new StartError(
      `${what}: this user is not allowed to write to ${dataDir}.\n${lines}`,
      `Make the user that runs Serai the owner of the folder (\`chown -R <user> '${dataDir}'\`), or choose another folder with SERAI_DATA_DIR.`,
    );
  }
  return new StartError(
    `${what}. Output:\n${lines}`,
    `The complete log is in ${dataDir}/postgres.log. If you cannot fix this, set DATABASE_URL to a PostgreSQL server.`,
  );
}

async function freeSpace(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  return `${Math.floor((bavail * bsize) / 2 ** 20)} MB`;
}
