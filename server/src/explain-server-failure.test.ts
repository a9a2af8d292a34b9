import { expect, test } from 'vitest';
import { explainServerFailure } from './explain-server-failure.ts';
import { StartError } from './platform/start-error.ts';

const URL = 'postgres://serai:geheim@db.example:5433/serai';

test.each([
  ['ECONNREFUSED', 'cannot be reached', 'start that server'],
  ['CONNECT_TIMEOUT', 'cannot be reached', 'start that server'],
  ['28P01', 'refused the connection', 'the password'],
  ['3D000', 'refused the connection', 'the database'],
])('%s is told with the host and what to do, never with the password', (code, words, hint) => {
  const told = explainServerFailure(Object.assign(new Error('as it was said'), { code }), URL);
  expect(told).toBeInstanceOf(StartError);
  const { message, hint: shown } = told as StartError;
  expect(message).toContain('db.example:5433');
  expect(message).toContain(words);
  expect(message).toContain('as it was said');
  expect(shown).toContain(hint);
  expect(message + shown).not.toContain('geheim');
});

test('a failure of the program stays what it is', () => {
  const error = new TypeError('x is not a function');
  expect(explainServerFailure(error, URL)).toBe(error);
});
