/** What the operations on keys are made with, and the two questions that each of them asks first. */
import { ROLES, type Role } from '@serai/contract/operator-operation.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { AuditState, RecordAudit } from '../../../platform/operations/operator/audit-entry.ts';
import { requireConfirmed } from '../../../platform/operations/operator/caller-checks.ts';
import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import type { ExpiryRule } from '../../keys/key-attributes.ts';
import { findKey, lockKey, type StoredKey } from '../../keys/key-store.ts';

export interface KeyOperationParts {
  clock: Clock;
  recordAudit: RecordAudit;
  /** Applies committed changes to this node. Awaited before the answer. */
  refreshKeys: () => Promise<void>;
  /** Signs the cursors of lists. */
  cursorKey: Buffer;
  /** The longest that the organisation lets a key live, in days; null for as long as anyone likes. */
  maxKeyLifetimeDays: (db: Database, organisationId: string) => Promise<number | null>;
}

/** By what the expiry of a key is judged now. */
export async function expiryRule(
  { clock, maxKeyLifetimeDays }: Pick<KeyOperationParts, 'clock' | 'maxKeyLifetimeDays'>,
  { db, organisationId }: OperatorContext,
): Promise<ExpiryRule> {
  return { nowMs: clock.nowMs(), maxLifetimeDays: await maxKeyLifetimeDays(db, organisationId) };
}

const LIVE_KEY_ROLE: Role = 'admin';

/** A key that reaches live providers is for admins and owners alone, who proved a moment ago that it is them. */
export function requireMayChange(context: OperatorContext, environment: Environment): void {
  if (environment === 'sandbox') return;
  if (ROLES.indexOf(context.role) < ROLES.indexOf(LIVE_KEY_ROLE)) {
    throw new ApiError(
      'FORBIDDEN',
      `A production key is changed only with the role ${LIVE_KEY_ROLE} or owner; yours is ${context.role}.`,
    );
  }
  requireConfirmed(context);
}

/** Loads a key for a change and holds it until the end of the transaction. */
export async function getKeyForChange(
  tx: Database,
  context: OperatorContext,
  keyId: string,
): Promise<StoredKey> {
  // Two statements: only the second sees what the holder before us has changed.
  const known = await lockKey(tx, context.organisationId, keyId);
  if (!known) throw unknownKey();
  const key = await getKey(tx, context, keyId);
  requireMayChange(context, key.environment);
  return key;
}

/** A foreign key and one that never was look the same. */
export async function getKey(db: Database, context: OperatorContext, keyId: string): Promise<StoredKey> {
  const key = await findKey(db, context.organisationId, keyId);
  if (key === undefined) throw unknownKey();
  return key;
}

function unknownKey(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such key in this organisation.');
}

export function requireNotRevoked(key: StoredKey): void {
  if (key.status !== 'REVOKED') return;
  throw new ApiError('INVALID_STATE', 'The key is revoked, which is final. Create a new one.');
}

/** The secrets that work, for the audit: their ids and ends, nothing to sign in with. */
export function describeSecrets({ secrets }: StoredKey): AuditState {
  return { secrets: secrets.map(({ id, validUntil }) => ({ secretId: id, validUntil })) };
}
