/**
 * Marks the lists of values in responses that may grow. Clients that are generated from the document would otherwise
 * reject a response with a new value.
 */
import { type JsonSchema, mapSchemas } from './json-schema.ts';

export const EXTENSIBLE = 'x-extensible-enum';

/** Lists that are complete by definition. */
const CLOSED: readonly (readonly string[])[] = [
  ['sandbox', 'production'],
  ['ASC', 'DESC'],
  ['ADULT', 'CHILD'],
];

/** Replaces `enum` by `x-extensible-enum`, except in lists that are complete by definition. */
export function openEnums(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, part => joinNull(openEnum(part)));
}

function openEnum(schema: JsonSchema): JsonSchema {
  const { enum: words, ...rest } = schema;
  if (!words || schema.type !== 'string' || isClosed(words)) return schema;
  return { ...rest, [EXTENSIBLE]: words };
}

/** Writes a nullable list of values without `anyOf`, because many generators invent a class for each alternative. */
function joinNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [value, other, ...more] = anyOf ?? [];
  if (value?.type !== 'string' || other?.type !== 'null' || more.length > 0) return schema;
  const open = openEnum(value);
  return open === value ? schema : { ...open, type: ['string', 'null'], ...rest };
}

function isClosed(words: readonly unknown[]): boolean {
  return CLOSED.some(list => list.length === words.length && list.every(word => words.includes(word)));
}

/** The values of a list, whether it may grow or not. */
export function wordsIn(schema: JsonSchema): readonly unknown[] | undefined {
  return schema.enum ?? (schema[EXTENSIBLE] as unknown[] | undefined);
}
