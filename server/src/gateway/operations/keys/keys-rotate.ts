/**
 * A second secret for the same key. At most two work at a time: a rotation during an overlap ends the oldest secret
 * at once, and the one that was current begins its own overlap.
 */
import { rotateKey } from '@serai/contract/account/keys.ts';
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
  getKey,
  getKeyForChange,
  type KeyOperationParts,
  requireNotRevoked,
} from './key-operation-parts.ts';

export function keysRotate(parts: KeyOperationParts): OperatorHandler {
  const { clock, recordAudit, refreshKeys } = parts;
  return operate(rotateKey, async (context, { keyId, overlapSeconds }) => {
    const { db } = context;
    const rule = await expiryRule(parts, context);
    const { key, secret } = await inTransaction(db, async tx => {
      const before = await getKeyForChange(tx, context, keyId);
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
    return { key: keyView(key, clock.nowMs()), secret };
  });
}

/** Its new secret would not work, and nobody would see why. */
function requireNotExpired(key: StoredKey, nowMs: number): void {
  if (statusAt(key, nowMs) !== 'EXPIRED') return;
  const message = `The key expired at ${key.expiresAt?.toISOString()}. Give it a later expiry first.`;
  throw new ApiError('INVALID_STATE', message);
}

/** A new secret may not outlive what the organisation allows; which expiry the key gets instead is for a person to say. */
function requireLifetime({ expiresAt }: StoredKey, rule: ExpiryRule): void {
  const problem = lateExpiry(expiresAt, rule);
  if (problem !== undefined) throw validationError([problem]);
}
