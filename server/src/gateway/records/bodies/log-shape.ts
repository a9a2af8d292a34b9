/**
 * Describes which parts of a body may be logged, compiled once from a schema in the contract. This is an allow-list:
 * unknown schema kinds and values that are not marked as loggable stay hidden. Pure.
 */
import { isLoggable } from '@serai/contract/shared/loggable.ts';
import type { z } from 'zod';

type Primitive = 'string' | 'number' | 'boolean';

interface Leaf {
  primitive: Primitive | 'any';
  loggable: boolean;
  accepts(value: unknown): boolean;
}

/**
 * A shape covers all JSON types that are possible in one place, so a union simply merges the shapes of its
 * alternatives.
 */
export interface LogShape {
  leaves: readonly Leaf[];
  members: ReadonlyMap<string, LogShape> | undefined;
  /** The values of a map whose keys may be logged. */
  values: LogShape | undefined;
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

/**
 * Combines two alternatives. A part that is hidden in either stays hidden, because it is not certain which alternative
 * applies.
 */
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

/** If one alternative of a union is hidden, the objects and lists of the other alternatives are hidden as well. */
export function hidesAll(shape: LogShape): boolean {
  return shape.leaves.includes(HIDDEN_LEAF);
}

/**
 * Returns true if a string, number or boolean may be logged. With `check`, the value must also be valid according to
 * the contract.
 */
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
