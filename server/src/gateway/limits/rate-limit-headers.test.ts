import { expect, test } from 'vitest';
import { admit, refuse } from './limiter.ts';
import { limitMessage, rateLimit, rateLimitPolicy } from './rate-limit-headers.ts';

const limits = { perMinute: 600, perHour: 15_000, perDay: 250_000 };

test('the RateLimit-Policy header lists each window with its quota and its length in seconds', () => {
  expect(rateLimitPolicy(limits)).toBe('"minute";q=600;w=60, "hour";q=15000;w=3600, "day";q=250000;w=86400');
  expect(rateLimitPolicy({ ...limits, perHour: 7 })).toContain('"hour";q=7;w=3600');
});

test('the RateLimit header lists the remaining requests in each window and the wait for exhausted windows', () => {
  expect(rateLimit(admit([412, 0, 180_220], [0, 212_001, 0]))).toBe(
    '"minute";r=412, "hour";r=0;t=213, "day";r=180220',
  );
  expect(rateLimit(admit([1, 2, 3]))).toBe('"minute";r=1, "hour";r=2, "day";r=3');
});

test('the message of a 429 response names the window with the longest wait and states the seconds from Retry-After', () => {
  const decision = refuse([0, 0, 0], [100, 3_000_000, 40_122_001]);
  expect(decision).toMatchObject({ violated: 'day', retryAfterSeconds: 40_123 });
  expect(limitMessage(decision, limits)).toBe(
    'The limit of 250000 requests per day is used up. Retry in 40123 seconds.',
  );
  expect(rateLimit(decision)).toBe('"minute";r=0;t=1, "hour";r=0;t=3000, "day";r=0;t=40123');
});

test('the message of a 429 response uses the singular for one request and one second', () => {
  expect(limitMessage(refuse([0, 9, 9], [1, 0, 0]), { ...limits, perMinute: 1 })).toBe(
    'The limit of 1 request per minute is used up. Retry in 1 second.',
  );
});
