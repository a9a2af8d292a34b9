import { hasPermission, PERMISSIONS, type Permission } from '@serai/contract/roles.ts';
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
  /** Applies committed changes on this node. Awaited before the response is sent. */
  refreshKeys: () => Promise<void>;
  cursorKey: Buffer;
  /** The longest key lifetime in days that the organisation allows. Null means no limit. */
  maxKeyLifetimeDays: (db: Database, organisationId: string) => Promise<number | null>;
}

export async function expiryRule(
  { clock, maxKeyLifetimeDays }: Pick<KeyOperationParts, 'clock' | 'maxKeyLifetimeDays'>,
  { db, organisationId }: OperatorContext,
): Promise<ExpiryRule> {
  return { nowMs: clock.nowMs(), maxLifetimeDays: await maxKeyLifetimeDays(db, organisationId) };
}

/** Only owners and admins may change a production key, and only after confirming their identity recently. */
export function requireMayChange(context: OperatorContext, environment: Environment): void {
  if (environment === 'sandbox') return;
  requireRole(context, 'keys:production', 'Changing a production key');
  requireConfirmed(context);
}

/**
 * Developers of a partner may change a sandbox key, but not what it may spend. Only the operator decides which platforms
 * use UCP.
 */
export function requireMaySet(
  context: OperatorContext,
  { limits, ucp }: { limits?: { spend?: unknown } | undefined; ucp?: unknown },
): void {
  if (limits?.spend !== undefined) requireRole(context, 'keys:spend', 'Setting a spend limit');
  if (ucp !== undefined) requireRole(context, 'keys:ucp', 'Setting a UCP platform');
}

function requireRole({ role }: OperatorContext, permission: Permission, action: string): void {
  if (hasPermission(role, permission)) return;
  const { roles } = PERMISSIONS[permission];
  throw new ApiError(
    'FORBIDDEN',
    `${action} requires one of the roles ${roles.join(', ')}. Your role is ${role}.`,
  );
}

/** Keys that Serai created for itself are in no list, so they must stay short-lived. They can only be stopped. */
export async function getClientKeyForChange(
  tx: Database,
  context: OperatorContext,
  keyId: string,
): Promise<StoredKey> {
  const key = await getKeyForChange(tx, context, keyId);
  requireClientKey(key);
  return key;
}

export function requireClientKey({ purpose }: StoredKey): void {
  if (purpose === 'CLIENT') return;
  throw new ApiError(
    'INVALID_STATE',
    'Serai created this key for itself, so it can only be disabled or revoked. Create a key with keys/create instead.',
  );
}

export async function getKeyForChange(
  tx: Database,
  context: OperatorContext,
  keyId: string,
): Promise<StoredKey> {
  // Uses two statements, because only the second one sees the changes made by the previous lock holder.
  const known = await lockKey(tx, context.organisationId, keyId);
  if (!known) throw unknownKey();
  const key = await getKey(tx, context, keyId);
  requireMayChange(context, key.environment);
  return key;
}

/** A key of another organisation is indistinguishable from an unknown key. */
export async function getKey(db: Database, context: OperatorContext, keyId: string): Promise<StoredKey> {
  const key = await findKey(db, context.organisationId, keyId);
  if (key === undefined) throw unknownKey();
  return key;
}

function unknownKey(): ApiError {
  return new ApiError('NOT_FOUND', 'This key does not exist. keys/list shows the keys.');
}

export function requireNotRevoked(key: StoredKey): void {
  if (key.status !== 'REVOKED') return;
  throw new ApiError('INVALID_STATE', 'The key is revoked, which is final. Create a new one.');
}

/** Returns the IDs of the valid secrets and when they end, for the audit log. */
export function describeSecrets({ secrets }: StoredKey): AuditState {
  return { secrets: secrets.map(({ id, validUntil }) => ({ secretId: id, validUntil })) };
}
