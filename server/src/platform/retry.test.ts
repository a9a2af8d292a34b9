import { expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';
import { retry } from './retry.ts';

const options = { clock: systemClock, maxAttempts: 3, isRetryable: () => true, delayMs: () => 0 };

test('retry runs the work again until it succeeds', async () => {
  const work = vi.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValue('done');
  const delayMs = vi.fn(() => 0);
  const onRetry = vi.fn();
  expect(await retry(work, { ...options, delayMs, onRetry })).toBe('done');
  expect(work).toHaveBeenCalledTimes(2);
  expect(delayMs).toHaveBeenCalledWith(1);
  expect(onRetry).toHaveBeenCalledWith(1, new Error('busy'));
});

test('retry throws the last error when no attempt is left', async () => {
  const work = vi.fn().mockRejectedValue(new Error('busy'));
  await expect(retry(work, options)).rejects.toThrow('busy');
  expect(work).toHaveBeenCalledTimes(3);
});

test('retry throws immediately when the error is not retryable', async () => {
  const work = vi.fn().mockRejectedValue(new Error('forbidden'));
  await expect(retry(work, { ...options, isRetryable: () => false })).rejects.toThrow('forbidden');
  expect(work).toHaveBeenCalledTimes(1);
});
