/**
 * Reads the credentials of a request. An `Authorization` header takes precedence over the cookie, even if it is
 * invalid.
 */
import type { RequestHeaders } from '../../platform/http/request-headers.ts';
import { readSessionCookie } from './session-cookie.ts';

export interface Credentials {
  kind: 'bearer' | 'cookie';
  token: string;
  /** The host to which the browser sent the cookie. */
  host?: string | undefined;
}

const BEARER = /^bearer +(\S+)$/i;

export function readCredentials(
  headers: RequestHeaders,
  { cookie, secure, host }: { cookie: string | undefined; secure: boolean; host: string | undefined },
): Credentials | undefined {
  if (headers.authorization === undefined) {
    const token = readSessionCookie(cookie, secure);
    return token === undefined ? undefined : { kind: 'cookie', token, host };
  }
  if (headers.authorizationRepeated) return undefined;
  const token = BEARER.exec(headers.authorization.trim())?.[1];
  return token === undefined ? undefined : { kind: 'bearer', token };
}
