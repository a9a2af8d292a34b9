/** Creates the sandbox key that is printed at the first start, so that the first call does not need the dashboard. */
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

/** Returns the full key, which cannot be shown again, or undefined if the organisation has already had a key. */
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
    await insertKey(tx, {
      ...attributes,
      id,
      organisationId,
      environment,
      createdBy: ACTOR,
      createdByStaff: false,
    });
    const { text } = await issueSecret(tx, { id, environment });
    await recordAudit(tx, {
      organisationId,
      actor: ACTOR,
      staff: false,
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
