import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

let clock: ManualClock;
let breaker: CircuitBreaker;
beforeEach(() => {
  clock = new ManualClock();
  breaker = new CircuitBreaker(clock);
});

const enter = () => breaker.enter() as number;
/** Opens the circuit breaker and waits until a probe is allowed. */
function open(): void {
  for (let i = 0; i < 20; i++) breaker.leave(enter(), false);
  clock.advance(10_000);
}

test.each([true, false])(
  'a call that started before the circuit breaker opened does not decide the result of the probe (success: %s)',
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

test('failures of calls that started before the circuit breaker closed do not open it again', () => {
  const slow = Array.from({ length: 19 }, enter);
  open();
  breaker.leave(enter(), true);
  for (const call of slow) breaker.leave(call, false);
  breaker.leave(enter(), false);
  expect(breaker.isOpen).toBe(false);
});

test('the next call may probe the provider if the previous probe had no clear result', () => {
  open();
  const undecided = enter();
  breaker.leave(undecided, undefined);
  const next = enter();
  breaker.leave(undecided, true);
  expect(breaker.isFailing).toBe(true);
  breaker.leave(next, true);
  expect(breaker.isFailing).toBe(false);
});
