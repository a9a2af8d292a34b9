/**
 * Revokes a key that was pasted in full. The secret is compared here and never appears in a statement, the audit log, a
 * message or the response. Anyone who has the secret could use it, so neither a role for production keys nor a step-up
 * is required.
 */
import { reportLeakedKey } from '@serai/contract/account/keys.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../platform/operations/validate.ts';
import { displayKey, findKeyText, type KeyText } from '../../keys/key-format.ts';
import { digestSecret, findSecret, SECRET_START_LENGTH } from '../../keys/key-secret.ts';
import { type LeakedKey, lockLeakedKey, setKeyStatus } from '../../keys/key-store.ts';
import type { KeyOperationParts } from './key-operation-parts.ts';

/** The actor that is recorded if the reporter belongs to another partner. */
const STRANGER = 'another partner';

export function keysReportLeak(parts: KeyOperationParts): OperatorHandler {
  return operate(reportLeakedKey, async (context, { key: pasted }) => {
    const text = findKeyText(pasted);
    if (text === undefined) throw notWhole();
    const found = await inTransaction(context.db, tx => revokeLeaked(parts, tx, context, text));
    await parts.refreshKeys();
    return found;
  });
}

async function revokeLeaked(
  { recordAudit }: KeyOperationParts,
  tx: Database,
  context: OperatorContext,
  text: KeyText,
) {
  const key = await lockLeakedKey(tx, text.id);
  const matching = matchOf(key, text);
  if (key === undefined || matching === undefined) return { outcome: 'UNKNOWN' as const, key: null };
  const shown = context.staff || key.organisationId === context.organisationId ? viewOf(key, text) : null;
  if (matching === 'ended' || key.status === 'REVOKED')
    return { outcome: 'ENDED_BEFORE' as const, key: shown };

  await setKeyStatus(tx, key.id, 'REVOKED');
  const change = { before: { status: key.status }, after: { status: 'REVOKED' } };
  const entry = auditOf(context, { action: reportLeakedKey.name, target: key.id, ...change });
  const stranger = shown === null ? { actor: STRANGER, staff: false, address: undefined } : {};
  // The partner that owns the key must see why it stopped working.
  await recordAudit(tx, { ...entry, organisationId: key.organisationId, ...stranger });
  return { outcome: 'REVOKED' as const, key: shown };
}

function matchOf(key: LeakedKey | undefined, { environment, secret }: KeyText): 'live' | 'ended' | undefined {
  const secrets = key?.environment === environment ? key.secrets : undefined;
  // The distant past is used as the current time, so that expired secrets match too.
  const found = findSecret(secrets, digestSecret(secret), Number.NEGATIVE_INFINITY);
  if (found === undefined) return undefined;
  return found.validUntilMs === undefined ? 'live' : 'ended';
}

function viewOf({ id: keyId, name, environment }: LeakedKey, { secret }: KeyText) {
  const display = displayKey(environment, keyId, secret.slice(0, SECRET_START_LENGTH));
  return { keyId, name, environment, display };
}

function notWhole() {
  const message =
    'This is not a complete key. A key begins with serai_live_ or serai_sandbox_ and ends with 36 letters and digits. If you have only a part of it, revoke the key by its ID.';
  return validationError([{ path: '/key', code: 'INVALID_FORMAT', message }]);
}
