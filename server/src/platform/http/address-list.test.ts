import { describe, expect, test } from 'vitest';
import { addressGroup, addressList, parseAddressEntry, unmapAddress } from './address-list.ts';

describe('parsing an entry of an address list', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['192.0.2.1/32', '192.0.2.1/32'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::/0', '::/0'],
    ['::1/128', '::1/128'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
  ])('an address list entry is normalised from %s to %s', (entry, kept) => {
    expect(parseAddressEntry(entry)).toEqual({ address: kept });
  });

  test.each([
    '010.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '192.0.2.256',
    'localhost',
    'fe80::1%eth0',
    '[::1]',
    '192.0.2.1:80',
    '192.0.2.0/',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/8.0',
    '2001:db8::/129',
    '::ffff:10.0.0.0/104',
    '10.0.0.0/8/8',
    ' 10.0.0.1',
    '',
  ])('an address list rejects %j', entry => {
    expect(parseAddressEntry(entry)).toHaveProperty('problem');
  });

  test.each([
    ['10.0.0.5/8', '10.0.0.0/8'],
    ['192.0.2.129/25', '192.0.2.128/25'],
    ['2001:db8::1/64', '2001:db8::/64'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['1.2.3.4/0', '0.0.0.0/0'],
  ])('an address list rejects %s because of host bits and suggests %s', (entry, offered) => {
    expect(parseAddressEntry(entry)).toEqual({ problem: expect.stringContaining(`Use ${offered} instead.`) });
  });
});

describe('an address list', () => {
  const list = addressList(['192.0.2.1', '10.0.0.0/8', '2001:db8::/32', '::1']);

  test.each([
    '192.0.2.1',
    '10.0.0.0',
    '10.255.255.255',
    '2001:db8::5',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '::1',
  ])('an address list with addresses and ranges contains %s', address =>
    expect(list?.has(address)).toBe(true),
  );

  test.each(['192.0.2.2', '11.0.0.0', '2001:db9::', '::2', '0.0.0.0'])(
    'an address list with addresses and ranges does not contain %s',
    address => expect(list?.has(address)).toBe(false),
  );

  test('an empty address list is undefined, which means that every address is allowed', () =>
    expect(addressList([])).toBeUndefined());

  test('an address list with the range 0.0.0.0/0 contains an IPv4 address, but not an IPv6 address', () => {
    const all4 = addressList(['0.0.0.0/0']);
    expect(all4?.has('203.0.113.9')).toBe(true);
    expect(all4?.has('2001:db8::1')).toBe(false);
  });
});

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:0:c000:201', '::ffff:0:c000:201'],
  ['2001:db8::ffff:c000:201', '2001:db8::ffff:c000:201'],
  ['192.0.2.1', '192.0.2.1'],
  ['::1', '::1'],
])('unmapAddress converts %s to %s', (written, address) => expect(unmapAddress(written)).toBe(address));

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  [undefined, 'unknown'],
])('addressGroup groups %s under %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
