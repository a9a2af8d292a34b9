import { updateKey } from '@serai/contract/account/keys.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { managesPartners } from '../../../platform/operations/operator/caller-checks.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { differenceOf, mergeKeyAttributes } from '../../keys/key-attributes.ts';
import { lockCeilings, updateKey as storeAttributes } from '../../keys/key-store.ts';
import { keyView } from '../../keys/key-view.ts';
import {
  expiryRule,
  getClientKeyForChange,
  getKey,
  type KeyOperationParts,
  requireMaySet,
  requireNotRevoked,
} from './key-operation-parts.ts';

export function keysUpdate(parts: KeyOperationParts): OperatorHandler {
  const { clock, recordAudit, refreshKeys } = parts;
  return operate(updateKey, async (context, { keyId, ...input }) => {
    const { db } = context;
    requireMaySet(context, input);
    const rule = await expiryRule(parts, context);
    const key = await inTransaction(db, async tx => {
      const present = await getClientKeyForChange(tx, context, keyId);
      requireNotRevoked(present);
      const ceilings =
        input.limits === undefined || managesPartners(context)
          ? undefined
          : (await lockCeilings(tx, context.organisationId)).limits;
      const wanted = mergeKeyAttributes(present, input, { ...rule, ceilings });
      const difference = differenceOf(present, wanted);
      if (difference === undefined) return present;

      await storeAttributes(tx, keyId, wanted);
      await recordAudit(tx, auditOf(context, { action: updateKey.name, target: keyId, ...difference }));
      return getKey(tx, context, keyId);
    });

    await refreshKeys();
    return { key: keyView(key, clock.nowMs(), context) };
  });
}
