import type { ErrorCode } from '../errors.ts';
import { answerBody, type Operation } from '../operation.ts';
import { type OperatorOperation, operatorPath } from '../operator-operation.ts';
import { PERMISSIONS } from '../roles.ts';
import { type ErrorSchemaRefs, errorResponses } from './errors.ts';
import { headerRefs, parameterRefs, type REQUEST_HEADERS, type ResponseHeader } from './headers.ts';
import { type RecordedCall, recordedCalls } from './recorded-examples.ts';
import { componentName, type SchemaCatalogue } from './schema-catalogue.ts';

const SUCCESS = {
  200: 'Done.',
  202: 'Accepted. The outcome is not known yet. Read the booking again after `Retry-After`.',
};

export interface OperationItem {
  paths: Record<string, object>;
  tag: string;
}

export function operationItem(
  operation: Operation,
  catalogue: SchemaCatalogue,
  errors: ErrorSchemaRefs,
): OperationItem {
  const { operationId: id, typeNames } = operation;
  const request = catalogue.add(typeNames.request, operation.input, 'request');
  const answer = catalogue.add(typeNames.response, answerBody(operation), 'answer');
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
      description: 'Nothing has changed since the response with this `ETag`. No body.',
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
  // Ids must be unique. The second path gets the suffix "Alias", a third one would get "Alias2".
  const aliases = operation.aliases.map((path, i) => [path, item(`${id}Alias${i === 0 ? '' : i + 1}`)]);
  return { paths: Object.fromEntries([[operation.path, item(id)], ...aliases]), tag };
}

/** The request and the response of a call have the same example name. */
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

export function operatorItem(
  operation: OperatorOperation,
  catalogue: SchemaCatalogue,
  errors: ErrorSchemaRefs,
): { path: string; item: object; tag: string } {
  const name = componentName(operation.name);
  const request = catalogue.add(`${name}Request`, operation.input, 'request');
  const answer = catalogue.add(`${name}Answer`, operation.output, 'answer');
  const [tag = ''] = operation.name.split('/');
  const post = {
    operationId: name.charAt(0).toLowerCase() + name.slice(1),
    tags: [tag],
    summary: operation.summary,
    description: operation.description,
    ...(operation.deprecated && { deprecated: true }),
    security: operation.public
      ? []
      : [{ Session: [operation.permission] }, { OperatorToken: [operation.permission] }],
    'x-permission': operation.permission,
    'x-roles': PERMISSIONS[operation.permission].roles,
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

function plainPath(
  errors: ErrorSchemaRefs,
  operationId: string,
  summary: string,
  mediaType: string,
  failure?: string,
  more: readonly ErrorCode[] = [],
) {
  const type = mediaType.startsWith('text/') ? 'string' : 'object';
  const body = { content: { [mediaType]: { schema: { type } } } };
  return {
    get: {
      operationId,
      tags: ['Service'],
      summary,
      security: [],
      responses: {
        200: { description: 'Served.', ...body },
        // These errors can occur before the path is known.
        ...errorResponses(['VALIDATION_ERROR', ...more, 'PAYLOAD_TOO_LARGE'], errors, false),
        ...(failure === undefined ? {} : { 503: { description: failure, ...body } }),
      },
    },
  };
}

/** Paths on the base URL of the partner API. */
export const plainPaths = (errors: ErrorSchemaRefs) => ({
  '/healthz': plainPath(errors, 'healthz', 'Check whether the process is alive', 'application/json'),
  '/readyz': plainPath(
    errors,
    'readyz',
    'Check whether the process accepts traffic',
    'application/json',
    'Not ready. The body lists the checks that have not passed.',
  ),
  '/openapi.json': plainPath(errors, 'openapi', 'Get this document', 'application/json'),
  '/docs': plainPath(errors, 'docs', 'Get the API reference as a web page', 'text/html'),
});

/** Paths on the base URL of the dashboard. */
export const operatorPlainPaths = (errors: ErrorSchemaRefs) => ({
  '/metrics': plainPath(errors, 'metrics', 'Get metrics in Prometheus format', 'text/plain', undefined, [
    'UNAUTHORIZED',
  ]),
});
