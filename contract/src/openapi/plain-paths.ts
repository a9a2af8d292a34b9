/** Paths that are no operations of the interface: they need no key and count towards no limit. */
import type { ErrorCode } from '../errors.ts';
import { type ErrorSchemaRefs, errorResponses } from './error-responses.ts';

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
        // Refused before it is known which path is meant.
        ...errorResponses(['VALIDATION_ERROR', ...more, 'PAYLOAD_TOO_LARGE'], errors, false),
        ...(failure === undefined ? {} : { 503: { description: failure, ...body } }),
      },
    },
  };
}

/** On the address of the partner interface. */
export const plainPaths = (errors: ErrorSchemaRefs) => ({
  '/healthz': plainPath(errors, 'healthz', 'Whether the process is alive', 'application/json'),
  '/readyz': plainPath(
    errors,
    'readyz',
    'Whether it may take traffic',
    'application/json',
    'Not yet, or not now. The body names what it waits for.',
  ),
  '/openapi.json': plainPath(errors, 'openapi', 'This document', 'application/json'),
  '/docs': plainPath(errors, 'docs', 'The reference for people', 'text/html'),
});

/** On the address of the dashboard. */
export const operatorPlainPaths = (errors: ErrorSchemaRefs) => ({
  '/metrics': plainPath(errors, 'metrics', 'Metrics in the format of Prometheus', 'text/plain', undefined, [
    'UNAUTHORIZED',
  ]),
});
