import { setTimeout as pause } from 'node:timers/promises';
import { FailedLoad } from './wrk.ts';

const MAX_TRIES = 5;
const PAUSE_MS = 5_000;

/** On a busy machine a server is right to shed load. Such a round is discarded and reported. */
export async function untilNoneFails<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof FailedLoad) || tries === MAX_TRIES) throw error;
      console.error(`${error.message}; the round is run again`);
      await pause(PAUSE_MS);
    }
  }
}
