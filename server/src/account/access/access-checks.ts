import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import { hasPermission, PERMISSIONS } from '@serai/contract/roles.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { RequestHeaders } from '../../platform/http/request-headers.ts';
import { readCredentials } from './credentials.ts';
import type { FailureDelay } from './failure-delay.ts';
import type { Caller, Identify } from './identify.ts';
import type { RequestOrigin } from './request-origin.ts';

/** The caller of an operation that needs no credentials. */
export const NOBODY: Caller = {
  actor: 'nobody',
  role: 'partner-viewer',
  organisationId: '',
  confirmed: false,
  staff: false,
};

/** Operations that are allowed while the caller lacks a required second factor. */
const SET_UP = /^(session|account|second-factor)\//;

interface Sender {
  request: { headers: { cookie?: string | undefined } };
  headers: RequestHeaders;
  address: string | undefined;
}

/**
 * Missing, wrong and expired credentials all cause the same error. Sending invalid credentials slows down the client
 * address.
 */
export async function findCaller(
  parts: { identify: Identify; delay: FailureDelay },
  { request, headers, address }: Sender,
  { secure, host }: RequestOrigin,
): Promise<Caller> {
  const credentials = readCredentials(headers, { cookie: request.headers.cookie, secure, host });
  const caller = credentials && (await parts.identify(credentials));
  if (caller !== undefined) return caller;
  if (credentials !== undefined) await parts.delay.failed(address);
  throw new ApiError(
    'UNAUTHORIZED',
    'Sign in to the dashboard, or send Authorization: Bearer with the operator token.',
  );
}

/**
 * Sign-up and sign-in need no credentials, but the browser may already have a session, which the new session replaces.
 * A session cookie is ignored unless the request comes from our own page, and an expired session is not an error.
 */
export async function findVisitor(
  identify: Identify,
  { request, headers }: Sender,
  { sender, secure, host }: RequestOrigin,
): Promise<Caller> {
  const { cookie } = request.headers;
  const credentials = sender === 'own' ? readCredentials(headers, { cookie, secure, host }) : undefined;
  const caller = credentials?.kind === 'cookie' ? await identify(credentials) : undefined;
  return caller ?? NOBODY;
}

/**
 * Browsers send cookies automatically, so a request with a cookie must also come from our own page. A bearer token
 * needs no such proof.
 */
export function checkOrigin(caller: Caller, { sender }: RequestOrigin): void {
  if (caller === NOBODY ? sender !== 'foreign' : caller.session === undefined || sender === 'own') return;
  throw new ApiError('FORBIDDEN', 'The request does not come from a page of this dashboard.');
}

export function checkPermission({ role }: Caller, { permission, name }: OperatorOperation): void {
  if (hasPermission(role, permission)) return;
  const { roles } = PERMISSIONS[permission];
  throw new ApiError(
    'FORBIDDEN',
    `${name} requires one of the roles ${roles.join(', ')}. Your role is ${role}.`,
  );
}

export function checkSecondFactor({ lacksSecondFactor }: Caller, { name }: OperatorOperation): void {
  if (!lacksSecondFactor || SET_UP.test(name)) return;
  throw new ApiError(
    'FORBIDDEN',
    'A second factor is required. Set one up with second-factor/begin, then try again.',
  );
}
