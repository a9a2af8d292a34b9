/** Disables, enables and revokes keys. The status of a revoked key is final. */
import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import { disableKey, enableKey, revokeKey } from '@serai/contract/account/keys.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import { setKeyStatus } from '../../keys/key-store.ts';
import { keyView } from '../../keys/key-view.ts';
import {
  getKey,
  getKeyForChange,
  type KeyOperationParts,
  requireClientKey,
  requireNotRevoked,
} from './key-operation-parts.ts';

export function keysDisable(parts: KeyOperationParts): OperatorHandler {
  return operate(disableKey, (context, { keyId }) =>
    changeKeyStatus(parts, context, { operation: disableKey, keyId, status: 'DISABLED' }),
  );
}

export function keysEnable(parts: KeyOperationParts): OperatorHandler {
  return operate(enableKey, (context, { keyId }) =>
    changeKeyStatus(parts, context, { operation: enableKey, keyId, status: 'ACTIVE' }),
  );
}

export function keysRevoke(parts: KeyOperationParts): OperatorHandler {
  return operate(revokeKey, (context, { keyId }) =>
    changeKeyStatus(parts, context, { operation: revokeKey, keyId, status: 'REVOKED' }),
  );
}

interface StatusChange {
  operation: { name: AuditAction };
  keyId: string;
  status: KeyRecord['status'];
}

/** If the key already has this status, it is returned unchanged and nothing is written. */
async function changeKeyStatus(
  { clock, recordAudit, refreshKeys }: KeyOperationParts,
  context: OperatorContext,
  { operation, keyId, status }: StatusChange,
) {
  const key = await inTransaction(context.db, async tx => {
    const present = await getKeyForChange(tx, context, keyId);
    if (status === 'ACTIVE') requireClientKey(present);
    if (present.status === status) return present;
    requireNotRevoked(present);

    await setKeyStatus(tx, keyId, status);
    const change = { before: { status: present.status }, after: { status } };
    await recordAudit(tx, auditOf(context, { action: operation.name, target: keyId, ...change }));
    return getKey(tx, context, keyId);
  });

  await refreshKeys();
  return { key: keyView(key, clock.nowMs(), context) };
}
