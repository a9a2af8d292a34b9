/**
 * Receives database notifications on a separate connection. Notifications only save time, so callers must also poll.
 */
import { exponentialBackoffMs } from '../backoff.ts';
import { sleep, systemClock } from '../clock.ts';
import { type Connection, type DriverOptions, openConnection } from './connection/connection.ts';
import { type DatabaseAddress, driverAddress } from './database-address.ts';

export interface Listening {
  stop(): Promise<void>;
}

const ANSWER_MS = 10_000;
const RECONNECT = { firstMs: 100, maxMs: 2_000 };

/** Calls `onNotify` when a notification arrives and whenever the connection is established. Never throws. */
export function listen(address: DatabaseAddress, channel: string, onNotify: () => void): Listening {
  const stopped = new AbortController();
  const driver: DriverOptions & { onnotify(): void } = {
    ...driverAddress(address),
    onnotice: () => {},
    onnotify: () => onNotify(),
    connection: { application_name: 'serai listen' },
  };
  let connection: Connection | undefined;

  // The driver's own `listen` stops permanently if its first attempt to reconnect fails.
  async function keepListening(): Promise<void> {
    let failures = 0;
    while (!stopped.signal.aborted) {
      const broken = Promise.withResolvers<void>();
      connection = openConnection(driver, {
        silenceMs: ANSWER_MS,
        clock: systemClock,
        onBroken: broken.resolve,
      });
      try {
        await connection.run(sql => sql`LISTEN ${sql(channel)}`);
        failures = 0;
        onNotify();
        await broken.promise;
      } catch {
        // The database is unavailable. The loop tries again.
      }
      failures += 1;
      await sleep(systemClock, exponentialBackoffMs(failures, RECONNECT), stopped.signal);
    }
  }

  const listening = keepListening();
  return {
    async stop() {
      stopped.abort();
      connection?.discard();
      await listening;
    },
  };
}
