/** No matter what a custom `fetch` throws, a call fails with an error of this package that states the outcome. */
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { BOOK, thrown } from '../../test/scripted-server.ts';
import { ConnectionError, Serai } from '../serai.ts';

function failing(odd: unknown): Serai {
  const fetch = () => Promise.reject(odd);
  return new Serai({ apiKey: 'serai_sandbox_x', baseUrl: 'http://127.0.0.1:1', maxRetries: 0, fetch });
}

const unreadable = Object.defineProperty(new Error('x'), 'message', {
  get() {
    throw new Error('not to be read');
  },
});

test.each([
  ['undefined', undefined],
  ['null', null],
  ['a text', 'no'],
  ['a symbol', Symbol('no')],
  ['an object without a prototype', Object.create(null)],
  ['an object that cannot be converted to a string', { toString: () => ({}) }],
  ['an error whose fields cannot be read', unreadable],
])('a fetch that throws %s leaves the outcome of a booking unknown', async (_, odd) => {
  const error = await thrown(failing(odd).bookings.create(BOOK));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error.outcome).toBe('unknown');
});

test('an error from another realm is treated like an error from this realm', async () => {
  const foreign = runInNewContext(`
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
    new TypeError('fetch failed', { cause });
  `);
  expect(foreign).not.toBeInstanceOf(Error);
  const error = await thrown(failing(foreign).bookings.create(BOOK));
  expect([error.outcome, error.cause.name, error.cause.cause.code]).toEqual([
    'not-sent',
    'TypeError',
    'ECONNREFUSED',
  ]);
  expect(error.message).toContain('connect ECONNREFUSED');
});
