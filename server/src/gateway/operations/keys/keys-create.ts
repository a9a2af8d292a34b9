import { createKey } from '@serai/contract/account/keys/create.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { issueSecret } from '../../keys/issue-secret.ts';
import { describeAttributes, mergeKeyAttributes, newKeyAttributes } from '../../keys/key-attributes.ts';
import { newKeyId } from '../../keys/key-format.ts';
import { insertKey } from '../../keys/key-store.ts';
import { keyView } from '../../keys/key-view.ts';
import { expiryRule, getKey, type KeyOperationParts, requireMayChange } from './key-operation-parts.ts';

export function keysCreate(parts: KeyOperationParts): OperatorHandler {
  const { clock, recordAudit, refreshKeys } = parts;
  return operate(createKey, async (context, { environment, ...input }) => {
    const { db } = context;
    requireMayChange(context, environment);
    const rule = await expiryRule(parts, context);
    const sent = { ...input, expiresAt: input.expiresAt ?? null };
    const attributes = mergeKeyAttributes(newKeyAttributes(input.name, input.scopes), sent, rule);
    const { organisationId, actor: createdBy } = context;

    const { key, secret } = await inTransaction(db, async tx => {
      const id = newKeyId();
      await insertKey(tx, { ...attributes, id, organisationId, environment, createdBy });
      const { text } = await issueSecret(tx, { id, environment });
      const after = { ...describeAttributes(attributes), environment };
      await recordAudit(tx, auditOf(context, { action: createKey.name, target: id, before: null, after }));
      return { key: await getKey(tx, context, id), secret: text };
    });

    await refreshKeys();
    return { key: keyView(key, clock.nowMs()), secret };
  });
}
