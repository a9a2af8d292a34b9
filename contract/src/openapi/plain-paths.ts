/** Paths that are no operations of the interface: they need no key and count towards no limit. */

function plainPath(operationId: string, summary: string, mediaType: string, failure?: string) {
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
        ...(failure === undefined ? {} : { 503: { description: failure, ...body } }),
      },
    },
  };
}

/** On the address of the partner interface. */
export const PLAIN_PATHS = {
  '/healthz': plainPath('healthz', 'Whether the process is alive', 'application/json'),
  '/readyz': plainPath(
    'readyz',
    'Whether it may take traffic',
    'application/json',
    'Not yet, or not now. The body names what it waits for.',
  ),
  '/openapi.json': plainPath('openapi', 'This document', 'application/json'),
  '/docs': plainPath('docs', 'The reference for people', 'text/html'),
};

/** On the address of the dashboard. */
export const OPERATOR_PLAIN_PATHS = {
  '/metrics': plainPath('metrics', 'Metrics in the format of Prometheus', 'text/plain'),
};
