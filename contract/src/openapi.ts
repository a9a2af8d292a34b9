/**
 * Builds the OpenAPI 3.1 documents of the partner API and the operator API from the contract. The output is
 * deterministic.
 */
import type { z } from 'zod';
import { SESSION_COOKIE } from './account/session.ts';
import type { EventDefinition } from './events.ts';
import { addErrorSchemas, ERROR_SCHEMAS, errorExamples } from './openapi/errors.ts';
import { eventItems } from './openapi/events.ts';
import { REQUEST_HEADERS, RESPONSE_HEADERS } from './openapi/headers.ts';
import type { JsonSchema } from './openapi/json-schema.ts';
import { openEnums } from './openapi/open-enums.ts';
import { operationItem, operatorItem, operatorPlainPaths, plainPaths } from './openapi/paths.ts';
import { createSchemaCatalogue, type SchemaCatalogue } from './openapi/schema-catalogue.ts';
import type { Operation } from './operation.ts';
import type { OperatorOperation } from './operator-operation.ts';

type NamedSchemas = Readonly<Record<string, z.ZodType>>;

export interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, unknown>>;
  webhooks?: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, JsonSchema>; [section: string]: unknown };
  [member: string]: unknown;
}

const LICENSE = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

const INTRODUCTION = `Search hotels, request quotes, book and cancel, and read the hotel catalogue.

Every operation is a \`POST\` request with one JSON object and returns JSON. Send \`Authorization: ApiKey <API_KEY>\`,
\`Content-Type: application/json\` and \`Accept: application/json\`.

Requests with unknown fields are rejected. Ignore unknown fields, codes and event types in responses: they may be added
without notice. Nothing is renamed or removed within \`v1\`. Lists of values that may grow are marked with
\`x-extensible-enum\`; lists with \`enum\` are complete.`;

const TAGS = {
  Booking: 'Availability, quotes and bookings.',
  Content: 'Hotels, rooms, places and code lists.',
  Events: 'Events sent to webhook endpoints.',
  Service: 'Health checks and documentation. They require no API key and have no rate limits.',
};

/** Schemas in `named` become shared components. */
export function buildOpenApi(
  operations: readonly Operation[],
  events: readonly EventDefinition[],
  named: NamedSchemas,
): OpenApiDocument {
  const catalogue = createSchemaCatalogue({ ...named, ...ERROR_SCHEMAS });
  const errors = addErrorSchemas(catalogue);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    Object.assign(paths, operationItem(operation, catalogue, errors).paths);
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Serai', version: '1.0.0', description: INTRODUCTION, license: LICENSE },
    servers: [
      {
        url: '{baseUrl}',
        description: 'Base URL of the installation.',
        variables: { baseUrl: { default: 'http://127.0.0.1:8080' } },
      },
    ],
    security: [{ ApiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...plainPaths(errors) },
    webhooks: eventItems(events, catalogue) as Record<string, Record<string, unknown>>,
    components: {
      ...components(catalogue),
      parameters: REQUEST_HEADERS,
      headers: RESPONSE_HEADERS,
      examples: errorExamples(operations.flatMap(operation => operation.errors)),
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The word `ApiKey`, a space, and the key: `ApiKey serai_sandbox_…`.',
        },
      },
    },
  };
}

export function buildOperatorOpenApi(
  operations: readonly OperatorOperation[],
  named: NamedSchemas,
): OpenApiDocument {
  const catalogue = createSchemaCatalogue({ ...named, ...ERROR_SCHEMAS });
  const errors = addErrorSchemas(catalogue);
  const items = operations.map(operation => operatorItem(operation, catalogue, errors));
  const { 'X-Request-ID': requestId, 'Retry-After': retryAfter, Allow: allow } = RESPONSE_HEADERS;
  return {
    openapi: '3.1.1',
    info: {
      title: 'Serai operator API',
      version: '1.0.0',
      description:
        'The API of the dashboard and the command line. Every operation is a `POST` request with one JSON object.',
      license: LICENSE,
    },
    servers: [
      {
        url: '{dashboardUrl}',
        description: 'Base URL of the dashboard.',
        variables: { dashboardUrl: { default: 'http://127.0.0.1:8081' } },
      },
    ],
    security: [{ Session: [] }, { OperatorToken: [] }],
    tags: [
      ...[...new Set(items.map(({ tag }) => tag))].map(name => ({
        name,
        description: `Operations named \`${name}/…\`.`,
      })),
      {
        name: 'Service',
        description:
          'For monitoring. Requires `SERAI_METRICS_TOKEN` or the operator token, except for local requests.',
      },
    ],
    paths: {
      ...Object.fromEntries(items.map(({ path, item }) => [path, item as Record<string, unknown>])),
      ...operatorPlainPaths(errors),
    },
    components: {
      ...components(catalogue),
      parameters: { XRequestId: REQUEST_HEADERS.XRequestId },
      headers: { 'X-Request-ID': requestId, 'Retry-After': retryAfter, Allow: allow },
      examples: errorExamples(operations.flatMap(operation => operation.errors)),
      securitySchemes: {
        Session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: `Session cookie of a person who is signed in. Over HTTPS its name is \`__Host-${SESSION_COOKIE}\`.`,
        },
        OperatorToken: { type: 'http', scheme: 'bearer', description: 'The operator token.' },
      },
    },
  };
}

function components(catalogue: SchemaCatalogue): { schemas: Record<string, JsonSchema> } {
  return {
    schemas: Object.fromEntries(
      catalogue
        .components()
        .map(({ name, schema, direction }) => [name, direction === 'answer' ? openEnums(schema) : schema]),
    ),
  };
}
