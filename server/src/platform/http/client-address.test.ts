import { expect, test } from 'vitest';
import { addressList } from './address-list.ts';
import { clientAddress } from './client-address.ts';

const proxies = addressList(['10.0.0.0/8', '2001:db8:aa::/48', '127.0.0.1']);

test.each<[string, string | undefined, string | undefined, string | undefined]>([
  ['no proxy: the socket', '203.0.113.9', undefined, '203.0.113.9'],
  ['an untrusted peer may write what it likes', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted peer without the header', '10.0.0.1', undefined, '10.0.0.1'],
  ['one hop', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a spoofed hop on the left is not believed', '10.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['trusted hops on the right are passed', '10.0.0.1', '203.0.113.9, 10.1.1.1, 10.2.2.2', '203.0.113.9'],
  ['all trusted: the left-most', '10.0.0.1', '10.3.3.3, 10.2.2.2', '10.3.3.3'],
  ['a port is removed', '10.0.0.1', '203.0.113.9:5123', '203.0.113.9'],
  ['brackets and a port are removed', '10.0.0.1', '[2001:db8::9]:443', '2001:db8::9'],
  ['brackets are removed', '10.0.0.1', '[2001:db8::9]', '2001:db8::9'],
  ['a zone is removed', '10.0.0.1', 'fe80::1%eth0', 'fe80::1'],
  ['mapped hops are IPv4', '10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['a mapped socket is IPv4', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['garbage ends the walk with no address', '10.0.0.1', 'unknown', undefined],
  ['garbage behind a trusted hop too', '10.0.0.1', 'garbage, 10.1.1.1', undefined],
  ['garbage left of the client does not matter', '10.0.0.1', 'garbage, 203.0.113.9', '203.0.113.9'],
  ['an empty hop is garbage', '10.0.0.1', '203.0.113.9,', undefined],
  ['bad octal is garbage', '10.0.0.1', '010.0.0.1', undefined],
  ['IPv6 proxies are trusted alike', '2001:db8:aa::1', '203.0.113.9', '203.0.113.9'],
  [
    '32 hops are accepted',
    '10.0.0.1',
    [...Array(31).fill('198.51.100.1'), '203.0.113.9'].join(', '),
    '203.0.113.9',
  ],
  ['33 hops are not', '10.0.0.1', [...Array(32).fill('198.51.100.1'), '203.0.113.9'].join(', '), undefined],
  ['no socket, no address', undefined, '203.0.113.9', undefined],
])('the client address is determined correctly: %s', (_, socket, forwardedFor, expected) => {
  expect(clientAddress(socket, forwardedFor, proxies)).toBe(expected);
});

test('X-Forwarded-For is ignored if there are no trusted proxies', () => {
  expect(clientAddress('10.0.0.1', '203.0.113.9', undefined)).toBe('10.0.0.1');
});
