/** Periodically reads a value from the database, so that rendering the metrics never waits for it. */
import type { Clock } from '../clock.ts';
import { every } from '../every.ts';
import type { Log } from '../log.ts';

const PAUSE_MS = 15_000;

export interface Watch<T> {
  /** Undefined while the value cannot be read. */
  latest(): T | undefined;
  stop(): Promise<void>;
}

export interface WatchParts {
  clock: Clock;
  log: Log;
}

/** `what` names the value in log messages. Resolves after the first read, even if it fails. */
export async function watch<T>(
  what: string,
  read: () => Promise<T>,
  { clock, log }: WatchParts,
): Promise<Watch<T>> {
  let latest: T | undefined;
  const readNow = async () => {
    latest = await read();
  };
  const onError = (err: unknown) => {
    latest = undefined;
    log.warn({ err }, `${what} could not be read for the metrics`);
  };
  await readNow().catch(onError);
  const repetition = every(clock, PAUSE_MS, readNow, onError);
  return { latest: () => latest, stop: () => repetition.stop() };
}
