import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import type {
  OperatorContext,
  OperatorSession,
} from '../../platform/operations/operator/operator-handler.ts';
import { hashToken } from '../access/hash-token.ts';
import type { KnownDevices } from '../access/known-device.ts';
import { sessionCookie } from '../access/session-cookie.ts';
import { rotateSession, SESSION_ABSOLUTE_MS } from '../session-store.ts';
import { newToken } from '../sign-in.ts';

type Answered = Pick<OperatorContext, 'cookies' | 'secure'>;

/**
 * The browser deletes the cookie when the session reaches its maximum age. Only the server knows whether it ended
 * earlier.
 */
export function giveCookie({ cookies, secure = false }: Answered, token: string): void {
  cookies.push(sessionCookie(token, secure, SESSION_ABSOLUTE_MS / 1000));
}

/** Makes the browser a known device of the account. Call it only after a complete sign-in. */
export function giveDeviceCookie(
  { cookies, device, secure = false }: Answered & Pick<OperatorContext, 'device'>,
  devices: KnownDevices,
  email: string,
): void {
  cookies.push(devices.cookie(email, device, secure));
}

interface Replacement {
  session: OperatorSession;
  nowMs: number;
  confirmed: boolean;
  atOnce?: boolean;
  organisationId?: string;
}

/**
 * Gives the session a new cookie, so that a cookie that was stolen before the session gained permissions becomes
 * useless. Returns the hash of the new token.
 */
export async function replaceToken(
  tx: Database,
  context: OperatorContext,
  { session, ...change }: Replacement,
): Promise<Buffer> {
  const token = newToken();
  const newHash = hashToken(token);
  const isThere = await rotateSession(tx, session.id, { askedHash: session.tokenHash, newHash, ...change });
  if (!isThere) throw new ApiError('UNAUTHORIZED', 'The session has ended. Sign in again.');
  giveCookie(context, token);
  return newHash;
}
