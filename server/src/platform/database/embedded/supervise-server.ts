/** Keeps the server running: if it ends unexpectedly, it is restarted, and connections recover. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLog } from '../database-log.ts';
import { type RunningServer, runServer, type ServerOptions } from './run-server.ts';

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

/** The message of PostgreSQL while the processes of its predecessor are still ending. */
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
      log.error({ delayMs }, 'the embedded database ended unexpectedly and is restarted');
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
      // A restart may have been in progress.
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
