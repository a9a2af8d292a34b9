/**
 * What of a body may be logged, compiled once from a schema of the contract. An allow-list: a kind of schema that is
 * not known here, and every value that is not marked loggable, stays hidden. Pure.
 */
import { isLoggable } from '@serai/contract/shared/loggable.ts';
import type { z } from 'zod';

type Primitive = 'string' | 'number' | 'boolean';

interface Leaf {
  /** The JSON type it takes, or any. */
  primitive: Primitive | 'any';
  loggable: boolean;
  accepts(value: unknown): boolean;
}

/** One shape serves every JSON type at its place, so that a union is nothing but several shapes laid over another. */
export interface LogShape {
  leaves: readonly Leaf[];
  /** Of an object. */
  members: ReadonlyMap<string, LogShape> | undefined;
  /** Of a map whose keys may be logged. */
  values: LogShape | undefined;
  /** Of a list. */
  items: LogShape | undefined;
}

const EMPTY: LogShape = { leaves: [], members: undefined, values: undefined, items: undefined };
const HIDDEN_LEAF: Leaf = { primitive: 'any', loggable: false, accepts: () => false };
export const HIDDEN: LogShape = { ...EMPTY, leaves: [HIDDEN_LEAF] };

export function logShape(schema: z.ZodType): LogShape {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  const inner = (type: z.core.$ZodType) => logShape(type as z.ZodType);
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return leaf(schema, def.type);
    case 'enum':
    case 'literal':
      return leaf(schema, 'any');
    case 'null':
      return EMPTY;
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'readonly':
      return inner(def.innerType);
    case 'array':
      return { ...EMPTY, items: inner(def.element) };
    case 'object': {
      const members = Object.entries(def.shape).map(([name, member]) => [name, inner(member)] as const);
      return { ...EMPTY, members: new Map(members) };
    }
    case 'record':
      return isLoggable(def.keyType as z.ZodType) ? { ...EMPTY, values: inner(def.valueType) } : HIDDEN;
    case 'union':
      return def.options.map(inner).reduce(overlay, EMPTY);
    default:
      return HIDDEN;
  }
}

function leaf(schema: z.ZodType, primitive: Leaf['primitive']): LogShape {
  const accepts = (value: unknown) => schema.safeParse(value).success;
  return { ...EMPTY, leaves: [{ primitive, loggable: isLoggable(schema), accepts }] };
}

/** Either of the two. What is hidden in one is hidden in both: which of them was meant is not known for sure. */
function overlay(a: LogShape, b: LogShape): LogShape {
  return {
    leaves: [...a.leaves, ...b.leaves],
    members: a.members && b.members ? overlayMembers(a.members, b.members) : (a.members ?? b.members),
    values: either(a.values, b.values),
    items: either(a.items, b.items),
  };
}

function either(a: LogShape | undefined, b: LogShape | undefined): LogShape | undefined {
  return a && b ? overlay(a, b) : (a ?? b);
}

function overlayMembers(a: ReadonlyMap<string, LogShape>, b: ReadonlyMap<string, LogShape>) {
  const members = new Map(a);
  for (const [name, shape] of b) members.set(name, either(members.get(name), shape) as LogShape);
  return members;
}

/** The hidden part of a union hides an object or list that another part would show. */
export function hidesAll(shape: LogShape): boolean {
  return shape.leaves.includes(HIDDEN_LEAF);
}

/** Whether a string, number or truth value may be logged. `check` also asks whether it is what the contract wants. */
export function showsLeaf(shape: LogShape, value: string | number | boolean, check: boolean): boolean {
  const type = typeof value;
  let shown = false;
  for (const { primitive, loggable, accepts } of shape.leaves) {
    if (primitive !== 'any' && primitive !== type) continue;
    if (!loggable) return false;
    shown ||= !check || accepts(value);
  }
  return shown;
}
