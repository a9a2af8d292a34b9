/** Operations on the installation: status and rotation of the signing key. */

import type { SigningKeyStatus } from '@serai/contract/account/system.ts';
import {
  rotateSigningKey as rotateSigningKeyOperation,
  type SystemStatus,
  showSystemStatus,
} from '@serai/contract/account/system.ts';
import type { Database } from '../../platform/database/connect.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../audit-store.ts';

/** `status` collects what the areas and the platform know. Only the app knows all of them. */
export function systemStatus({
  status,
}: {
  status: (db: Database) => Promise<SystemStatus>;
}): OperatorHandler {
  return operate(showSystemStatus, ({ db }) => status(db));
}

interface RotateSigningKeyParts {
  /** Publishes a new key, or returns the one that is already pending. */
  rotateSigningKey: () => Promise<{ signingKey: SigningKeyStatus; created: boolean }>;
}

/**
 * The rotation has a separate transaction, and the audit entry follows it. The new key signs only minutes later, and
 * after a crash in between the next call returns it.
 */
export function systemRotateSigningKey({ rotateSigningKey }: RotateSigningKeyParts): OperatorHandler {
  return operate(rotateSigningKeyOperation, async context => {
    const { db } = context;
    const { signingKey, created } = await rotateSigningKey();
    if (created) {
      const target = signingKey.next?.kid ?? signingKey.kid;
      const change = { before: { kid: signingKey.kid }, after: { next: signingKey.next } };
      await recordAudit(db, auditOf(context, { action: rotateSigningKeyOperation.name, target, ...change }));
    }
    return { signingKey };
  });
}
