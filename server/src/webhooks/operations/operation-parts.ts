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
  /** Decrypts events and signing secrets. */
  seal: Seal;
  targets: TargetChecks;
  recordAudit: RecordAudit;
  cursorKey: Buffer;
  /** Who gets the emails about failing endpoints of a partner. Undefined if email is off. */
  failureRecipients?: ((organisationId: string) => Promise<FailureRecipients>) | undefined;
}

export interface FailureRecipients {
  addresses: readonly string[];
  /** Whether they are members of the operator's staff. */
  isStaff: boolean;
  /** All users of the partner, with any role. */
  users: readonly string[];
}

/** An endpoint of another organisation is indistinguishable from one that does not exist. */
export function unknownEndpoint(): ApiError {
  return new ApiError(
    'NOT_FOUND',
    'This webhook endpoint does not exist. webhooks/list shows the endpoints.',
  );
}

export function unknownEvent(): ApiError {
  return new ApiError(
    'NOT_FOUND',
    'This event does not exist. events/list shows the events of the last 30 days.',
  );
}

/** Redirecting production events would reveal bookings and guests, so it requires a recently confirmed session. */
export function requireMayChange(context: OperatorContext, environment: Environment): void {
  if (environment === 'production') requireConfirmed(context);
}

/** Queries name servers, so no transaction may be open during the call. */
export async function requireTarget(
  url: string,
  environment: Environment,
  targets: TargetChecks,
): Promise<void> {
  const message = await checkTarget(url, environment, targets);
  if (message === undefined) return;
  throw validationError([{ path: '/url', code: 'TARGET_NOT_ALLOWED', message }]);
}

export function describeEndpoint(endpoint: StoredEndpoint): AuditState {
  const { environment, url, eventTypes, description, status } = endpoint;
  return { environment, url, eventTypes, description, status };
}
