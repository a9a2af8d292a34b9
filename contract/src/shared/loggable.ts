/**
 * Marks values that may appear in the request log. Unmarked values are never stored, which excludes guest
 * names, contact data and free text by default.
 */
import { z } from 'zod';

const registry = z.registry<{ loggable: true }>();

export function loggable<T extends z.ZodType>(schema: T): T {
  registry.add(schema, { loggable: true });
  return schema;
}

/** A schema that is described or narrowed after marking stays marked. */
export function isLoggable(schema: z.ZodType): boolean {
  return registry.get(schema) !== undefined;
}
