import { expect, test } from 'vitest';
import { chooseEncoding } from './content-encoding.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate', undefined],
  ['gzip, zstd', 'zstd'],
  ['zstd;q=0.1, gzip;q=0.9', 'gzip'],
  ['zstd;q=0, gzip;q=0.1', 'gzip'],
  ['*', 'zstd'],
  ['*;q=0', undefined],
  ['zstd;q=0, *', 'gzip'],
  ['identity', undefined],
  ['gzip;q=0.5, identity', undefined],
  ['gzip;q=0.5, identity;q=0.4', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['gzip;q=nonsense', undefined],
])('the encoding for the Accept-Encoding header %j is %s', (header, expected) => {
  expect(chooseEncoding(header, ['zstd', 'gzip'])).toBe(expected);
});
