/**
 * Operations that provide the reference to the dashboard: the content of /docs as plain data, and trying an operation.
 */
import type { DescribedOperation, ReferenceField } from '@serai/contract/account/reference.ts';
import { listReference, showReference, tryReference } from '@serai/contract/account/reference.ts';
import { ERRORS } from '@serai/contract/errors.ts';
import { recordedCalls } from '@serai/contract/openapi/recorded-examples.ts';
import type { OpenApiDocument } from '@serai/contract/openapi.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { curlText, sdkText } from '@serai/contract/snippets.ts';
import { ApiError } from '../platform/api-error.ts';
import { type OperatorHandler, operate } from '../platform/operations/operator/operator-handler.ts';
import type { TryCall } from '../platform/operations/try-call.ts';
import { memberFacts, type Schemas } from './parts/members.ts';
import { groupOf } from './reference.ts';

export function referenceHandlers(
  operations: readonly Operation[],
  { components: { schemas } }: Pick<OpenApiDocument, 'components'>,
  tryCall: TryCall,
): OperatorHandler[] {
  const getOperation = (name: string): Operation => {
    const found = operations.find(operation => operation.name === name);
    if (found === undefined) throw new ApiError('NOT_FOUND', 'There is no operation with this name.');
    return found;
  };
  return [
    operate(listReference, () => ({ operations: operations.map(headOf) })),
    operate(showReference, (_, { operation }) => ({
      operation: described(getOperation(operation), schemas),
    })),
    // The key determines the caller, as for any other client. The operator's organisation does not matter.
    operate(tryReference, async ({ address }, { operation, key, body, idempotencyKey }) => {
      const { path } = getOperation(operation);
      const answer = await tryCall({ path, key, body, idempotencyKey, address });
      return { ...answer, body: answer.body === '' ? null : JSON.parse(answer.body) };
    }),
  ];
}

type Head = Pick<DescribedOperation, 'name' | 'group' | 'path' | 'summary' | 'scope'>;

function headOf(operation: Operation): Head {
  const { name, path, summary, scope } = operation;
  return { name, group: groupOf(operation), path, summary, scope };
}

function described(operation: Operation, schemas: Schemas): DescribedOperation {
  const members = (type: string): ReferenceField[] => memberFacts(schemas, schemas[type] ?? {});
  return {
    ...headOf(operation),
    aliases: [...operation.aliases],
    description: operation.description,
    statuses: [...operation.statuses],
    request: members(operation.typeNames.request),
    answer: members(operation.typeNames.response),
    errors: operation.errors.map(code => ({ code, ...ERRORS[code] })).toSorted((a, b) => a.status - b.status),
    examples: recordedCalls(operation).map(({ request, answer, ...call }) => ({
      ...call,
      request: request as Record<string, unknown>,
      answer: answer as Record<string, unknown>,
      curl: curlText(operation, request),
      sdk: sdkText(operation, request),
    })),
  };
}
