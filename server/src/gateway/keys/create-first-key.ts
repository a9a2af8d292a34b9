/** The sandbox key that a first start hands out, so that the first call needs no dashboard. */
import { createKey } from '@serai/contract/account/keys.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { RecordAudit } from '../../platform/operations/operator/audit-entry.ts';
import { issueSecret } from './issue-secret.ts';
import { describeAttributes, newKeyAttributes } from './key-attributes.ts';
import { newKeyId } from './key-format.ts';
import { insertKey, lockedHasKey } from './key-store.ts';

const ACTOR = 'service';

/** The whole key, which nothing can show again; undefined when the organisation has had one already. */
export async function createFirstKey(
  db: Database,
  organisationId: string,
  { recordAudit }: { recordAudit: RecordAudit },
): Promise<string | undefined> {
  const attributes = newKeyAttributes('First sandbox key', SCOPE_NAMES);
  const environment = 'sandbox';
  return inTransaction(db, async tx => {
    if (await lockedHasKey(tx, organisationId)) return undefined;
    const id = newKeyId();
    await insertKey(tx, { ...attributes, id, organisationId, environment, createdBy: ACTOR });
    const { text } = await issueSecret(tx, { id, environment });
    await recordAudit(tx, {
      organisationId,
      actor: ACTOR,
      action: createKey.name,
      target: id,
      before: null,
      after: { ...describeAttributes(attributes), environment },
      address: undefined,
      requestId: undefined,
    });
    return text;
  });
}
