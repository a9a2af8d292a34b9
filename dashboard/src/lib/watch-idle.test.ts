import { focusManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IDLE_AFTER_MS, watchIdle } from './watch-idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('automatic refreshes pause while the user is idle and resume on activity', () => {
  const target = new EventTarget();
  const stop = watchIdle(target);
  vi.advanceTimersByTime(IDLE_AFTER_MS - 1);
  target.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(IDLE_AFTER_MS - 1);
  expect(focusManager.isFocused()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(focusManager.isFocused()).toBe(false);
  target.dispatchEvent(new Event('pointermove'));
  expect(focusManager.isFocused()).toBe(true);
  stop();
});
