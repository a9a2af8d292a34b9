/** Events in the `webhooks` section of the OpenAPI document, and as separate JSON Schemas. */
import { z } from 'zod';
import { type EventDefinition, eventEnvelope, eventExample } from '../events.ts';
import { recordedEvent } from './recorded-examples.ts';
import { componentName, type SchemaCatalogue } from './schema-catalogue.ts';

/** The body of an event as one self-contained JSON Schema. */
export function eventSchema(event: EventDefinition): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(eventEnvelope(event), {
    io: 'output',
    // The generated pattern is very long, and `format` is sufficient.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return schema;
}

const HEADERS = [
  header(
    'webhook-id',
    'The event ID. It is the same on every attempt and replay.',
    'evt_RNTAXT7GH61ZPYNE2MN6',
  ),
  header('webhook-timestamp', 'Time of this attempt, in seconds since 1970 (Unix time).', '1801477800'),
  header(
    'webhook-signature',
    '`v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated by a space, while the secret is being rotated.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

export function eventItems(
  events: readonly EventDefinition[],
  catalogue: SchemaCatalogue,
): Record<string, object> {
  return Object.fromEntries(
    events.map(event => {
      const name = componentName(event.type);
      const schema = catalogue.add(`${name}Event`, eventEnvelope(event), 'answer');
      const item = {
        post: {
          operationId: `on${name}`,
          tags: ['Events'],
          summary: event.type,
          description: event.description,
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema, example: recordedEvent(event.type) ?? eventExample(event) },
            },
          },
          responses: {
            '2XX': { description: 'Received. Any 2xx status within 15 seconds counts as success.' },
            410: { description: 'Gone. The endpoint is disabled.' },
          },
        },
      };
      return [event.type, item];
    }),
  );
}

function header(name: string, description: string, example: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
