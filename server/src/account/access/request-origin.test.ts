import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { addressList } from '../../platform/http/address-list.ts';
import { requestOrigin } from './request-origin.ts';

const rules = { origins: ['https://serai.example'], trustedProxies: addressList(['10.0.0.1']) };

function originOf(headers: Record<string, string>, peer = '203.0.113.7') {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, { host: 'localhost:8081', ...headers });
  return requestOrigin(request, rules);
}

test.each([
  [{}, 'unknown'],
  [{ origin: 'http://localhost:8081' }, 'own'],
  [{ origin: 'http://localhost:8080' }, 'foreign'],
  [{ origin: 'https://localhost:8081' }, 'foreign'],
  [{ origin: 'https://serai.example' }, 'own'],
  [{ origin: 'null' }, 'foreign'],
  [{ 'sec-fetch-site': 'same-origin' }, 'own'],
  [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:8081' }, 'foreign'],
  [{ 'sec-fetch-site': 'cross-site' }, 'foreign'],
  [{ 'sec-fetch-site': 'none' }, 'foreign'],
])('a request with the headers %o has the origin "%s"', (headers, sender) => {
  expect(originOf(headers).sender).toBe(sender);
});

test('only a trusted proxy may report https', () => {
  const headers = { 'x-forwarded-proto': 'https', origin: 'https://localhost:8081' };
  expect(originOf(headers)).toEqual({ sender: 'foreign', secure: false, host: 'localhost' });
  expect(originOf(headers, '10.0.0.1')).toEqual({ sender: 'own', secure: true, host: 'localhost' });
  expect(originOf(headers, '::ffff:10.0.0.1')).toMatchObject({ sender: 'own', secure: true });
  expect(originOf({ 'x-forwarded-proto': 'http' }, '10.0.0.1').secure).toBe(false);
});

test('a request from one of our https pages counts as secure, even behind a proxy that does not report https', () => {
  expect(originOf({ origin: 'https://serai.example' })).toEqual({
    sender: 'own',
    secure: true,
    host: 'serai.example',
  });
  expect(originOf({ origin: 'https://other.example' }).secure).toBe(false);
});

test('a request to the host of an https dashboard is secure, regardless of what the proxy reports', () => {
  expect(originOf({ host: 'serai.example', 'sec-fetch-site': 'same-origin' })).toEqual({
    sender: 'own',
    secure: true,
    host: 'serai.example',
  });
});

test.each([
  ['Serai.Example:8443', 'serai.example'],
  ['[::1]:8081', '[::1]'],
  ['127.0.0.1', '127.0.0.1'],
])('the host name of %s is %s', (host, name) => {
  expect(originOf({ host }).host).toBe(name);
});
