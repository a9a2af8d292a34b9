import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, it } from 'vitest';
import { type AddressKind, addressKind } from './address-kind.ts';

const ADDRESSES: Record<AddressKind, string[]> = {
  public: [
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.0',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '::ffff:93.184.216.34',
    '::ffff:5db8:d822',
    '64:ff9b::93.184.216.34',
    '2002:5db8:d822::1',
  ],
  loopback: [
    '127.0.0.1',
    '127.255.255.254',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::127.0.0.1',
    '2002:7f00:1::1',
  ],
  private: [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '100.127.255.255',
    '100.100.100.200',
    'fc00::1',
    'fdff:ffff::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:c0a8:101::1',
  ],
  'link-local': [
    '169.254.0.1',
    '169.254.169.254',
    '168.63.129.16',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
  ],
  reserved: [
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '::127.0.0.1',
    '::7f00:1',
    '64:ff9b:1::7f00:1',
    '64:ff9b:1::808:808',
    '64:ff9b:1:7f00:0:100::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:0:a00:1::f5ff:fffe',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    'fec0::1',
    '5f00::1',
    '4000::1',
  ],
  unusable: [
    '0.0.0.0',
    '0.1.2.3',
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    '::',
    'ff02::1',
    '::ffff:0.0.0.0',
    '64:ff9b::e000:1',
    '',
    'localhost',
    '127.1',
  ],
};

it.each(Object.entries(ADDRESSES).flatMap(([kind, addresses]) => addresses.map(address => [address, kind])))(
  'the address %s is classified as %s',
  (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  },
);

const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const anyIpv6 = fc
  .tuple(
    groups,
    fc.constantFrom(
      '',
      '0:0:0:0:0:ffff',
      '64:ff9b:0:0:0:0',
      '64:ff9b:1',
      '2002',
      '2001:0',
      '2001',
      'fe80',
      'ff02',
    ),
  )
  .map(([all, prefix]) => {
    const head = prefix === '' ? [] : prefix.split(':');
    return [...head, ...all.slice(head.length).map(group => group.toString(16))].join(':');
  });

it('addresses that we classify as public are unicast according to another library, after embedded addresses are extracted', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), anyIpv6), address => {
      if (addressKind(address) === 'public') expect(rangeOf(address)).toBe('unicast');
    }),
    { numRuns: 20_000 },
  );
});

function rangeOf(text: string): string {
  const address = ipaddr.process(text);
  const range = address.range();
  const bytes = address.toByteArray();
  if (range === 'rfc6052') return rangeOf(bytes.slice(12).join('.'));
  if (range === '6to4') return rangeOf(bytes.slice(2, 6).join('.'));
  return range;
}
