/** Calls an operation of the operator interface as its listener does: input and answer pass the contract. */
import type {
  OperatorContext,
  OperatorHandler,
} from '../src/platform/operations/operator/operator-handler.ts';
import { validate } from '../src/platform/operations/validate.ts';

export async function callOperator<T>(
  { operation, run }: OperatorHandler,
  organisationId: string,
  input: object,
  caller: Partial<OperatorContext> = {},
): Promise<T> {
  const context: OperatorContext = {
    requestId: 'req_test',
    actor: 'ana@example.com',
    role: 'read-only',
    organisationId,
    address: undefined,
    confirmed: true,
    cookies: [],
    ...caller,
  };
  const answer = await run(context, validate(operation.input, input) as never);
  return operation.output.parse(answer) as T;
}
