/** Identifies the sender of credentials: the operator token, or a session that has not ended. */
import type { Role } from '@serai/contract/roles.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { OperatorSession } from '../../platform/operations/operator/operator-handler.ts';
import { isOperatorToken } from '../operator-token.ts';
import { findLiveSession, touchSession } from '../session-store.ts';
import type { Credentials } from './credentials.ts';
import { hashToken } from './hash-token.ts';
import { findSelection } from './token-selection-store.ts';

export interface Caller {
  actor: string;
  role: Role;
  organisationId: string;
  confirmed: boolean;
  /** Whether the caller belongs to the operator. Others belong to the partner `organisationId`. */
  staff: boolean;
  /** The partner that the operator token selected with the deprecated `organisations/select`. */
  selectedPartnerId?: string | undefined;
  /** Hotels that a revenue manager may change. Null means all. */
  hotels?: readonly string[] | null;
  /** A second factor is required, and the caller has none. */
  lacksSecondFactor?: boolean;
  session?: OperatorSession;
}

/** Returns undefined for invalid credentials of any kind. */
export type Identify = (credentials: Credentials) => Promise<Caller | undefined>;

interface IdentifyParts {
  db: Database;
  operatorToken: string;
  operatorId: string;
  clock: Clock;
}

export const OPERATOR_TOKEN_ACTOR = 'operator-token';

/** Recording every use of a session would turn every read into a write. The idle time need not be exact. */
const TOUCH_AFTER_MS = 60_000;

export function createIdentify({ db, operatorToken, operatorId, clock }: IdentifyParts): Identify {
  return async ({ kind, token, host }) => {
    if (kind === 'cookie') {
      const session = { tokenHash: hashToken(token), host };
      return callerOfSession(db, session, { operatorId, nowMs: clock.nowMs() });
    }
    if (!isOperatorToken(token, operatorToken)) return undefined;
    return {
      actor: OPERATOR_TOKEN_ACTOR,
      role: 'owner',
      organisationId: operatorId,
      confirmed: true,
      staff: true,
      selectedPartnerId: await findSelection(db, hashToken(token)),
    };
  };
}

async function callerOfSession(
  db: Database,
  { tokenHash, host }: { tokenHash: Buffer; host: string | undefined },
  { operatorId, nowMs }: { operatorId: string; nowMs: number },
): Promise<Caller | undefined> {
  const session = await findLiveSession(db, tokenHash, nowMs);
  if (session === undefined) return undefined;
  if (session.host !== undefined && session.host !== host) return undefined;
  if (nowMs - session.seenAtMs > TOUCH_AFTER_MS) await touchSession(db, session.id, nowMs);
  const { id, actor, role, organisationId, personId, memberId, endsAtMs, confirmedUntilMs } = session;
  return {
    actor,
    role,
    organisationId,
    confirmed: confirmedUntilMs !== undefined,
    staff: organisationId === operatorId,
    hotels: session.hotels,
    lacksSecondFactor: personId !== undefined && session.requiresSecondFactor && !session.hasSecondFactor,
    session: { id, tokenHash, endsAtMs, confirmedUntilMs, personId, memberId },
  };
}
