import { showKey } from '@serai/contract/account/keys.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { keyView } from '../../keys/key-view.ts';
import { getKey, type KeyOperationParts } from './key-operation-parts.ts';

export function keysShow({ clock }: KeyOperationParts): OperatorHandler {
  return operate(showKey, async (context, { keyId }) => {
    const { db } = context;
    const key = await getKey(db, context, keyId);
    return { key: keyView(key, clock.nowMs()) };
  });
}
