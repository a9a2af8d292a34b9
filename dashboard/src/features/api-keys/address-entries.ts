/** Validates IP addresses and ranges while the user types, with the same rules and messages as the server. Pure. */

type ParsedEntry = { address: string } | { problem: string };

interface Ip {
  bits: bigint;
  width: 32 | 128;
}

const BYTE = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const GROUP = /^[0-9a-fA-F]{1,4}$/;

export function splitEntries(text: string): string[] {
  return text.split(/[\s,;]+/).filter(entry => entry !== '');
}

/** Returns the normalised entry, or a message that explains how to correct it. */
export function parseEntry(entry: string): ParsedEntry {
  const slash = entry.indexOf('/');
  const ip = parseIp(slash === -1 ? entry : entry.slice(0, slash));
  if (ip === undefined) return { problem: `"${entry}" is not an IPv4 or IPv6 address or CIDR range.` };
  if (slash === -1) return { address: formatIp(unmap(ip)) };
  const digits = entry.slice(slash + 1);
  const length = Number(digits);
  if (!/^\d{1,3}$/.test(digits) || length > ip.width)
    return { problem: `"${entry}" requires a prefix length from 0 to ${ip.width}.` };
  if (unmap(ip) !== ip) return { problem: `"${entry}" is an IPv4 range written as IPv6. Write it as IPv4.` };
  const network = { ...ip, bits: prefixOf(ip, length) };
  const range = `${formatIp(network)}/${length}`;
  if (network.bits !== ip.bits) return { problem: `"${entry}" has host bits set. Use ${range} instead.` };
  return { address: range };
}

/** An empty list allows every address. */
export function allowsAddress(entries: readonly string[], address: string): boolean {
  const ip = parseIp(address);
  if (entries.length === 0) return true;
  return ip !== undefined && entries.some(entry => covers(entry, unmap(ip)));
}

function covers(entry: string, ip: Ip): boolean {
  const [text = '', digits] = entry.split('/');
  const parsed = parseIp(text);
  if (parsed === undefined) return false;
  const listed = unmap(parsed);
  const length = digits === undefined ? listed.width : Number(digits);
  return listed.width === ip.width && prefixOf(listed, length) === prefixOf(ip, length);
}

function prefixOf({ bits, width }: Ip, length: number): bigint {
  const hostBits = BigInt(Math.max(0, width - length));
  return (bits >> hostBits) << hostBits;
}

function parseIp(text: string): Ip | undefined {
  const bits = text.includes(':') ? parseIpv6(text) : parseIpv4(text);
  return bits === undefined ? undefined : { bits, width: text.includes(':') ? 128 : 32 };
}

function parseIpv4(text: string): bigint | undefined {
  const bytes = text.split('.');
  if (bytes.length !== 4 || !bytes.every(byte => BYTE.test(byte))) return undefined;
  return bytes.reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
}

function parseIpv6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half, index) => groupsOf(half, index === halves.length - 1));
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  const known = head.length + (tail?.length ?? 0);
  if (tail === undefined ? known !== 8 : known > 7) return undefined;
  const groups = [...head, ...new Array<bigint>(8 - known).fill(0n), ...(tail ?? [])];
  return groups.reduce((bits, group) => (bits << 16n) | group, 0n);
}

/** Parses the groups on one side of `::`. An address may end with an IPv4 part. */
function groupsOf(half: string, isLast: boolean): bigint[] | undefined {
  if (half === '') return [];
  const words = half.split(':');
  const ipv4 = isLast && words.at(-1)?.includes('.') ? parseIpv4(words.pop() as string) : null;
  if (ipv4 === undefined || !words.every(word => GROUP.test(word))) return undefined;
  const groups = words.map(word => BigInt(`0x${word}`));
  return ipv4 === null ? groups : [...groups, ipv4 >> 16n, ipv4 & 0xffffn];
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function unmap(ip: Ip): Ip {
  return ip.width === 128 && ip.bits >> 32n === 0xffffn ? { bits: ip.bits & 0xffffffffn, width: 32 } : ip;
}

function formatIp({ bits, width }: Ip): string {
  if (width === 32) return [24n, 16n, 8n, 0n].map(shift => (bits >> shift) & 255n).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => (bits >> BigInt(112 - 16 * index)) & 0xffffn);
  const text = groups.map(group => group.toString(16)).join(':');
  return new URL(`http://[${text}]/`).hostname.slice(1, -1);
}
