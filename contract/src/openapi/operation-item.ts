/** One operation of the partner interface as a path item. */
import { answerBody, type Operation } from '../operation.ts';
import { componentName } from './component-name.ts';
import { type ErrorSchemaRefs, errorResponses } from './error-responses.ts';
import { headerRefs, parameterRefs, type REQUEST_HEADERS, type ResponseHeader } from './headers.ts';
import { type RecordedCall, recordedCalls } from './recorded-examples.ts';
import type { SchemaCatalogue } from './schema-catalogue.ts';

const SUCCESS = { 200: 'Done.', 202: 'Accepted; the outcome is still open. Read it after `Retry-After`.' };

export interface OperationItem {
  paths: Record<string, object>;
  tag: string;
}

export function operationItem(
  operation: Operation,
  catalogue: SchemaCatalogue,
  errors: ErrorSchemaRefs,
): OperationItem {
  const name = componentName(operation.name);
  const request = catalogue.add(`${name}Request`, operation.input, 'request');
  const answer = catalogue.add(`${name}Answer`, answerBody(operation), 'answer');
  const tag = operation.scope.startsWith('content:') ? 'Content' : 'Booking';
  const calls = recordedCalls(operation);

  const responses: Record<string, object> = {};
  for (const status of operation.statuses) {
    responses[status] = {
      description: SUCCESS[status],
      headers: headerRefs(successHeaders(operation, status)),
      content: {
        'application/json': {
          schema: answer,
          examples: examplesOf(
            calls.filter(call => call.status === status),
            call => call.answer,
          ),
        },
      },
    };
  }
  if (tag === 'Content') {
    responses[304] = {
      description: 'Nothing changed since the answer that carried the `ETag`. No body.',
      headers: headerRefs(['X-Request-ID', 'RateLimit', 'RateLimit-Policy', 'ETag']),
    };
  }
  Object.assign(responses, errorResponses(operation.errors, errors, true));

  const item = (operationId: string) => ({
    post: {
      operationId,
      tags: [tag],
      summary: operation.summary,
      description: operation.description,
      security: [{ ApiKey: [operation.scope] }],
      'x-scope': operation.scope,
      parameters: parameterRefs(requestHeaders(operation, tag)),
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: request, examples: examplesOf(calls, call => call.request) },
        },
      },
      responses,
    },
  });
  const id = name.charAt(0).toLowerCase() + name.slice(1);
  const aliases = operation.aliases.map((path, position) => [path, item(`${id}Alias${position + 1}`)]);
  return { paths: Object.fromEntries([[operation.path, item(id)], ...aliases]), tag };
}

/** By the same name in requests and answers, so that the two can be read together. */
function examplesOf(
  calls: readonly RecordedCall[],
  value: (call: RecordedCall) => object,
): Record<string, object> {
  return Object.fromEntries(calls.map(call => [call.name, { summary: call.summary, value: value(call) }]));
}

function requestHeaders(operation: Operation, tag: string): (keyof typeof REQUEST_HEADERS)[] {
  return [
    'XRequestId',
    'XClientVersion',
    'UserAgent',
    ...(operation.trafficClass === 'book' ? (['IdempotencyKey'] as const) : []),
    ...(tag === 'Content' ? (['IfNoneMatch'] as const) : []),
  ];
}

function successHeaders(operation: Operation, status: number): ResponseHeader[] {
  return [
    'X-Request-ID',
    'RateLimit',
    'RateLimit-Policy',
    ...(status === 202 ? (['Retry-After'] as const) : []),
    ...(operation.trafficClass === 'book' ? (['Idempotency-Replayed'] as const) : []),
    ...(operation.scope === 'content:read' ? (['ETag'] as const) : []),
  ];
}
