/** The checks between a request and its operation: who, from which page, in which role. */
import { type OperatorOperation, ROLES } from '@serai/contract/operator-operation.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { RequestHeaders } from '../../platform/http/request-headers.ts';
import { readCredentials } from './credentials.ts';
import type { FailureDelay } from './failure-delay.ts';
import type { Caller, Identify } from './identify.ts';
import type { RequestOrigin } from './request-origin.ts';

/** The caller of an operation that needs no credentials. */
export const NOBODY: Caller = {
  actor: 'nobody',
  role: 'read-only',
  organisationId: '',
  confirmed: false,
  staff: false,
};

/** What somebody may call whose organisation asks for a second factor that they have not. */
const SET_UP = /^(session|account|second-factor)\//;

interface Sender {
  request: { headers: { cookie?: string | undefined } };
  headers: RequestHeaders;
  address: string | undefined;
}

/** One answer for missing, wrong, used-up and ended credentials. Wrong ones slow their address down. */
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
 * Signing up and in need no credentials, but a browser of ours may have a session already, which the new one replaces.
 * One that other pages sent is left aside, and one that ended is no failure.
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

/** A browser sends a cookie by itself, so it must also say that our own page asked. A bearer token proves that alone. */
export function checkOrigin(caller: Caller, { sender }: RequestOrigin): void {
  if (caller === NOBODY ? sender !== 'foreign' : caller.session === undefined || sender === 'own') return;
  throw new ApiError('FORBIDDEN', 'The request does not come from a page of this dashboard.');
}

export function checkRole(caller: Caller, { role, name }: OperatorOperation): void {
  if (ROLES.indexOf(caller.role) >= ROLES.indexOf(role)) return;
  throw new ApiError('FORBIDDEN', `${name} needs the role ${role}; yours is ${caller.role}.`);
}

/** What concerns the whole installation is none of the business of those who only buy from it. */
export function checkStaff(caller: Caller, { staff, name }: OperatorOperation): void {
  if (!staff || caller.staff) return;
  throw new ApiError(
    'FORBIDDEN',
    `${name} is for the operator: use the operator token, or sign in to the organisation that runs the service.`,
  );
}

export function checkSecondFactor({ lacksSecondFactor }: Caller, { name }: OperatorOperation): void {
  if (!lacksSecondFactor || SET_UP.test(name)) return;
  throw new ApiError(
    'FORBIDDEN',
    'Your organisation asks for a second factor: set one up with second-factor/begin, then try again.',
  );
}
