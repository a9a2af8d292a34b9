import { focusManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IDLE_AFTER_MS, watchIdle } from './watch-idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what refreshes itself rests while nobody is there, and goes on with them', () => {
  const person = new EventTarget();
  const stop = watchIdle(person);
  vi.advanceTimersByTime(IDLE_AFTER_MS - 1);
  person.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(IDLE_AFTER_MS - 1);
  expect(focusManager.isFocused()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(focusManager.isFocused()).toBe(false);
  person.dispatchEvent(new Event('pointermove'));
  expect(focusManager.isFocused()).toBe(true);
  stop();
});
