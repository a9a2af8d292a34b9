/** Runs one server process until it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readPostmasterFile } from './postmaster-file.ts';
import type { RunAs } from './run-as.ts';
import type { ServerLog } from './server-log.ts';
import type { ServerSettings } from './server-settings.ts';
import { endProcess } from './stop-left-over.ts';
import { waitUntil } from './wait-until.ts';

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
  /** Whether the server had to recover after a crash. */
  recovered: boolean;
  /** Settles when the process ends for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Resolves when the server accepts connections. Throws an `Error` with the output of the server. */
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

/** Starts the server in a separate session, so that Ctrl-C in a terminal reaches only us. The database must stop last. */
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
