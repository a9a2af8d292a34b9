/**
 * Polls while a real process starts or stops. Unlike `Clock`, its timer keeps this process alive, and a test's
 * clock must not drive it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';

const POLL_MS = 10;

/** True when the condition came about in time. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const endMs = systemClock.monotonicMs() + timeoutMs;
  while (!(await condition())) {
    if (systemClock.monotonicMs() >= endMs) return false;
    await delay(POLL_MS);
  }
  return true;
}
