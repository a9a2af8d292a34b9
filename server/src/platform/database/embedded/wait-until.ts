/**
 * Polls while a real process starts or stops. Unlike `Clock`, its timer keeps this process alive and cannot be
 * controlled by a test clock.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';

const POLL_MS = 10;

/** True if the condition became true in time. */
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
