import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressList, parseAddressEntry } from '../../../../server/src/platform/http/address-list.ts';
import { allowsAddress, parseEntry, splitEntries } from './address-entries.ts';

const CASES = [
  '10.0.0.1',
  '010.0.0.1',
  '256.1.1.1',
  '127.1',
  '2130706433',
  '1.2.3.4/33',
  '1.2.3.4/',
  '1.2.3.4/8/8',
  '10.0.0.0/8',
  '10.0.0.5/8',
  '0.0.0.0/0',
  '::',
  '::1',
  '::/0',
  '1::',
  '1:2:3:4:5:6:7::',
  '1:2:3:4:5:6:7:8',
  '1:2:3:4:5:6:7:8::',
  '1::2::3',
  ':1',
  '1:',
  ':::',
  '2001:DB8::/32',
  '2001:db8::1/32',
  'fe80::1%eth0',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
  '::ffff:10.0.0.0/104',
  '::10.0.0.1',
  '1:2:3:4:5:6:1.2.3.4',
  '1:2:3:4:5:6:7:1.2.3.4',
  '1.2.3.4::',
  'here',
  '',
  '/8',
];

const ipv4 = fc.ipV4();
const ipv6 = fc.ipV6();
const address = fc.oneof(ipv4, ipv6);

describe('address entries', () => {
  it.each(CASES)('the dashboard validates the address entry "%s" in the same way as the server', entry => {
    expect(parseEntry(entry)).toEqual(parseAddressEntry(entry));
  });

  it('the dashboard validates random address entries in the same way as the server', () => {
    const range = fc
      .tuple(address, fc.integer({ min: 0, max: 130 }))
      .map(([text, bits]) => `${text}/${bits}`);
    const invalid = fc.string({ unit: fc.constantFrom(...'0123456789abcf:./% '), maxLength: 24 });
    fc.assert(
      fc.property(fc.oneof(address, range, invalid), entry => {
        expect(parseEntry(entry)).toEqual(parseAddressEntry(entry));
      }),
      { numRuns: 2_000 },
    );
  });

  it('the dashboard and the gateway allow the same addresses', () => {
    const nets = ['10.0.0.0/8', '192.168.1.7', '2001:db8::/32', '::1', '0.0.0.0/1'];
    fc.assert(
      fc.property(fc.subarray(nets, { minLength: 1 }), address, (entries, from) => {
        expect(allowsAddress(entries, from)).toBe(addressList(entries)?.has(from));
      }),
    );
    expect(allowsAddress([], '203.0.113.7')).toBe(true);
    expect(allowsAddress(['10.0.0.0/8'], '10.1.2.3')).toBe(true);
    expect(allowsAddress(['10.0.0.0/8'], '::ffff:10.1.2.3')).toBe(true);
    expect(allowsAddress(['10.0.0.0/8'], '11.1.2.3')).toBe(false);
  });

  it('address entries are split at line breaks, commas and spaces', () => {
    expect(splitEntries(' 203.0.113.7, 10.0.0.0/8\n\n2001:db8::/48 ')).toEqual([
      '203.0.113.7',
      '10.0.0.0/8',
      '2001:db8::/48',
    ]);
    expect(splitEntries(' \n')).toEqual([]);
  });
});
