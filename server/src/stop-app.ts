/** Stops a process in order, with time for current work, but within a time limit. */
import type { App } from './app.ts';
import { type Clock, sleep } from './platform/clock.ts';

/** For what follows the last request: jobs, open calls to providers, logs, connections. */
const PUTTING_AWAY_MS = 60_000;

interface StopParts {
  app: Pick<App, 'stop'>;
  /** How long requests may take, from the beginning of the shutdown. */
  requestsMs: number;
  /** Resolves if the operator insists. */
  insisted: Promise<unknown>;
  clock: Clock;
}

/** The exit code: 0 after a complete shutdown, 1 if it was cut off. */
export function stopApp({ app, requestsMs, insisted, clock }: StopParts): Promise<number> {
  const late = sleep(clock, requestsMs + PUTTING_AWAY_MS);
  return Promise.race([app.stop().then(() => 0), insisted.then(() => 1), late.then(() => 1)]);
}
