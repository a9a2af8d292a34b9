import { expect, test } from 'vitest';
import { isConnectionError, isUnavailable } from './is-unavailable.ts';

const failure = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

test.each([
  'ECONNREFUSED',
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '53300',
  '53100',
  '58030',
  '25006',
  '55P03',
  '57014',
])('the error code %s means that the database is unavailable', code =>
  expect(isUnavailable(failure(code))).toBe(true),
);

test.each(['23505', '42501', '40001', '0A000', 'ENOSPC'])(
  'the error code %s does not mean that the database is unavailable',
  code => expect(isUnavailable(failure(code))).toBe(false),
);

test('a missing socket means that the database is unavailable, but a missing file does not', () => {
  expect(isUnavailable(failure('ENOENT', { syscall: 'connect' }))).toBe(true);
  expect(isUnavailable(failure('ENOENT', { syscall: 'open' }))).toBe(false);
});

test.each(['ECONNREFUSED', 'ECONNRESET', 'CONNECTION_LOST', 'CONNECTION_CLOSED', '57P01', '57P03', '08006'])(
  'the error code %s means that the server cannot be reached',
  code => expect(isConnectionError(failure(code))).toBe(true),
);

test.each(['POOL_BUSY', 'STATEMENT_TIMEOUT', '57014', '55P03', '53300', '25006', '23505'])(
  'the error code %s does not mean that the server cannot be reached',
  code => expect(isConnectionError(failure(code))).toBe(false),
);

test('a value that is not an error does not mean that the database is unavailable', () => {
  expect(isUnavailable(undefined)).toBe(false);
  expect(isUnavailable({ code: 'ECONNREFUSED' })).toBe(false);
});
