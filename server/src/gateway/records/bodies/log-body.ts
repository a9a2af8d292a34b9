/**
 * Prepares bodies for the request log: reduces them to the fields that the contract marks as loggable, and to 16 KiB of
 * JSON. Pure.
 */
import { containsCardNumber } from '@serai/contract/shared/card-number.ts';
import { hidesAll, type LogShape, showsLeaf } from './log-shape.ts';

/** Redacting a larger body would cost more than handling its request. */
export const MAX_SOURCE_BYTES = 128 * 1024;

export function requestText(shape: LogShape, bytes: Buffer): string | undefined {
  return cutText(bytes, value => cutValue(shape, value, true));
}

export function answerText(shape: LogShape, body: string | Buffer): string | undefined {
  return cutText(body, value => cutValue(shape, value, false));
}

/**
 * Returns the loggable part of an error body as JSON text. `input` is the shape of the request to which the error
 * refers.
 */
export function errorText(input: LogShape, body: string | Buffer): string | undefined {
  return cutText(body, value => cutError(input, value));
}

function cutText(body: string | Buffer, cut: (value: unknown) => unknown): string | undefined {
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (bytes === 0) return undefined;
  const nothing = JSON.stringify({ _cut: true, bytes });
  if (bytes > MAX_SOURCE_BYTES) return nothing;
  try {
    const text = JSON.stringify(cut(JSON.parse(typeof body === 'string' ? body : body.toString('utf8'))));
    return Buffer.byteLength(text) > MAX_BODY_BYTES ? nothing : text;
  } catch {
    return nothing;
  }
}

const REDACTED = '[redacted]';
export const MAX_BODY_BYTES = 16 * 1024;
/** Longer strings are redacted. None of our IDs is longer. */
const MAX_LEAF_CHARACTERS = 1024;
/** Space for the last value, which may exceed the limit, and for the `_cut` marker. */
const RESERVE_BYTES = 1536;
/**
 * Loggable strings in a request are codes, IDs and dates. This pattern excludes full names and email addresses that a
 * client sends instead.
 */
const CODE_LIKE = /^[\x21-\x3f\x41-\x7e]*$/;

interface Cut {
  /** Approximate number of JSON bytes that may still be written. */
  left: number;
  incomplete: boolean;
  /** Whether to check each value against the contract, because a client may send anything in any field. */
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

/** Returns a string that we created, redacted if it is too long, cannot be stored or may be a card number. */
function keptText(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LEAF_CHARACTERS || !storable(value)) return REDACTED;
  return mayBeCard(value) ? REDACTED : value;
}

/** PostgreSQL accepts neither NUL nor lone surrogates in JSON. */
function storable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The messages of these errors contain field names as the client sent them. */
const QUOTES_INPUT: ReadonlySet<unknown> = new Set(['VALIDATION_ERROR', 'INVALID_JSON']);

function cutError(input: LogShape, value: unknown): unknown {
  const error = isObject(value) ? value.error : undefined;
  if (!isObject(error)) return { _cut: true };
  const { code, message, bookingId, details } = error;
  return {
    error: {
      // Errors of the MCP protocol have numbers as codes.
      code: typeof code === 'number' ? code : keptText(code),
      ...(!QUOTES_INPUT.has(code) && { message: keptText(message) }),
      ...(bookingId !== undefined && { bookingId: keptText(bookingId) }),
      ...(Array.isArray(details) && { details: details.slice(0, 100).map(each => cutDetail(input, each)) }),
    },
  };
}

function cutDetail(input: LogShape, detail: unknown): unknown {
  if (!isObject(detail)) return REDACTED;
  return { path: cutPath(input, String(detail.path ?? '')), code: keptText(detail.code) };
}

/**
 * Returns the JSON Pointer with every part redacted that is neither a field name in the contract nor the index of a
 * list.
 */
function cutPath(input: LogShape, path: string): string {
  let shape: LogShape | undefined = input;
  const parts = path.split('/').slice(1);
  const kept = parts.slice(0, 40).map(part => {
    const list: LogShape | undefined = shape?.items;
    const known: LogShape | undefined = list && /^\d{1,6}$/.test(part) ? list : shape?.members?.get(part);
    shape = known;
    return known ? `/${part}` : `/${REDACTED}`;
  });
  return kept.join('');
}
