import { describe, expect, it } from 'vitest';
import { describeForecast, formatSpan, fullestWindow } from './rate-windows.tsx';

const key = {
  perMinute: { limit: 600, used: 300, retryAfterSeconds: 0 },
  perHour: { limit: 15_000, used: 12_000, retryAfterSeconds: 0 },
  perDay: { limit: 250_000, used: 12_000, retryAfterSeconds: 0 },
  bitesFirst: null,
};

describe('rate windows of a key', () => {
  it('the fullest rate window is the one with the highest used share of its limit, not the most requests', () => {
    expect(fullestWindow(key).window).toBe('hour');
  });

  it('the rate forecast names the limit that will be reached first', () => {
    expect(describeForecast(key)).toBe('At 300 requests per minute, no limit will be reached.');
    expect(describeForecast({ ...key, bitesFirst: { window: 'hour', inSeconds: 900 } })).toContain(
      'the limit per hour will be reached first, in about 15 minutes',
    );
    expect(describeForecast({ ...key, bitesFirst: { window: 'minute', inSeconds: 0 } })).toContain(
      'return 429',
    );
    expect(describeForecast({ ...key, perMinute: { ...key.perMinute, used: 0 } })).toContain('No requests');
  });

  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [150, '3 minutes'],
    [7_200, '2 hours'],
  ])('the rate forecast formats %s seconds as %s', (seconds, words) =>
    expect(formatSpan(seconds)).toBe(words),
  );
});
