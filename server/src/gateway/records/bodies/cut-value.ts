/**
 * Redacts a value: keeps what its log shape allows and replaces everything else by `[redacted]`. Unknown fields are
 * removed.
 */
import { containsCardNumber } from '@serai/contract/shared/card-number.ts';
import { hidesAll, type LogShape, showsLeaf } from './log-shape.ts';

export const REDACTED = '[redacted]';
export const MAX_BODY_BYTES = 16 * 1024;
/** None of our ids is longer. */
const MAX_LEAF_CHARACTERS = 1024;
/** Space for the last value, which may exceed the limit, and for the `_cut` mark. */
const RESERVE_BYTES = 1536;
/**
 * Loggable strings of a request are codes, ids and dates. This excludes names and email addresses sent in their
 * place.
 */
const CODE_LIKE = /^[\x21-\x3f\x41-\x7e]*$/;

interface Cut {
  /** Approximate number of JSON bytes that may still be written. */
  left: number;
  incomplete: boolean;
  /** Checks each value against the contract, because a client may send anything in any field. */
  check: boolean;
}

/** Keeps about 16 KiB from the start of the value. `_cut` shows that there was more. */
export function cutValue(shape: LogShape, value: unknown, check: boolean): unknown {
  const cut: Cut = { left: MAX_BODY_BYTES - RESERVE_BYTES, incomplete: false, check };
  const kept = cutAny(shape, value, cut);
  if (!cut.incomplete) return kept;
  return isObject(kept) ? { ...kept, _cut: true } : { _cut: true };
}

function cutAny(shape: LogShape, value: unknown, cut: Cut): unknown {
  if (value === null) return take(null, 4, cut);
  if (typeof value === 'object') {
    if (hidesAll(shape)) return redact(cut);
    if (Array.isArray(value)) return shape.items ? cutItems(shape.items, value, cut) : redact(cut);
    return cutMembers(shape, value as Record<string, unknown>, cut);
  }
  const leaf = value as string | number | boolean;
  if (!showsLeaf(shape, leaf, cut.check) || mayBeCard(leaf)) return redact(cut);
  if (typeof leaf !== 'string') return take(leaf, 8, cut);
  if (leaf.length > MAX_LEAF_CHARACTERS || !storable(leaf)) return redact(cut);
  return cut.check && !CODE_LIKE.test(leaf) ? redact(cut) : take(leaf, leaf.length + 2, cut);
}

function cutItems(shape: LogShape, items: readonly unknown[], cut: Cut): unknown[] {
  const kept: unknown[] = [];
  for (const item of items) {
    if (!hasRoom(cut)) break;
    kept.push(cutAny(shape, item, cut));
    cut.left -= 1;
  }
  return kept;
}

function cutMembers(shape: LogShape, value: Record<string, unknown>, cut: Cut): unknown {
  const { members, values } = shape;
  if (members === undefined && values === undefined) return redact(cut);
  const kept: Record<string, unknown> = {};
  for (const name in value) {
    const known = members?.get(name) ?? (values && isPlainName(name) ? values : undefined);
    if (known === undefined) continue;
    if (!hasRoom(cut)) break;
    cut.left -= name.length + 4;
    kept[name] = cutAny(known, value[name], cut);
  }
  return kept;
}

function isPlainName(name: string): boolean {
  return name !== '__proto__' && storable(name) && !mayBeCard(name);
}

function hasRoom(cut: Cut): boolean {
  if (cut.left <= 0) cut.incomplete = true;
  return cut.left > 0;
}

function redact(cut: Cut): string {
  return take(REDACTED, REDACTED.length + 2, cut);
}

function take<T>(value: T, bytes: number, cut: Cut): T {
  cut.left -= bytes;
  return value;
}

function mayBeCard(value: string | number | boolean): boolean {
  return typeof value !== 'boolean' && containsCardNumber(String(value));
}

/** A text that we created, if it can be stored. */
export function keptText(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LEAF_CHARACTERS || !storable(value)) return REDACTED;
  return mayBeCard(value) ? REDACTED : value;
}

/** PostgreSQL accepts neither NUL nor lone surrogates in JSON. */
function storable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
