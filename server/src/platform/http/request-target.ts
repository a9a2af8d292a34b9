/**
 * Checks which host a request is addressed to. In a DNS rebinding attack, a web page makes its own name resolve to our
 * address and sends that name as `Host`, so only known names are served. IP addresses and loopback names are always
 * served, because no web page can own them.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { ApiError } from '../api-error.ts';

/** Receives the host without its port, in lower case. */
export type IsAllowedHost = (host: string) => boolean;

/** `*` allows every host. */
export function allowedHosts(names: readonly string[]): IsAllowedHost {
  const known = new Set(names.map(name => name.toLowerCase()));
  return host => known.has('*') || isIP(host) !== 0 || isLoopbackName(host) || known.has(host);
}

function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

export function isLoopbackHost(header: string | undefined): boolean {
  const host = header === undefined ? undefined : hostOf(header);
  if (host === undefined) return false;
  return isLoopbackName(host) || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is;
const AUTHORITY = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9._-]{1,253}))(?::\d{0,5})?$/i;

/** Returns the host in an authority such as `example.com:8080` or `[::1]`. */
function hostOf(authority: string): string | undefined {
  const match = AUTHORITY.exec(authority);
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/, '');
}

/**
 * Returns a check that throws if a request is for another host or if its end cannot be determined safely. A target in
 * absolute form is replaced with its path, and its host replaces the `Host` header, as RFC 9112 requires.
 */
export function targetCheck(isAllowedHost: IsAllowedHost): (request: IncomingMessage) => void {
  // Nearly all requests have the same host, so the last result is reused.
  let lastAllowed: string | undefined;
  return request => {
    normaliseTarget(request);
    const { host } = request.headers;
    // HTTP/1.0 requests may omit the host, but browsers never do. A later check requires it for HTTP/1.1.
    if (host === undefined || host === lastAllowed) return;
    const name = hostOf(host);
    if (name === undefined || !isAllowedHost(name)) throw new ApiError('VALIDATION_ERROR', refusal(name));
    lastAllowed = host;
  };
}

function normaliseTarget(request: IncomingMessage): void {
  if (request.httpVersionMajor < 1) {
    throw new ApiError('VALIDATION_ERROR', 'The request is not valid HTTP. Send it as HTTP/1.1.');
  }
  if (request.httpVersion === '1.0' && request.headers['transfer-encoding'] !== undefined) {
    throw new ApiError(
      'VALIDATION_ERROR',
      'HTTP/1.0 does not support Transfer-Encoding. Send HTTP/1.1, or a Content-Length.',
    );
  }
  const absolute = request.url?.startsWith('/') ? null : ABSOLUTE.exec(request.url ?? '');
  if (absolute !== null) {
    const [, authority = '', target = ''] = absolute;
    request.headers.host = authority;
    request.url = target.startsWith('/') ? target : `/${target}`;
  }
}

function refusal(name: string | undefined): string {
  if (name === undefined) return 'The Host header is not a valid host.';
  return `The host "${name}" is not served here. The operator can allow it with SERAI_ALLOWED_HOSTS.`;
}
