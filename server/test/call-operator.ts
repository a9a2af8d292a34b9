/**
 * Calls an operator operation as its listener does: bound to one partner and validated against the contract.
 */
import type { DatabasePool } from '../src/platform/database/connect.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operatorDatabase,
} from '../src/platform/operations/operator/operator-handler.ts';
import { validate } from '../src/platform/operations/validate.ts';

export async function callOperator<T>(
  { pool }: { pool: DatabasePool },
  handler: OperatorHandler,
  organisationId: string,
  input: object,
  caller: Partial<OperatorContext> = {},
): Promise<T> {
  const { operation, run } = handler;
  const context: OperatorContext = {
    db: operatorDatabase(pool, handler, { organisationId, concernsAll: false }),
    requestId: 'req_test',
    actor: 'ana@example.com',
    role: 'partner-viewer',
    organisationId,
    partnerId: organisationId,
    address: undefined,
    confirmed: true,
    cookies: [],
    ...caller,
  };
  const answer = await run(context, validate(operation.input, input) as never);
  return operation.output.parse(answer) as T;
}
