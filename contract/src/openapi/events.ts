/** The events as the `webhooks` section of the document, and as single JSON Schemas. */
import { z } from 'zod';
import { type EventDefinition, eventEnvelope, eventExample } from '../events.ts';
import { recordedEvent } from './recorded-examples.ts';
import { componentName, type SchemaCatalogue } from './schema-catalogue.ts';

/** The whole body of an event as one JSON Schema that refers to nothing outside. */
export function eventSchema(event: EventDefinition): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(eventEnvelope(event), {
    io: 'output',
    // The format says it; as a pattern it is a long line.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return schema;
}

const HEADERS = [
  header('webhook-id', 'The event id, the same on every attempt and replay.', 'evt_RNTAXT7GH61ZPYNE2MN6'),
  header('webhook-timestamp', 'Seconds since 1970 of this attempt.', '1801477800'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two, parted by a space, while the secret rotates.',
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
            '2XX': { description: 'Received. Any 2xx within 15 seconds is success.' },
            410: { description: 'Gone: the endpoint is disabled.' },
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
