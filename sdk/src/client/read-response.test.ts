import { expect, test } from 'vitest';
import { retryAfterOf } from './read-response.ts';

const NOW_MS = Date.UTC(2027, 0, 1, 12);

test.each([
  ['0', 0],
  ['120', 120],
  ['1.5', 2],
  ['40000, 40000', 40_000],
  ['9'.repeat(400), Number.POSITIVE_INFINITY],
  ['Fri, 01 Jan 2027 12:00:30 GMT', 30],
  ['Fri, 01 Jan 2027 11:00:00 GMT', 0],
  ['-5', undefined],
  ['0x10', undefined],
  ['2027', 2027],
  ['soon', undefined],
  ['', undefined],
])('Retry-After "%s" is read as %s seconds', (text, seconds) => {
  expect(retryAfterOf(new Response('', { headers: { 'retry-after': text } }), NOW_MS)).toBe(seconds);
});
