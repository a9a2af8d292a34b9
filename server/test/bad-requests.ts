/**
 * Generates invalid requests for an operation from its schema and a valid request. Each request violates one constraint
 * of the schema in one field.
 */
import type { Operation } from '@serai/contract/operation.ts';
import { z } from 'zod';

export interface BadRequest {
  what: string;
  body: object;
  /** The JSON Pointer of the invalid field. */
  path: string;
}

interface Schema {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

export function badRequests(operation: Operation, good: object): BadRequest[] {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Schema;
  return [...wrongMembers(schema, good, [])].map(({ what, value, path }) => ({
    what: `/${path.join('/')} ${what}`,
    body: withValue(good, path, value) as object,
    path: `/${path.join('/')}`,
  }));
}

interface Wrong {
  what: string;
  value: unknown;
  path: string[];
}

function* wrongMembers(schema: Schema, good: unknown, path: string[]): Generator<Wrong> {
  if (path.length > 0) {
    for (const [what, value] of wrongValues(schema, good)) yield { what, value, path };
  }
  if (schema.items) {
    const [first] = good as unknown[];
    yield* wrongMembers(schema.items, first, [...path, '0']);
  }
  if (!schema.properties) return;
  yield { what: 'is unknown', value: 1, path: [...path, 'surprise'] };
  for (const [name, member] of Object.entries(schema.properties)) {
    const value = (good as Record<string, unknown>)[name];
    if (value === undefined) throw new Error(`The good request lacks ${[...path, name].join('.')}`);
    yield* wrongMembers(member, value, [...path, name]);
  }
  for (const name of schema.required ?? []) {
    yield { what: 'is missing', value: undefined, path: [...path, name] };
  }
}

function* wrongValues(schema: Schema, good: unknown): Generator<[string, unknown]> {
  yield ['is null', null];
  for (const [type, value] of Object.entries({
    string: 'x',
    number: 7,
    boolean: true,
    object: {},
    array: [1],
  })) {
    const own = schema.type === 'integer' ? 'number' : (schema.type ?? 'string');
    if (type !== own) yield [`is of type ${type}`, value];
  }
  if (schema.enum) yield ['is not one of the words', 'NO_SUCH_WORD'];
  if (schema.pattern) yield ['has another form', textAgainst(schema.pattern)];
  if (schema.minLength) yield ['is too short', ''];
  if (schema.maxLength) yield ['is too long', 'x'.repeat(schema.maxLength + 1)];
  if (schema.minimum !== undefined) yield ['is too small', schema.minimum - 1];
  if (schema.maximum !== undefined) yield ['is too big', schema.maximum + 1];
  if (schema.type === 'integer' || schema.multipleOf) yield ['is a fraction', (schema.minimum ?? 1) + 0.3];
  if (schema.minItems) yield ['is empty', []];
  if (schema.maxItems) yield ['has too many', Array(schema.maxItems + 1).fill((good as unknown[])[0])];
}

/** Most patterns reject "!". Those of names reject only blank text. */
function textAgainst(pattern: string): string {
  const text = ['!', ' '].find(each => !new RegExp(pattern, 'u').test(each));
  if (text === undefined) throw new Error(`no text against ${pattern}`);
  return text;
}

function withValue(base: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy = (Array.isArray(base) ? [...base] : { ...(base as object) }) as Record<string, unknown>;
  copy[name] = withValue(copy[name], rest, value);
  return copy;
}
