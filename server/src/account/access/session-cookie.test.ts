import { expect, test } from 'vitest';
import { clearedSessionCookie, readSessionCookie, sessionCookie } from './session-cookie.ts';

test('the session cookie is bound to its host over https and never accessible to scripts or other sites', () => {
  expect(sessionCookie('t', true, 60)).toBe(
    '__Host-serai_session=t; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
  expect(sessionCookie('t', false, 60)).toBe('serai_session=t; Path=/; Max-Age=60; HttpOnly; SameSite=Lax');
});

test.each([true, false])(
  'a cleared session cookie has the same name and expires immediately (https: %s)',
  secure => {
    const name = sessionCookie('t', secure, 60).split('=')[0];
    expect(clearedSessionCookie(secure)).toMatch(new RegExp(`^${name}=; .*Max-Age=0;`));
  },
);

test.each([
  [undefined, undefined],
  ['', undefined],
  ['serai_session=a', 'a'],
  ['other=x; serai_session=a;y=z', 'a'],
  ['serai_session=a; __Host-serai_session=b', 'b'],
  ['__Host-serai_session=; serai_session=a', 'a'],
  ['serai_session=', undefined],
  ['xserai_session=a', undefined],
  ['serai_sessionx=a', undefined],
  ['serai_session=a=b', 'a=b'],
])('the session token in the Cookie header %j is %j', (header, token) => {
  expect(readSessionCookie(header, false)).toBe(token);
});

test('over https, a session cookie that other hosts can set is ignored', () => {
  expect(readSessionCookie('serai_session=a', true)).toBeUndefined();
  expect(readSessionCookie('serai_session=a; __Host-serai_session=b', true)).toBe('b');
});
