import { expect, test } from 'vitest';
import { addressList } from './address-list.ts';
import { clientAddress } from './client-address.ts';

const proxies = addressList(['10.0.0.0/8', '2001:db8:aa::/48', '127.0.0.1']);

test.each<[string, string | undefined, string | undefined, string | undefined]>([
  ['an untrusted peer without the header is the client', '203.0.113.9', undefined, '203.0.113.9'],
  ['the header of an untrusted peer is ignored', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted peer without the header is the client', '10.0.0.1', undefined, '10.0.0.1'],
  ['the only hop behind a trusted peer is the client', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a spoofed hop on the left is ignored', '10.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['trusted hops on the right are skipped', '10.0.0.1', '203.0.113.9, 10.1.1.1, 10.2.2.2', '203.0.113.9'],
  ['the leftmost hop is the client if all hops are trusted', '10.0.0.1', '10.3.3.3, 10.2.2.2', '10.3.3.3'],
  ['a port is removed', '10.0.0.1', '203.0.113.9:5123', '203.0.113.9'],
  ['brackets and a port are removed', '10.0.0.1', '[2001:db8::9]:443', '2001:db8::9'],
  ['brackets are removed', '10.0.0.1', '[2001:db8::9]', '2001:db8::9'],
  ['a zone is removed', '10.0.0.1', 'fe80::1%eth0', 'fe80::1'],
  ['a mapped IPv6 hop is converted to IPv4', '10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['a mapped IPv6 socket address is converted to IPv4', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['an invalid hop means that the address is unknown', '10.0.0.1', 'unknown', undefined],
  [
    'an invalid hop behind a trusted hop means that the address is unknown',
    '10.0.0.1',
    'garbage, 10.1.1.1',
    undefined,
  ],
  ['an invalid hop to the left of the client is ignored', '10.0.0.1', 'garbage, 203.0.113.9', '203.0.113.9'],
  ['an empty hop is invalid', '10.0.0.1', '203.0.113.9,', undefined],
  ['a hop with a leading zero is invalid', '10.0.0.1', '010.0.0.1', undefined],
  ['IPv6 proxies can be trusted', '2001:db8:aa::1', '203.0.113.9', '203.0.113.9'],
  [
    '32 hops are accepted',
    '10.0.0.1',
    [...Array(31).fill('198.51.100.1'), '203.0.113.9'].join(', '),
    '203.0.113.9',
  ],
  [
    '33 hops are rejected',
    '10.0.0.1',
    [...Array(32).fill('198.51.100.1'), '203.0.113.9'].join(', '),
    undefined,
  ],
  ['the address is unknown without a socket address', undefined, '203.0.113.9', undefined],
])(
  'the client address is derived from the socket address and X-Forwarded-For: %s',
  (_, socket, forwardedFor, expected) => {
    expect(clientAddress(socket, forwardedFor, proxies)).toBe(expected);
  },
);

test('X-Forwarded-For is ignored if there are no trusted proxies', () => {
  expect(clientAddress('10.0.0.1', '203.0.113.9', undefined)).toBe('10.0.0.1');
});
