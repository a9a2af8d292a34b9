import { rotateSigningKey as operation, type SigningKeyStatus } from '@serai/contract/account/system.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../audit-store.ts';

interface RotateSigningKeyParts {
  /** Publishes a new key, or answers with the one that already waits. */
  rotateSigningKey: () => Promise<{ signingKey: SigningKeyStatus; created: boolean }>;
}

/**
 * The rotation has its own transaction. The entry follows it: the new key signs only minutes later, and a crash in
 * between leaves a key that the next call answers with.
 */
export function systemRotateSigningKey({ rotateSigningKey }: RotateSigningKeyParts): OperatorHandler {
  return operate(operation, async context => {
    const { db } = context;
    const { signingKey, created } = await rotateSigningKey();
    if (created) {
      const target = signingKey.next?.kid ?? signingKey.kid;
      const change = { before: { kid: signingKey.kid }, after: { next: signingKey.next } };
      await recordAudit(db, auditOf(context, { action: operation.name, target, ...change }));
    }
    return { signingKey };
  });
}
