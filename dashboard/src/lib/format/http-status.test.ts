import { expect, test } from 'vitest';
import { describeHttpStatus } from './http-status.ts';

test('a status is shown with its own reason phrase', () => {
  expect([200, 202, 304, 409, 429, 503].map(describeHttpStatus)).toEqual([
    '200 OK',
    '202 Accepted',
    '304 Not Modified',
    '409 Conflict',
    '429 Too Many Requests',
    '503 Service Unavailable',
  ]);
});

test('a status without a known phrase is shown alone, and a missing response is named', () => {
  expect(describeHttpStatus(599)).toBe('599');
  expect(describeHttpStatus(0)).toBe('No response');
});
