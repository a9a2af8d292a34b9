import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import type { Role } from '@serai/contract/roles.ts';
import type { z } from 'zod';
import type { Database, DatabasePool } from '../../database/connect.ts';

export interface OperatorContext {
  /** Restricted to `organisationId` with both environments. Sees all partners if the call concerns all of them. */
  db: Database;
  requestId: string;
  /** The actor for the audit log: `operator-token`, or the person who signed in. */
  actor: string;
  role: Role;
  /** The partner that the call concerns, otherwise the caller's own company: the operator or a partner. */
  organisationId: string;
  /** The partner that the call concerns. Undefined if it concerns all partners, the operator or the caller. */
  partnerId?: string | undefined;
  /** Whether the call concerns all partners. Default: false. */
  concernsAll?: boolean;
  /** Whether the caller has recently confirmed their identity. Always true for the operator token. */
  confirmed: boolean;
  /** Whether the caller belongs to the operator: the operator token, or a member of the staff. */
  staff?: boolean;
  /** Hotels that a revenue manager may change. Null or undefined means all. */
  hotels?: readonly string[] | null | undefined;
  address: string | undefined;
  userAgent?: string | undefined;
  /** The cookie of a device that was used to sign in before, as the browser sent it. */
  device?: string | undefined;
  /** The `Set-Cookie` headers of the response. They are sent only if the operation succeeds. */
  cookies: string[];
  /** Undefined for the operator token. */
  session?: OperatorSession;
  /** True if the client connected over HTTPS. */
  secure?: boolean;
  /** The host name that the browser used. */
  host?: string | undefined;
}

export interface OperatorSession {
  id: string;
  /** SHA-256 hash of the token in the cookie. */
  tokenHash: Buffer;
  /** When the session ends, even if it is in use. */
  endsAtMs: number;
  /** When the latest confirmation expires. Undefined if it has expired. */
  confirmedUntilMs: number | undefined;
  /** The person who signed in. Undefined for a session that started with a one-time link. */
  personId: string | undefined;
  memberId: string | undefined;
}

export interface OperatorHandler {
  operation: OperatorOperation;
  /** Why the operation must always see all partners. By default it sees what the call concerns. */
  serviceReason?: string;
  run(context: OperatorContext, input: never): unknown;
}

export function operate<Input extends z.ZodType, Output extends z.ZodType>(
  operation: OperatorOperation<Input, Output>,
  run: (context: OperatorContext, input: z.output<Input>) => z.input<Output> | Promise<z.input<Output>>,
): OperatorHandler {
  return { operation, run };
}

/** The organisations that a call concerns: one partner, all partners, or the caller's own company. */
export interface Concern {
  organisationId: string;
  partnerId: string | undefined;
  concernsAll: boolean;
}

export function operatorDatabase(
  pool: Pick<DatabasePool, 'forPartner' | 'asService'>,
  { serviceReason }: Pick<OperatorHandler, 'serviceReason'>,
  { organisationId, concernsAll }: Pick<Concern, 'organisationId' | 'concernsAll'>,
): Database {
  if (serviceReason !== undefined) return pool.asService(serviceReason);
  if (concernsAll) return pool.asService('Staff read the lists of all partners together.');
  return pool.forPartner({ organisationId, environment: null });
}

/**
 * For operations that reach beyond one partner: people may belong to several, and the operator's staff act in all of
 * them. Row security does not restrict these operations, so each one checks what its caller may see. The reason is
 * listed in docs/security.md.
 */
export function acrossOrganisations(reason: string, handlers: readonly OperatorHandler[]): OperatorHandler[] {
  return handlers.map(handler => ({ ...handler, serviceReason: reason }));
}
