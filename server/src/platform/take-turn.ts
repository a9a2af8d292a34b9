/**
 * Splits long work into turns, with one pass of the event loop between them. A booking then waits for one search
 * instead of all searches that arrived with it, and many small tasks do not block the event loop together.
 */
import { systemClock } from './clock.ts';

/** The weight of the latest turn in the moving average. */
const WEIGHT = 0.2;
/**
 * A longer turn means that the process was paused. The event loop delay already shows the pause, which would distort
 * the average for too long.
 */
const LONGEST_TURN_MS = 200;

let last = Promise.resolve();
let waiting = 0;
let meanMs = 0;
/** When the latest turn began. Undefined if no further turn follows. */
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
 * Estimates how long a new caller would wait for its turn. The event loop delay does not show this wait, so there is no
 * other measure of it.
 */
export function turnWaitMs(): number {
  return waiting * meanMs;
}
