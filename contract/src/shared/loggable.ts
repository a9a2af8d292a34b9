/**
 * Marks values that may stand in the request log. Not marked means not stored, so guest names, contact data and
 * free text stay out of it without anybody having to think of them.
 */
import { z } from 'zod';

const registry = z.registry<{ loggable: true }>();

export function loggable<T extends z.ZodType>(schema: T): T {
  registry.add(schema, { loggable: true });
  return schema;
}

/** A schema described or narrowed after it was marked stays marked. */
export function isLoggable(schema: z.ZodType): boolean {
  return registry.get(schema) !== undefined;
}
