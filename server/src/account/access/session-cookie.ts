/** The cookie that carries a session. Over https its name keeps other hosts and plain http from setting it. */
import { SESSION_COOKIE } from '@serai/contract/account/session/session.ts';

const SECURE_NAME = `__Host-${SESSION_COOKIE}`;

export function sessionCookie(token: string, secure: boolean, maxAgeSeconds: number): string {
  const name = secure ? SECURE_NAME : SESSION_COOKIE;
  const flags = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return `${name}=${token}; ${flags}`;
}

export function clearedSessionCookie(secure: boolean): string {
  return sessionCookie('', secure, 0);
}

/**
 * The token in a `Cookie` header. The name that needs https goes first: nobody else can have set it. Over https it alone
 * counts, for a neighbouring host or plain http can plant the other, and with it the session of somebody else.
 */
export function readSessionCookie(header: string | undefined, secure: boolean): string | undefined {
  if (header === undefined) return undefined;
  const pairs = header.split(';').map(pair => pair.trim());
  for (const name of secure ? [SECURE_NAME] : [SECURE_NAME, SESSION_COOKIE]) {
    const pair = pairs.find(candidate => candidate.startsWith(`${name}=`));
    const token = pair?.slice(name.length + 1);
    if (token) return token;
  }
  return undefined;
}
