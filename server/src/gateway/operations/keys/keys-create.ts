import { createKey } from '@serai/contract/account/keys.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { managesPartners } from '../../../platform/operations/operator/caller-checks.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { issueSecret } from '../../keys/issue-secret.ts';
import { describeAttributes, mergeKeyAttributes, newKeyAttributes } from '../../keys/key-attributes.ts';
import { newKeyId } from '../../keys/key-format.ts';
import {
  countKeys,
  countRecentTryKeys,
  insertKey,
  type KeyCount,
  type KeyPurpose,
  lockCeilings,
  type StoredKey,
} from '../../keys/key-store.ts';
import { keyView } from '../../keys/key-view.ts';
import {
  expiryRule,
  getKey,
  type KeyOperationParts,
  requireMayChange,
  requireMaySet,
} from './key-operation-parts.ts';

export function keysCreate(parts: KeyOperationParts): OperatorHandler {
  return operate(createKey, async (context, input) => {
    const { key, secret } = await addKey(parts, context, input, 'CLIENT');
    return { key: keyView(key, parts.clock.nowMs(), context), secret };
  });
}

/** Keys that Serai creates for itself do not count towards the ceiling of the partner. */
export async function addKey(
  parts: KeyOperationParts,
  context: OperatorContext,
  { environment, ...input }: z.output<typeof createKey.input>,
  purpose: KeyPurpose,
): Promise<{ key: StoredKey; secret: string }> {
  const { recordAudit, refreshKeys } = parts;
  requireMayChange(context, environment);
  requireMaySet(context, input);
  const rule = await expiryRule(parts, context);
  const sent = { ...input, expiresAt: input.expiresAt ?? null };
  const { organisationId, actor: createdBy, staff } = context;
  const created = { createdBy, createdByStaff: staff === true, purpose };

  const added = await inTransaction(context.db, async tx => {
    const ceilings = managesPartners(context) ? undefined : await lockCeilings(tx, organisationId);
    const fresh = newKeyAttributes(input.name, input.scopes, ceilings?.limits);
    const attributes = mergeKeyAttributes(fresh, sent, { ...rule, ceilings: ceilings?.limits });
    if (ceilings !== undefined && purpose === 'CLIENT')
      checkNumber(await countKeys(tx, organisationId), ceilings.keys);
    if (purpose === 'TRY') await checkTryKeys(tx, organisationId);
    const id = newKeyId();
    await insertKey(tx, { ...attributes, id, organisationId, environment, ...created });
    const { text } = await issueSecret(tx, { id, environment });
    const after = { ...describeAttributes(attributes), environment };
    await recordAudit(tx, auditOf(context, { action: createKey.name, target: id, before: null, after }));
    return { key: await getKey(tx, context, id), secret: text };
  });
  await refreshKeys();
  return added;
}

/**
 * How many keys an organisation may create per hour, as a multiple of its ceiling. Every key has its own limits, which
 * an organisation could otherwise bypass by revoking and recreating keys.
 */
const CREATED_PER_HOUR = 2;

function checkNumber({ present, recent }: KeyCount, ceiling: number): void {
  if (present >= ceiling) {
    throw new ApiError(
      'INVALID_STATE',
      `The partner has ${present} active or disabled key${present === 1 ? '' : 's'}, and its maximum is ${ceiling}. Revoke a key that is no longer needed, or ask the operator for a higher maximum.`,
    );
  }
  if (recent >= ceiling * CREATED_PER_HOUR) {
    throw new ApiError(
      'INVALID_STATE',
      `The partner has created ${recent} keys in the last hour, including revoked ones. Try again in an hour, or ask the operator for a higher maximum.`,
    );
  }
}

/**
 * How many keys for trying operations an organisation may have created per hour, for all its people and nodes. Each
 * has its own limits, which could otherwise be bypassed by revoking it and trying again.
 */
const TRY_KEYS_PER_HOUR = 30;

async function checkTryKeys(tx: Database, organisationId: string): Promise<void> {
  await lockCeilings(tx, organisationId);
  if ((await countRecentTryKeys(tx, organisationId)) < TRY_KEYS_PER_HOUR) return;
  throw new ApiError(
    'INVALID_STATE',
    `${TRY_KEYS_PER_HOUR} temporary keys were created in the last hour, including revoked ones. Try again in an hour, or use your own sandbox key.`,
  );
}
