/**
 * Determines the client address of a request. It is the socket's address, unless that belongs to a trusted proxy. In
 * that case, it is the rightmost hop in X-Forwarded-For that is not a trusted proxy. A header from an untrusted peer is
 * never used.
 */
import { isIP } from 'node:net';
import { type AddressList, unmapAddress } from './address-list.ts';

const MAX_HOPS = 32;

/** Undefined if the address cannot be determined. Requests with a key that has an address list are then rejected. */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trusted: AddressList | undefined,
): string | undefined {
  if (socketAddress === undefined) return undefined;
  const peer = unmapAddress(withoutZone(socketAddress));
  if (trusted === undefined || forwardedFor === undefined || !trusted.has(peer)) return peer;

  const hops = forwardedFor.split(',');
  if (hops.length > MAX_HOPS) return undefined;
  let address: string | undefined = peer;
  for (const hop of hops.reverse()) {
    address = parseHop(hop.trim());
    if (address === undefined || !trusted.has(address)) return address;
  }
  return address;
}

/** Parses a hop in the formats that proxies write: an address, optionally with a port, brackets or a zone. */
function parseHop(hop: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop)?.[1];
  const ported = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(hop)?.[1];
  const address = withoutZone(bracketed ?? ported ?? hop);
  return isIP(address) === 0 ? undefined : unmapAddress(address);
}

export function withoutZone(address: string): string {
  const zone = address.indexOf('%');
  return zone === -1 ? address : address.slice(0, zone);
}
