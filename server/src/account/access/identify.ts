/** Tells who the sender of credentials is: the operator token, or a session that has not ended. */
import type { Role } from '@serai/contract/operator-operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { OperatorSession } from '../../platform/operations/operator-handler.ts';
import { isOperatorToken } from '../operator-token.ts';
import { findLiveSession, touchSession } from '../session-store.ts';
import type { Credentials } from './credentials.ts';
import { hashToken } from './hash-token.ts';

export interface Caller {
  actor: string;
  role: Role;
  organisationId: string;
  session?: OperatorSession;
}

/** Undefined for credentials that are not valid, whatever the reason. */
export type Identify = (credentials: Credentials) => Promise<Caller | undefined>;

interface IdentifyParts {
  db: Database;
  operatorToken: string;
  /** The organisation that the operator token acts in. */
  organisationId: string;
  clock: Clock;
}

export const OPERATOR_TOKEN_ACTOR = 'operator-token';

/** Writing every use of a session would be a write for every read; the idle time need not be exact. */
const TOUCH_AFTER_MS = 60_000;

export function createIdentify({ db, operatorToken, organisationId, clock }: IdentifyParts): Identify {
  return async ({ kind, token }) => {
    if (kind === 'bearer') {
      if (!isOperatorToken(token, operatorToken)) return undefined;
      return { actor: OPERATOR_TOKEN_ACTOR, role: 'owner', organisationId };
    }
    const tokenHash = hashToken(token);
    const nowMs = clock.nowMs();
    const session = await findLiveSession(db, tokenHash, nowMs);
    if (session === undefined) return undefined;
    if (nowMs - session.seenAtMs > TOUCH_AFTER_MS) await touchSession(db, tokenHash, nowMs);
    const { actor, role, endsAtMs } = session;
    return { actor, role, organisationId: session.organisationId, session: { tokenHash, endsAtMs } };
  };
}
