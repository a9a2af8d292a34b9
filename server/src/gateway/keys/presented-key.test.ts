import { expect, test } from 'vitest';
import { readHeaders } from '../../platform/http/request-headers.ts';
import { newKeyText, parseKeyText } from './key-format.ts';
import { digestSecret } from './key-secret.ts';
import { type KeyedConnection, readPresentedKey } from './presented-key.ts';

const one = newKeyText('sandbox', 'AAAABBBBCCCC');
const other = newKeyText('production', 'DDDDEEEEFFFF');

function read(connection: KeyedConnection, ...authorizations: string[]) {
  return readPresentedKey(connection, readHeaders(authorizations.flatMap(value => ['Authorization', value])));
}

function expected(text: string) {
  const { id, environment, secret } = parseKeyText(text) as NonNullable<ReturnType<typeof parseKeyText>>;
  return { id, environment, digest: digestSecret(secret) };
}

test('a connection that sends several keys in turn gets each key and its own digest', () => {
  const connection: KeyedConnection = {};
  for (const text of [one, one, other, one, other, other]) {
    expect(read(connection, `ApiKey ${text}`)).toMatchObject(expected(text));
  }
});

test('a key is parsed once as long as a connection sends the same header', () => {
  const connection: KeyedConnection = {};
  expect(read(connection, `ApiKey ${one}`)).toBe(read(connection, `ApiKey ${one}`));
});

test('a header that extends, shortens or damages the remembered key is not mistaken for it', () => {
  const connection: KeyedConnection = {};
  read(connection, `ApiKey ${one}`);
  expect(read(connection, `ApiKey ${one}x`)).toBe(`${one}x`);
  expect(read(connection, `ApiKey ${one.slice(0, -1)}`)).toBe(one.slice(0, -1));
  expect(read(connection, `Bearer ${one}`)).toBeUndefined();
  expect(read(connection)).toBeUndefined();
});

test('a repeated header is rejected even if both values are the remembered key', () => {
  const connection: KeyedConnection = {};
  read(connection, `ApiKey ${one}`);
  expect(read(connection, `ApiKey ${one}`, `ApiKey ${one}`)).toBeUndefined();
});

test('a header that is too long to be remembered still presents its key', () => {
  const connection: KeyedConnection = {};
  const long = `ApiKey${' '.repeat(200)}${one}`;
  for (const header of [long, long, `ApiKey ${other}`, long]) {
    expect(read(connection, header)).toMatchObject(expected(header === `ApiKey ${other}` ? other : one));
  }
});

test('a key that was accepted as a bearer token at the MCP endpoint is refused elsewhere on the same connection', () => {
  const connection: KeyedConnection = {};
  const headers = readHeaders(['Authorization', `Bearer ${one}`]);
  expect(readPresentedKey(connection, headers, true)).toMatchObject(expected(one));
  expect(readPresentedKey(connection, headers)).toBeUndefined();
  expect(readPresentedKey(connection, headers, true)).toMatchObject(expected(one));
});
