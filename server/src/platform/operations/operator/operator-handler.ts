/** How an area offers an operation of the operator interface. */
import type { OperatorOperation, Role } from '@serai/contract/operator-operation.ts';
import type { z } from 'zod';
import type { Database, DatabasePool } from '../../database/connect.ts';

/** Who acts, for whom, from where. */
export interface OperatorContext {
  /** Bound to the caller's organisation and both environments, unless the operation reaches across organisations. */
  db: Database;
  requestId: string;
  /** For the audit: `operator-token`, or who signed in. */
  actor: string;
  role: Role;
  organisationId: string;
  /** Whether the caller proved a moment ago who they are. Always true for the operator token. */
  confirmed: boolean;
  /** Whether the caller belongs to the operator: the operator token, or a session in the first organisation. */
  staff?: boolean;
  address: string | undefined;
  /** What the client calls itself. */
  userAgent?: string | undefined;
  /** The cookie of a device that has signed in before, as the browser sent it. */
  device?: string | undefined;
  /** `Set-Cookie` of the response if the operation succeeds. */
  cookies: string[];
  /** The session that made the call; absent for the operator token. */
  session?: OperatorSession;
  /** Whether the client reached us over https. */
  secure?: boolean;
  /** The host name by which the browser knows us. */
  host?: string | undefined;
}

export interface OperatorSession {
  id: string;
  /** SHA-256 of the cookie's token. */
  tokenHash: Buffer;
  /** When it ends however busy it is. */
  endsAtMs: number;
  /** Until when its last proof counts; undefined when it does no more. */
  confirmedUntilMs: number | undefined;
  /** Who signed in; undefined for a session of a one-time link. */
  personId: string | undefined;
  memberId: string | undefined;
}

export interface OperatorHandler {
  operation: OperatorOperation;
  /** Why the operation must see all organisations; by default it sees that of its caller. */
  serviceReason?: string;
  run(context: OperatorContext, input: never): unknown;
}

export function operate<Input extends z.ZodType, Output extends z.ZodType>(
  operation: OperatorOperation<Input, Output>,
  run: (context: OperatorContext, input: z.output<Input>) => z.input<Output> | Promise<z.input<Output>>,
): OperatorHandler {
  return { operation, run };
}

/** The database that a call of the handler works with. */
export function operatorDatabase(
  pool: Pick<DatabasePool, 'forPartner' | 'asService'>,
  { serviceReason }: Pick<OperatorHandler, 'serviceReason'>,
  { organisationId }: Pick<OperatorContext, 'organisationId'>,
): Database {
  if (serviceReason !== undefined) return pool.asService(serviceReason);
  return pool.forPartner({ organisationId, environment: null });
}
