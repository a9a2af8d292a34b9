/** One operation of the operator interface as a path item. */
import { type OperatorOperation, operatorPath } from '../operator-operation.ts';
import { componentName } from './component-name.ts';
import { type ErrorSchemaRefs, errorResponses } from './error-responses.ts';
import { headerRefs, parameterRefs } from './headers.ts';
import type { SchemaCatalogue } from './schema-catalogue.ts';

export function operatorItem(
  operation: OperatorOperation,
  catalogue: SchemaCatalogue,
  errors: ErrorSchemaRefs,
): { path: string; item: object; tag: string } {
  const name = componentName(operation.name);
  const request = catalogue.add(`${name}Request`, operation.input, 'request');
  const answer = catalogue.add(`${name}Answer`, operation.output, 'answer');
  const tag = operation.name.slice(0, operation.name.indexOf('/'));
  const post = {
    operationId: name.charAt(0).toLowerCase() + name.slice(1),
    tags: [tag],
    summary: operation.summary,
    description: operation.description,
    security: operation.public ? [] : [{ Session: [operation.role] }, { OperatorToken: [operation.role] }],
    'x-role': operation.role,
    ...(operation.staff && { 'x-staff': true }),
    parameters: parameterRefs(['XRequestId']),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: request, example: operation.examples.request } },
    },
    responses: {
      200: {
        description: 'Done.',
        headers: headerRefs(['X-Request-ID']),
        content: { 'application/json': { schema: answer, example: operation.examples.answer } },
      },
      ...errorResponses(operation.errors, errors, false),
    },
  };
  return { path: operatorPath(operation.name), item: { post }, tag };
}
