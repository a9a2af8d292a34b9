/**
 * Long work takes turns, one piece between two looks at the network: whoever comes with a booking waits for one search, not for all
 * that arrived with it, and many small pieces do not look like one that holds everybody up.
 */
import { systemClock } from './clock.ts';

/** How much the latest turn counts in the mean. */
const WEIGHT = 0.2;
/** What took longer was no turn: the process stood still, which the event loop tells. As a mean it would outlast the moment. */
const LONGEST_TURN_MS = 200;

let last = Promise.resolve();
let waiting = 0;
let meanMs = 0;
/** When the latest turn began, as long as another follows it at once. */
let beganMs: number | undefined;

export function takeTurn(): Promise<void> {
  waiting++;
  last = last.then(() => new Promise(resolve => setImmediate(begin, resolve)));
  return last;
}

function begin(run: () => void): void {
  const nowMs = systemClock.monotonicMs();
  if (beganMs !== undefined) meanMs += WEIGHT * (Math.min(nowMs - beganMs, LONGEST_TURN_MS) - meanMs);
  waiting--;
  beganMs = waiting > 0 ? nowMs : undefined;
  run();
}

/**
 * About how long whoever asks now would wait for a turn. Work that takes turns never makes the event loop late, so
 * this is how its queue is seen.
 */
export function turnWaitMs(): number {
  return waiting * meanMs;
}
