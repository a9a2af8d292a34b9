import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { Breaker } from './breaker.ts';

let clock: ManualClock;
let breaker: Breaker;
beforeEach(() => {
  clock = new ManualClock();
  breaker = new Breaker(clock);
});

const enter = () => breaker.enter() as number;
/** It opens, and may be probed. */
function open(): void {
  for (let i = 0; i < 20; i++) breaker.leave(enter(), false);
  clock.advance(10_000);
}

test.each([true, false])(
  'a call that began before it opened decides no probe, whether it succeeds: %s',
  success => {
    const slow = enter();
    open();
    const probe = enter();
    breaker.leave(slow, success);
    expect(breaker.enter()).toBeUndefined();
    breaker.leave(probe, !success);
    expect(breaker.isFailing).toBe(success);
  },
);

test('failures from before it closed do not open it again', () => {
  const slow = Array.from({ length: 19 }, enter);
  open();
  breaker.leave(enter(), true);
  for (const call of slow) breaker.leave(call, false);
  breaker.leave(enter(), false);
  expect(breaker.isOpen).toBe(false);
});

test('a probe that says nothing leaves its place to the next', () => {
  open();
  const silent = enter();
  breaker.leave(silent, undefined);
  const next = enter();
  breaker.leave(silent, true);
  expect(breaker.isFailing).toBe(true);
  breaker.leave(next, true);
  expect(breaker.isFailing).toBe(false);
});
