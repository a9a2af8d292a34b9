import { expect, test } from 'vitest';
import { explainStartFailure } from './explain-start-failure.ts';
import { StartError } from './platform/start-error.ts';

const URL = 'postgres://serai:geheim@db.example:5433/serai';
const onServer = { DATABASE_URL: URL, SERAI_DATA_DIR: '/srv/data' };
const embedded = { DATABASE_URL: undefined, SERAI_DATA_DIR: '/srv/data' };
const failure = (code: string) => Object.assign(new Error('as it was said'), { code });

test.each([
  ['ECONNREFUSED', 'is unreachable', 'start that server'],
  ['CONNECT_TIMEOUT', 'is unreachable', 'start that server'],
  ['28P01', 'refused the connection', 'password'],
  ['3D000', 'refused the connection', 'database name'],
])('the start failure %s is explained with the host and a hint, but no password', (code, words, hint) => {
  const told = explainStartFailure(failure(code), onServer);
  expect(told).toBeInstanceOf(StartError);
  const { message, hint: shown } = told as StartError;
  expect(message).toContain('db.example:5433');
  expect(message).toContain(words);
  expect(message).toContain('as it was said');
  expect(shown).toContain(hint);
  expect(message + shown).not.toContain('geheim');
});

test.each(['53100', 'ENOSPC'])('the explanation of a full disk (%s) names the folder', code => {
  const told = explainStartFailure(failure(code), embedded);
  expect(told).toBeInstanceOf(StartError);
  expect((told as StartError).message).toContain('The disk with /srv/data is full');
});

test('a start failure with an unrelated cause is returned unchanged', () => {
  const error = new TypeError('x is not a function');
  expect(explainStartFailure(error, onServer)).toBe(error);
  expect(explainStartFailure(error, embedded)).toBe(error);
});
