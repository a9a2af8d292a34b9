/** Cookies of the dashboard. Over https, their name prefix prevents other hosts and plain http from setting them. */
import { SESSION_COOKIE } from '@serai/contract/account/session.ts';

interface CookieOptions {
  secure: boolean;
  maxAgeSeconds: number;
  sameSite: 'Lax' | 'Strict';
}

/** Without `Domain`, a cookie is sent only to the host that set it. */
export function hostCookie(name: string, value: string, options: CookieOptions): string {
  const { secure, maxAgeSeconds, sameSite } = options;
  const flags = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
  return `${secure ? `__Host-${name}` : name}=${value}; ${flags}`;
}

/**
 * Reads the value from a `Cookie` header. The name that requires https takes precedence, because no other host can set
 * it. Over https only that name counts: a neighbouring host or plain http could set the other name to plant a foreign
 * session.
 */
export function readHostCookie(
  header: string | undefined,
  name: string,
  secure: boolean,
): string | undefined {
  if (header === undefined) return undefined;
  const pairs = header.split(';').map(pair => pair.trim());
  for (const candidate of secure ? [`__Host-${name}`] : [`__Host-${name}`, name]) {
    const pair = pairs.find(text => text.startsWith(`${candidate}=`));
    const value = pair?.slice(candidate.length + 1);
    if (value) return value;
  }
  return undefined;
}

export function sessionCookie(token: string, secure: boolean, maxAgeSeconds: number): string {
  return hostCookie(SESSION_COOKIE, token, { secure, maxAgeSeconds, sameSite: 'Lax' });
}

export function clearedSessionCookie(secure: boolean): string {
  return sessionCookie('', secure, 0);
}

export function readSessionCookie(header: string | undefined, secure: boolean): string | undefined {
  return readHostCookie(header, SESSION_COOKIE, secure);
}
