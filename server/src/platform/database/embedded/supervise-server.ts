/** Keeps the server running. If the server ends unexpectedly, it is restarted and connections recover. */

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLog } from '../database-log.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import type { RunAs } from './run-as.ts';
import type { ServerLog } from './server-log.ts';
import type { ServerSettings } from './server-settings.ts';
import { endProcess, waitUntil } from './stop-left-over.ts';

const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 5_000;

export interface SupervisedServer {
  recovered: boolean;
  stop(): Promise<void>;
}

interface SuperviseServer extends ServerOptions {
  /** Called before each start. */
  prepare(): Promise<void>;
  log: DatabaseLog;
}

/** PostgreSQL's error message while the processes of its predecessor are still ending. */
const PREDECESSOR = /lock file .* already exists|pre-existing shared memory block/;
const MAX_FIRST_TRIES = 8;

export async function superviseServer(options: SuperviseServer): Promise<SupervisedServer> {
  const { log } = options;
  const first = await startFirst(options);
  const stopping = new AbortController();
  let current: RunningServer | undefined = first;
  const watching = watch(first);

  async function watch(server: RunningServer): Promise<void> {
    await server.ended;
    current = undefined;
    let delayMs = FIRST_DELAY_MS;
    while (!stopping.signal.aborted) {
      log.error({ delayMs }, 'the embedded database stopped unexpectedly and is being restarted');
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
      try {
        await options.prepare();
        current = await runServer(options);
      } catch (error) {
        log.error({ err: error }, 'the embedded database could not be restarted');
        continue;
      }
      log.info({ recovered: current.recovered }, 'the embedded database is running again');
      await current.ended;
      current = undefined;
      delayMs = FIRST_DELAY_MS;
    }
  }

  return {
    recovered: first.recovered,
    async stop() {
      stopping.abort();
      await current?.stop();
      await watching;
      // Stops the server again, because a restart may have been in progress.
      await current?.stop();
    },
  };
}

async function startFirst(options: SuperviseServer): Promise<RunningServer> {
  let delayMs = FIRST_DELAY_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      await options.prepare();
      return await runServer(options);
    } catch (error) {
      if (attempt === MAX_FIRST_TRIES || !PREDECESSOR.test((error as Error).message)) throw error;
      await delay(delayMs);
      delayMs *= 2;
    }
  }
}

/** Recovery after a crash may have to replay a gigabyte of WAL. */
const READY_TIMEOUT_MS = 600_000;

export interface ServerOptions {
  postgres: string;
  runAs: RunAs;
  clusterDir: string;
  settings: ServerSettings;
  serverLog: ServerLog;
}

export interface RunningServer {
  recovered: boolean;
  /** Settles when the process ends for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Resolves when the server accepts connections. If it does not start, throws an `Error` with the server's output. */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  const { clusterDir, serverLog } = options;
  const logStart = await serverLog.sizeBytes();
  const child = spawnServer(options);
  let running = true;
  let spawnFailure = '';
  const ended = new Promise<void>(resolve => {
    child.once('error', error => {
      spawnFailure = error.message;
      resolve();
    });
    child.once('exit', () => resolve());
  }).then(() => {
    running = false;
    process.removeListener('exit', endWithUs);
  });
  const endWithUs = () => void child.kill('SIGINT');
  process.once('exit', endWithUs);

  const isReady = () => {
    const file = readPostmasterFile(clusterDir);
    return file !== undefined && file.pid === child.pid && file.status === 'ready';
  };
  await waitUntil(() => !running || isReady(), READY_TIMEOUT_MS);
  const said = await serverLog.since(logStart);
  const stop = async () => {
    if (running && child.pid !== undefined) await endProcess(child.pid);
    await ended;
  };
  if (!running || !isReady()) {
    await stop();
    throw new Error(said || spawnFailure);
  }
  return { recovered: said.includes('not properly shut down'), ended, stop };
}

/**
 * Starts the server in a separate session, so that Ctrl-C in a terminal only reaches this process. The database must
 * stop last.
 */
function spawnServer({ postgres, runAs, clusterDir, settings, serverLog }: ServerOptions): ChildProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = [...runAs.prefix, postgres, '-D', clusterDir, ...flags];
  return spawn(command, args, {
    ...runAs.spawn,
    cwd: '/',
    detached: true,
    stdio: ['ignore', serverLog.descriptor, serverLog.descriptor],
  });
}
