import type { ShownSetting, SigningKeyStatus } from '@serai/contract/account/system.ts';
import {
  listSettings,
  rotateSigningKey as rotateSigningKeyOperation,
  type SystemStatus,
  showSystemStatus,
} from '@serai/contract/account/system.ts';
import type { Database } from '../../platform/database/connect.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../audit-store.ts';

/** `status` combines the status of all areas and the platform. Only the app has access to all of them. */
export function systemStatus({
  status,
}: {
  status: (db: Database) => Promise<SystemStatus>;
}): OperatorHandler {
  return operate(showSystemStatus, ({ db }) => status(db));
}

export function systemSettings({ settings }: { settings: () => ShownSetting[] }): OperatorHandler {
  return operate(listSettings, () => ({ settings: settings() }));
}

interface RotateSigningKeyParts {
  rotateSigningKey: () => Promise<{ signingKey: SigningKeyStatus; created: boolean }>;
}

/**
 * The key is rotated in a separate transaction before the audit entry is written. It starts signing only minutes later.
 * If the process crashes in between, the next call returns the same key.
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
