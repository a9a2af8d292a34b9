import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createFailureDelay } from './failure-delay.ts';

/** Measures how long the response to a failure is delayed, in steps of 50 ms. */
async function waitMs(clock: ManualClock, failed: Promise<void>): Promise<number> {
  let over = false;
  const done = failed.then(() => {
    over = true;
  });
  let waited = 0;
  for (; ; waited += 50) {
    await new Promise(resolve => setImmediate(resolve));
    if (over) break;
    clock.advance(50);
  }
  await done;
  return waited;
}

describe('wrong credentials', () => {
  it('wrong credentials increasingly slow down their own address, up to two seconds, and no other address', async () => {
    const clock = new ManualClock();
    const delay = createFailureDelay(clock);
    const waits: number[] = [];
    for (let i = 0; i < 10; i++) waits.push(await waitMs(clock, delay.failed('203.0.113.7')));
    expect(waits).toEqual([0, 0, 0, 0, 0, 250, 500, 1000, 2000, 2000]);
    expect(await waitMs(clock, delay.failed('203.0.113.8'))).toBe(0);
  });

  it('wrong credentials are forgotten after one minute without a failure', async () => {
    const clock = new ManualClock();
    const delay = createFailureDelay(clock);
    for (let i = 0; i < 8; i++) await waitMs(clock, delay.failed('203.0.113.7'));
    clock.advance(60_000);
    expect(await waitMs(clock, delay.failed('203.0.113.7'))).toBe(0);
  });
});
