import { CHECKLIST, showChecklist } from '@serai/contract/account/sandbox.ts';
import { ApiError } from '../platform/api-error.ts';
import { type OperatorHandler, operate } from '../platform/operations/operator/operator-handler.ts';
import { findSandboxKey, readSeen } from './checklist-store.ts';

/** Reads what the key did. Nothing is called or created, so the checklist leaves no trace in usage or errors. */
export function sandboxChecklist(): OperatorHandler {
  return operate(showChecklist, async ({ db, organisationId }, { keyId }) => {
    const key = await findSandboxKey(db, organisationId, keyId);
    if (key === undefined)
      throw new ApiError('NOT_FOUND', 'This key does not exist. keys/list shows the keys.');
    if (key.environment !== 'sandbox') {
      throw new ApiError('INVALID_STATE', 'Only sandbox keys have a checklist. Choose a sandbox key.');
    }
    const seen = await readSeen(db, organisationId, keyId);
    const items = CHECKLIST.map(each => ({ ...each, doneAt: seen[each.item]?.toISOString() ?? null }));
    return { keyId, name: key.name, complete: items.every(({ doneAt }) => doneAt !== null), items };
  });
}
