/** The part of JSON Schema 2020-12 that the contract uses, and the conversion from Zod. */
import { z } from 'zod';

export interface JsonSchema {
  $ref?: string;
  /** One type, or one type and `null`. */
  type?: string | string[];
  description?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  [keyword: string]: unknown;
}

/**
 * Request schemas are closed and show which fields are optional. Response schemas are open, because fields
 * may be added.
 */
export type Direction = 'request' | 'answer';

export function toJsonSchema(schema: z.ZodType, direction: Direction): JsonSchema {
  const { $schema: _, ...printed } = z.toJSONSchema(schema, {
    io: direction === 'request' ? 'input' : 'output',
    override: context => tidy(context.jsonSchema as JsonSchema, direction),
  }) as JsonSchema;
  if ('$defs' in printed) {
    throw new Error('Recursive schemas and schemas with an ID cannot be printed.');
  }
  return mapSchemas(printed, joinNull);
}

/** Visits a schema and the schemas inside it, except inside a schema that the visitor replaces. */
export function mapSchemas(schema: JsonSchema, visit: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (child: JsonSchema) => mapSchemas(child, visit);
  const mapped = visit(schema);
  if (mapped !== schema) return mapped;
  const copy: JsonSchema = { ...schema };
  if (copy.properties) {
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([name, child]) => [name, inner(child)]),
    );
  }
  if (copy.items) copy.items = inner(copy.items);
  if (typeof copy.additionalProperties === 'object') {
    copy.additionalProperties = inner(copy.additionalProperties);
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const) {
    if (copy[keyword]) copy[keyword] = copy[keyword].map(inner);
  }
  return copy;
}

/** Writes a nullable simple value as a `type` array instead of `anyOf`. */
function joinNull(schema: JsonSchema): JsonSchema {
  const [value, other, ...more] = schema.anyOf ?? [];
  if (!value || other?.type !== 'null' || more.length > 0) return schema;
  if (typeof value.type !== 'string' || value.enum || value.type === 'object' || value.type === 'array') {
    return schema;
  }
  const { anyOf: _, ...use } = schema;
  return { ...value, type: [value.type, 'null'], ...use };
}

const FORMATS: readonly string[] = ['date', 'date-time', 'email', 'uri'];

function tidy(schema: JsonSchema, direction: Direction): void {
  if (direction === 'answer' && schema.additionalProperties === false) delete schema.additionalProperties;
  // `format` already states what the patterns of Zod check. Generated clients parse dates, and many of them fail if they
  // must also match a date with a pattern.
  if (FORMATS.includes(schema.format ?? '')) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Property names are always strings.
  const names = schema.propertyNames as JsonSchema | undefined;
  if (names && Object.keys(names).length === 1 && names.type === 'string') delete schema.propertyNames;
}
