/** The end of a process: in order and with time for what is under way, but never without an end. */
import type { App } from './app.ts';
import { type Clock, sleep } from './platform/clock.ts';

/** For what follows the last request: jobs, open calls to providers, logs, connections. */
const PUTTING_AWAY_MS = 60_000;

interface StopParts {
  app: Pick<App, 'stop'>;
  /** How long requests may take, from the first moment on. */
  requestsMs: number;
  /** Resolves when somebody insists. */
  insisted: Promise<unknown>;
  clock: Clock;
}

/** The exit code: 0 when everything was put away, 1 when it was cut off. */
export function stopApp({ app, requestsMs, insisted, clock }: StopParts): Promise<number> {
  const late = sleep(clock, requestsMs + PUTTING_AWAY_MS);
  return Promise.race([app.stop().then(() => 0), insisted.then(() => 1), late.then(() => 1)]);
}
