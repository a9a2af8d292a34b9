/** Stops a process in order. Current work may finish within a time limit. */
import type { App } from './app.ts';
import { type Clock, sleep } from './platform/clock.ts';

/** Time for everything after the last request: jobs, open calls to providers, logs and connections. */
const PUTTING_AWAY_MS = 60_000;

interface StopParts {
  app: Pick<App, 'stop'>;
  /** How long requests may take after the shutdown begins. */
  requestsMs: number;
  /** Resolves when the operator requests an immediate stop. */
  insisted: Promise<unknown>;
  clock: Clock;
}

/** Returns the exit code: 0 after a complete shutdown, 1 if the shutdown was aborted. */
export function stopApp({ app, requestsMs, insisted, clock }: StopParts): Promise<number> {
  const late = sleep(clock, requestsMs + PUTTING_AWAY_MS);
  return Promise.race([app.stop().then(() => 0), insisted.then(() => 1), late.then(() => 1)]);
}
