import { endKeyOverlap } from '@serai/contract/account/keys.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { endSecrets } from '../../keys/key-store.ts';
import { keyView } from '../../keys/key-view.ts';
import {
  describeSecrets,
  getKey,
  getKeyForChange,
  type KeyOperationParts,
  requireNotRevoked,
} from './key-operation-parts.ts';

export function keysEndOverlap({ clock, recordAudit, refreshKeys }: KeyOperationParts): OperatorHandler {
  return operate(endKeyOverlap, async (context, { keyId }) => {
    const { db } = context;
    const key = await inTransaction(db, async tx => {
      const present = await getKeyForChange(tx, context, keyId);
      requireNotRevoked(present);
      if (!present.secrets.some(secret => secret.validUntil !== null)) return present;

      await endSecrets(tx, keyId, 'older');
      const after = await getKey(tx, context, keyId);
      const change = { before: describeSecrets(present), after: describeSecrets(after) };
      await recordAudit(tx, auditOf(context, { action: endKeyOverlap.name, target: keyId, ...change }));
      return after;
    });

    await refreshKeys();
    return { key: keyView(key, clock.nowMs()) };
  });
}
