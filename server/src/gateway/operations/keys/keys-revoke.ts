import { revokeKey } from '@serai/contract/account/keys.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { changeKeyStatus } from './change-key-status.ts';
import type { KeyOperationParts } from './key-operation-parts.ts';

export function keysRevoke(parts: KeyOperationParts): OperatorHandler {
  return operate(revokeKey, (context, { keyId }) =>
    changeKeyStatus(parts, context, { operation: revokeKey, keyId, status: 'REVOKED' }),
  );
}
