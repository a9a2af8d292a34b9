/** The checks between a request and its operation: who, from which page, in which role. */
import { type OperatorOperation, ROLES } from '@serai/contract/operator-operation.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { RequestHeaders } from '../../platform/http/request-headers.ts';
import { readCredentials } from './credentials.ts';
import type { FailureDelay } from './failure-delay.ts';
import type { Caller, Identify } from './identify.ts';
import type { RequestOrigin } from './request-origin.ts';

/** The caller of an operation that needs no credentials. */
export const NOBODY: Caller = { actor: 'nobody', role: 'read-only', organisationId: '' };

interface Sender {
  request: { headers: { cookie?: string | undefined } };
  headers: RequestHeaders;
  address: string | undefined;
}

/** One answer for missing, wrong, used-up and ended credentials. Wrong ones slow their address down. */
export async function findCaller(
  parts: { identify: Identify; delay: FailureDelay },
  { request, headers, address }: Sender,
): Promise<Caller> {
  const credentials = readCredentials(headers, request.headers.cookie);
  const caller = credentials && (await parts.identify(credentials));
  if (caller !== undefined) return caller;
  if (credentials !== undefined) await parts.delay.failed(address);
  throw new ApiError(
    'UNAUTHORIZED',
    'Sign in to the dashboard, or send Authorization: Bearer with the operator token.',
  );
}

/** A browser sends a cookie by itself, so it must also say that our own page asked. A bearer token proves that alone. */
export function checkOrigin(caller: Caller, { sender }: RequestOrigin): void {
  if (caller === NOBODY ? sender !== 'foreign' : caller.session === undefined || sender === 'own') return;
  throw new ApiError('FORBIDDEN', 'The request does not come from a page of this dashboard.');
}

export function checkRole(caller: Caller, { role, name }: OperatorOperation): void {
  if (ROLES.indexOf(caller.role) >= ROLES.indexOf(role)) return;
  throw new ApiError('FORBIDDEN', `${name} needs the role ${role}; yours is ${caller.role}.`);
}
