/** Keeps the server running: when it dies by itself, it is started again, and the connections heal. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLog } from '../database-log.ts';
import { type RunningServer, type RunServer, runServer } from './run-server.ts';

const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 5_000;

export interface SupervisedServer {
  recovered: boolean;
  stop(): Promise<void>;
}

export async function superviseServer(options: RunServer, log: DatabaseLog): Promise<SupervisedServer> {
  const first = await runServer(options);
  const stopping = new AbortController();
  let current: RunningServer | undefined = first;
  const watching = watch(first);

  async function watch(server: RunningServer): Promise<void> {
    await server.ended;
    current = undefined;
    let delayMs = FIRST_DELAY_MS;
    while (!stopping.signal.aborted) {
      log.error({ delayMs }, 'the embedded database ended by itself; starting it again');
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
      try {
        current = await runServer(options);
      } catch (error) {
        log.error({ error }, 'the embedded database did not start again');
        continue;
      }
      log.info({ recovered: current.recovered }, 'the embedded database runs again');
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
      // A restart may have been under way.
      await current?.stop();
    },
  };
}
