import { z } from 'zod';
import { type EventDefinition, eventEnvelope } from '../events.ts';

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
