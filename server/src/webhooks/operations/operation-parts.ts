/** What the operations on webhooks are made with, and what several of them do. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { AuditState, RecordAudit } from '../../platform/operations/operator/audit-entry.ts';
import { requireConfirmed } from '../../platform/operations/operator/caller-checks.ts';
import type { OperatorContext } from '../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../platform/operations/validate.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import type { StoredEndpoint } from '../endpoints/stored-endpoint-store.ts';
import { checkTarget, type TargetChecks } from '../targets/target-resolver.ts';

export interface WebhookOperationParts {
  /** Opens events and signing secrets. */
  seal: Seal;
  targets: TargetChecks;
  recordAudit: RecordAudit;
  /** Signs the cursors of lists. */
  cursorKey: Buffer;
}

/** A foreign endpoint and one that never was look the same. */
export function unknownEndpoint(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such webhook endpoint in this organisation.');
}

export function unknownEvent(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such event in this organisation.');
}

/** Whoever redirects or reads what production sends learns of bookings and guests, so it takes a fresh proof. */
export function requireMayChange(context: OperatorContext, environment: Environment): void {
  if (environment === 'production') requireConfirmed(context);
}

/** Asks name servers, so no transaction may be open meanwhile. */
export async function requireTarget(
  url: string,
  environment: Environment,
  targets: TargetChecks,
): Promise<void> {
  const message = await checkTarget(url, environment, targets);
  if (message === undefined) return;
  throw validationError([{ path: '/url', code: 'TARGET_NOT_ALLOWED', message }]);
}

/** For the audit: what people set. */
export function describeEndpoint(endpoint: StoredEndpoint): AuditState {
  const { environment, url, eventTypes, description, status } = endpoint;
  return { environment, url, eventTypes, description, status };
}
