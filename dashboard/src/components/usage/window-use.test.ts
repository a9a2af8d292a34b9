import { describe, expect, it } from 'vitest';
import { biteWords, spanWords, tightest } from './window-use.ts';

const key = {
  perMinute: { limit: 600, used: 300, retryAfterSeconds: 0 },
  perHour: { limit: 15_000, used: 12_000, retryAfterSeconds: 0 },
  perDay: { limit: 250_000, used: 12_000, retryAfterSeconds: 0 },
  bitesFirst: null,
};

describe('the windows of a key', () => {
  it('the fullest is that with the largest share, not the most requests', () => {
    expect(tightest(key).window).toBe('hour');
  });

  it('are told with the one that fills first', () => {
    expect(biteWords(key)).toBe('At the present rate of 300 a minute no window fills.');
    expect(biteWords({ ...key, bitesFirst: { window: 'hour', inSeconds: 900 } })).toContain(
      'the hour is used up first, in about 15 minutes',
    );
    expect(biteWords({ ...key, bitesFirst: { window: 'minute', inSeconds: 0 } })).toContain('answered 429');
    expect(biteWords({ ...key, perMinute: { ...key.perMinute, used: 0 } })).toContain('Idle');
  });

  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [150, '3 minutes'],
    [7_200, '2 hours'],
  ])('%s seconds are %s', (seconds, words) => expect(spanWords(seconds)).toBe(words));
});
