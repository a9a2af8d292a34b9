import { disableKey } from '@serai/contract/account/keys.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { changeKeyStatus } from './change-key-status.ts';
import type { KeyOperationParts } from './key-operation-parts.ts';

export function keysDisable(parts: KeyOperationParts): OperatorHandler {
  return operate(disableKey, (context, { keyId }) =>
    changeKeyStatus(parts, context, { operation: disableKey, keyId, status: 'DISABLED' }),
  );
}
