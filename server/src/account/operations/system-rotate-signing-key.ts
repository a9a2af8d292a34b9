import { rotateSigningKey as operation } from '@serai/contract/account/system/rotate-signing-key.ts';
import type { SigningKeyStatus } from '@serai/contract/account/system/signing-key.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../audit-store.ts';

interface RotateSigningKeyParts {
  /** Publishes a new key, or returns the one that is already pending. */
  rotateSigningKey: () => Promise<{ signingKey: SigningKeyStatus; created: boolean }>;
}

/**
 * The rotation has a separate transaction, and the audit entry follows it. The new key signs only minutes later, and
 * after a crash in between the next call returns it.
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
