/**
 * Classifies the address of a host that others may choose, such as a webhook target. Pure. An address is public only if
 * the special-purpose registries do not list it. An address that embeds an IPv4 address is classified by the IPv4
 * address.
 */
import { BlockList, isIP } from 'node:net';
import { expandIpv6 } from './address-list.ts';

export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  /** Link-local addresses and cloud metadata addresses, which provide credentials. */
  | 'link-local'
  | 'reserved'
  /** Addresses that do not denote a single machine: multicast, broadcast and unspecified. */
  | 'unusable';

const IPV4_KINDS: Partial<Record<AddressKind, string[]>> = {
  unusable: ['0.0.0.0/8', '224.0.0.0/4', '255.255.255.255/32'],
  loopback: ['127.0.0.0/8'],
  // 168.63.129.16 is a public address, but it is reachable only inside one cloud.
  'link-local': ['169.254.0.0/16', '168.63.129.16/32'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'],
  reserved: [
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '240.0.0.0/4',
  ],
};

const IPV6_KINDS: Partial<Record<AddressKind, string[]>> = {
  unusable: ['::/128', 'ff00::/8'],
  loopback: ['::1/128'],
  'link-local': ['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32'],
  private: ['fc00::/7'],
  // Protocol assignments (including Teredo), documentation, and sinks for reverse lookups.
  reserved: ['2001::/23', '2001:db8::/32', '3fff::/20', '2620:4f:8000::/48'],
};

const GLOBAL_UNICAST = blockList(['2000::/3']);
const IPV4 = lists(IPV4_KINDS);
const IPV6 = lists(IPV6_KINDS);

export function addressKind(address: string): AddressKind {
  const inner = unwrapAddress(address);
  if (isIP(inner) === 4) return IPV4.find(([, list]) => list.check(inner, 'ipv4'))?.[0] ?? 'public';
  if (isIP(inner) !== 6) return 'unusable';
  const special = IPV6.find(([, list]) => list.check(inner, 'ipv6'))?.[0];
  return special ?? (GLOBAL_UNICAST.check(inner, 'ipv6') ? 'public' : 'reserved');
}

/** Returns the IPv4 address inside a mapped, NAT64 or 6to4 address. Returns any other address without its zone. */
export function unwrapAddress(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  const groups = expandIpv6(bare);
  const startsWith = (...prefix: number[]) => prefix.every((group, i) => groups[i] === group);
  if (startsWith(0, 0, 0, 0, 0, 0xffff)) return ipv4Of(groups, 6);
  if (startsWith(0x64, 0xff9b, 0, 0, 0, 0)) return ipv4Of(groups, 6);
  if (startsWith(0x2002)) return ipv4Of(groups, 1);
  return bare;
}

function ipv4Of(groups: readonly number[], at: number): string {
  const [high = 0, low = 0] = groups.slice(at, at + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function lists(kinds: Partial<Record<AddressKind, string[]>>): [AddressKind, BlockList][] {
  return Object.entries(kinds).map(([kind, ranges]) => [kind as AddressKind, blockList(ranges)]);
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
