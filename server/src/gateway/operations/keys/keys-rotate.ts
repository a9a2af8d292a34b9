/**
 * Adds a new secret to a key. At most two secrets are valid at a time: a rotation during an overlap ends the older
 * secret immediately, and the current one starts its own overlap.
 */
import { endKeyOverlap, rotateKey } from '@serai/contract/account/keys.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../platform/operations/validate.ts';
import { issueSecret } from '../../keys/issue-secret.ts';
import { type ExpiryRule, lateExpiry } from '../../keys/key-attributes.ts';
import { beginOverlap, endSecrets, type StoredKey } from '../../keys/key-store.ts';
import { keyView, statusAt } from '../../keys/key-view.ts';
import {
  describeSecrets,
  expiryRule,
  getClientKeyForChange,
  getKey,
  type KeyOperationParts,
  requireNotRevoked,
} from './key-operation-parts.ts';

export function keysRotate(parts: KeyOperationParts): OperatorHandler {
  const { clock, recordAudit, refreshKeys } = parts;
  return operate(rotateKey, async (context, { keyId, overlapSeconds }) => {
    const { db } = context;
    const rule = await expiryRule(parts, context);
    const { key, secret } = await inTransaction(db, async tx => {
      const before = await getClientKeyForChange(tx, context, keyId);
      requireNotRevoked(before);
      requireNotExpired(before, rule.nowMs);
      requireLifetime(before, rule);

      await endSecrets(tx, keyId, overlapSeconds === 0 ? 'all' : 'older');
      await beginOverlap(tx, keyId, overlapSeconds);
      const { text } = await issueSecret(tx, before);
      const after = await getKey(tx, context, keyId);
      const change = { before: describeSecrets(before), after: describeSecrets(after) };
      await recordAudit(tx, auditOf(context, { action: rotateKey.name, target: keyId, ...change }));
      return { key: after, secret: text };
    });

    await refreshKeys();
    return { key: keyView(key, clock.nowMs(), context), secret };
  });
}

/** The new secret of an expired key would not work, and the reason would not be visible. */
function requireNotExpired(key: StoredKey, nowMs: number): void {
  if (statusAt(key, nowMs) !== 'EXPIRED') return;
  const message = `The key expired at ${key.expiresAt?.toISOString()}. Set a later expiry first.`;
  throw new ApiError('INVALID_STATE', message);
}

/** A new secret must not live longer than the organisation allows. The user must choose an earlier expiry. */
function requireLifetime({ expiresAt }: StoredKey, rule: ExpiryRule): void {
  const problem = lateExpiry(expiresAt, rule);
  if (problem !== undefined) throw validationError([problem]);
}

export function keysEndOverlap({ clock, recordAudit, refreshKeys }: KeyOperationParts): OperatorHandler {
  return operate(endKeyOverlap, async (context, { keyId }) => {
    const { db } = context;
    const key = await inTransaction(db, async tx => {
      const present = await getClientKeyForChange(tx, context, keyId);
      requireNotRevoked(present);
      if (!present.secrets.some(secret => secret.validUntil !== null)) return present;

      await endSecrets(tx, keyId, 'older');
      const after = await getKey(tx, context, keyId);
      const change = { before: describeSecrets(present), after: describeSecrets(after) };
      await recordAudit(tx, auditOf(context, { action: endKeyOverlap.name, target: keyId, ...change }));
      return after;
    });

    await refreshKeys();
    return { key: keyView(key, clock.nowMs(), context) };
  });
}
