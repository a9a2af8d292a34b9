/**
 * Determines whether a request comes from our own pages. A browser adds the cookie to requests from any site, but no
 * site can change the origin that the browser reports.
 */
import type { IncomingMessage } from 'node:http';
import type { AddressList } from '../../platform/http/address-list.ts';
import { unmapAddress } from '../../platform/http/address-list.ts';

export interface RequestOrigin {
  /** `unknown` if no header reveals the origin, as with programs and very old browsers. */
  sender: 'own' | 'foreign' | 'unknown';
  /** Whether the client reached us over https. */
  secure: boolean;
  /** The host name that the browser uses, without a port. */
  host: string | undefined;
}

export interface OriginRules {
  /** Additional origins under which proxies serve the dashboard. */
  origins: readonly string[];
  trustedProxies: AddressList | undefined;
}

export function requestOrigin(request: IncomingMessage, rules: OriginRules): RequestOrigin {
  const { host, origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const scheme = schemeOf(request, rules.trustedProxies);
  const isOwn = origin === `${scheme}://${host}` || (origin !== undefined && rules.origins.includes(origin));
  const sender = senderOf(site, origin, isOwn);
  const secure =
    scheme === 'https' ||
    (sender === 'own' && origin?.startsWith('https://') === true) ||
    rules.origins.includes(`https://${host}`);
  return { sender, secure, host: hostNameOf(isOwn ? origin : host) };
}

/**
 * Extracts the host name from an origin or a `Host` header. A proxy may change `Host`, so our own origin takes
 * precedence.
 */
function hostNameOf(text: string | undefined): string | undefined {
  return text
    ?.replace(/^https?:\/\//, '')
    .replace(/:\d+$/, '')
    .toLowerCase();
}

/** `Sec-Fetch-Site` decides if present, because proxies pass it on unchanged. */
function senderOf(
  site: string | string[] | undefined,
  origin: string | undefined,
  isOwn: boolean,
): RequestOrigin['sender'] {
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'foreign';
  if (origin === undefined) return 'unknown';
  return isOwn ? 'own' : 'foreign';
}

function schemeOf(request: IncomingMessage, trusted: AddressList | undefined): 'http' | 'https' {
  const peer = request.socket.remoteAddress;
  if (peer === undefined || !trusted?.has(unmapAddress(peer))) return 'http';
  return request.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
}
