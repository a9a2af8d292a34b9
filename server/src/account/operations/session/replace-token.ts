import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type {
  OperatorContext,
  OperatorSession,
} from '../../../platform/operations/operator/operator-handler.ts';
import { hashToken } from '../../access/hash-token.ts';
import { rotateSession } from '../../session-store.ts';
import { newToken } from '../../sign-in.ts';
import { giveCookie } from './give-cookie.ts';

interface Replacement {
  session: OperatorSession;
  nowMs: number;
  /** Whether the caller has just proved their identity. */
  confirmed: boolean;
  /** Invalidates the replaced token immediately. */
  atOnce?: boolean;
  organisationId?: string;
}

/** Gives the session a new cookie, so that one seen before its permissions grew is useless. Returns the hash of its token. */
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
