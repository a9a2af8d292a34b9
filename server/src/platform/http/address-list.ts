import { BlockList, isIP } from 'node:net';

export interface AddressList {
  has(address: string): boolean;
}

const MAPPED_PREFIX = '0,0,0,0,0,65535';

/** Converts an IPv4-mapped IPv6 address to IPv4. This must be called before any comparison. */
export function unmapAddress(address: string): string {
  if (!/ffff/i.test(address) || isIP(address) !== 6) return address;
  const groups = expandIpv6(address);
  if (groups.slice(0, 6).join() !== MAPPED_PREFIX) return address;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The range that probably belongs to one client: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressGroup(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  if (isIP(address) !== 6) return address;
  return `${compactGroups([...expandIpv6(address).slice(0, 4), 0, 0, 0, 0])}/64`;
}

/** Returns undefined for an empty list, which allows every address. The entries must be valid. */
export function addressList(entries: readonly string[]): AddressList | undefined {
  if (entries.length === 0) return undefined;
  const list = new BlockList();
  for (const entry of entries) {
    const [address, bits] = entry.split('/') as [string, string | undefined];
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return { has: address => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') };
}

/** Returns the normalised entry, or an error message that explains what to write instead. */
export function parseAddressEntry(entry: string): { address: string } | { problem: string } {
  const slash = entry.indexOf('/');
  const text = slash === -1 ? entry : entry.slice(0, slash);
  const family = isIP(text);
  // `net.isIP` rejects 010.0.0.1, 127.1 and 2130706433, which less strict parsers read as other addresses.
  if (family === 0 || text.includes('%')) {
    return { problem: `"${entry}" is not an IPv4 or IPv6 address or CIDR range.` };
  }
  if (slash === -1) return { address: compact(unmapAddress(text)) };
  const bitsText = entry.slice(slash + 1);
  const bits = Number(bitsText);
  const width = family === 4 ? 32 : 128;
  if (!/^\d{1,3}$/.test(bitsText) || bits > width) {
    return { problem: `"${entry}" requires a prefix length from 0 to ${width}.` };
  }
  if (unmapAddress(text) !== text) {
    return { problem: `"${entry}" is an IPv4 range written as IPv6. Write it as IPv4.` };
  }
  const network = networkAddress(text, bits, family);
  if (compact(text) !== network) {
    return { problem: `"${entry}" has host bits set. Use ${network}/${bits} instead.` };
  }
  return { address: `${network}/${bits}` };
}

function networkAddress(address: string, bits: number, family: number): string {
  return family === 4
    ? fromBits(toBits(address.split('.').map(Number), 8), bits, 8).join('.')
    : compactGroups(fromBits(toBits(expandIpv6(address), 16), bits, 16));
}

function compact(address: string): string {
  return isIP(address) === 4 ? address : compactGroups(expandIpv6(address));
}

function toBits(groups: readonly number[], width: number): string {
  return groups.map(group => group.toString(2).padStart(width, '0')).join('');
}

function fromBits(text: string, bits: number, width: number): number[] {
  const masked = text.slice(0, bits).padEnd(text.length, '0');
  return Array.from({ length: masked.length / width }, (_, i) =>
    Number.parseInt(masked.slice(i * width, (i + 1) * width), 2),
  );
}

/** Returns the eight groups of a valid IPv6 address. */
export function expandIpv6(address: string): number[] {
  const withHex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [(Number(a) << 8) | Number(b), (Number(c) << 8) | Number(d)].map(group => group.toString(16)).join(':'),
  );
  const [head = '', tail] = withHex.split('::') as [string, string | undefined];
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16));
  if (tail === undefined) return groups(head);
  const gap = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...new Array<number>(gap).fill(0), ...groups(tail)];
}

/** Formats the usual short form, in which the longest run of zero groups becomes `::`. */
function compactGroups(groups: readonly number[]): string {
  return new URL(`http://[${groups.map(group => group.toString(16)).join(':')}]/`).hostname.slice(1, -1);
}
