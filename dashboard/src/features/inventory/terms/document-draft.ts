/** The document of a property while it is edited in a form. Values are replaced by path, and empty ones are left out. Pure. */
import type { Input } from '../../../lib/calls/operator-client.ts';

export type DocumentDraft = Input<'inventory/set-property'>['document'];
export type Path = readonly (string | number)[];

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

/** Returns a copy with the value at the path. Missing objects on the way are created. `undefined` removes the key. */
export function withValue<Value>(value: Value, path: Path, next: unknown): Value {
  const [key, ...rest] = path;
  if (key === undefined) return next as Value;
  if (Array.isArray(value)) {
    return value.map((item, i) => (i === key ? withValue(item, rest, next) : item)) as Value;
  }
  const before = (value ?? {}) as Record<string, unknown>;
  const after = withValue(before[key], rest, next);
  const { [key]: _, ...others } = before;
  return (after === undefined ? others : { ...before, [key]: after }) as Value;
}

export function withItem<Value>(value: Value, path: Path, item: unknown): Value {
  return withValue(value, path, [...((valueAt(value, path) as unknown[] | undefined) ?? []), item]);
}

export function withoutItem<Value>(value: Value, path: Path, index: number): Value {
  const items = (valueAt(value, path) as unknown[] | undefined) ?? [];
  return withValue(
    value,
    path,
    items.filter((_, i) => i !== index),
  );
}

/** Objects that mean nothing without a value. */
const OPTIONAL: ReadonlySet<string> = new Set([
  ...['derivedFrom', 'supplement', 'markets', 'bookingWindow', 'children'],
]);

/** Leaves out empty texts, and optional objects without a value. */
export function cleaned<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(cleaned) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, one]) => {
    if (one === undefined || one === '') return [];
    const next = cleaned(one);
    const isEmpty = typeof next === 'object' && next !== null && Object.keys(next).length === 0;
    return OPTIONAL.has(key) && isEmpty ? [] : [[key, next] as const];
  });
  return Object.fromEntries(entries) as Value;
}

/** `/document/plans/0/code` for `['plans', 0, 'code']`, as the server names fields in errors. */
export function pointerOf(path: Path): string {
  return ['/document', ...path].join('/');
}

export interface FieldPlace {
  /** The field, or the nearest part of the form around it. */
  pointer: string;
  /** For example `Flexible: Board supplement, adult`. */
  label: string;
}

/** Where a problem is in the form. `labels` has the label of each field and the name of each item by pointer. */
export function placeOf(pointer: string, labels: ReadonlyMap<string, string>): FieldPlace | undefined {
  const parts = pointer.split('/');
  const around = parts.map((_, i) => parts.slice(0, i + 1).join('/')).filter(each => labels.has(each));
  const nearest = around.at(-1);
  if (nearest === undefined) return undefined;
  const names = around.map(each => labels.get(each));
  return { pointer: nearest, label: names.filter((name, i) => name !== names[i - 1]).join(': ') };
}

/** Returns the first code of the form `PLAN2` that no item has yet. */
export function freshCode(prefix: string, taken: readonly string[]): string {
  for (let n = taken.length + 1; ; n++) if (!taken.includes(`${prefix}${n}`)) return `${prefix}${n}`;
}
