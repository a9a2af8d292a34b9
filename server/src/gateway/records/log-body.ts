/**
 * Cuts bodies down to what the contract marks as loggable, before they enter any buffer. Everything else becomes
 * `[redacted]`; members that the contract does not know are left out with their names. Pure.
 */
import { containsCardNumber } from '@serai/contract/shared/card-number.ts';
import { hidesAll, type LogShape, showsLeaf } from './log-shape.ts';

export const REDACTED = '[redacted]';
export const MAX_BODY_BYTES = 16 * 1024;
/** Cutting a larger body would cost more than its request did. */
export const MAX_SOURCE_BYTES = 128 * 1024;
/** A longer string is no id of ours. */
const MAX_LEAF_CHARACTERS = 1024;
/** Room for the last value, which may overshoot, and for the mark. */
const RESERVE_BYTES = 1536;
/** Marked strings of a request are codes, ids and dates. A name or an address in such a place is none. */
const CODE_LIKE = /^[\x21-\x3f\x41-\x7e]*$/;
const SHORTEST_CARD_NUMBER = 13;

interface Cut {
  /** About how many bytes of JSON may still be written. */
  left: number;
  incomplete: boolean;
  /** Asks of each value whether it is what the contract wants: a client may put anything anywhere. */
  check: boolean;
}

/** The JSON text of what may be kept of a body that a client sent. */
export function cutRequest(shape: LogShape, bytes: Buffer): string | undefined {
  return cutText(bytes, value => cutBody(shape, value, true));
}

/** The JSON text of what may be kept of a success body. */
export function cutAnswer(shape: LogShape, body: string | Buffer): string | undefined {
  return cutText(body, value => cutBody(shape, value, false));
}

/** The JSON text of what may be kept of an error body. `input` is the shape of the request it speaks of. */
export function cutError(input: LogShape, body: string | Buffer): string | undefined {
  return cutText(body, value => cutErrorBody(input, value));
}

function cutText(body: string | Buffer, cut: (value: unknown) => unknown): string | undefined {
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (bytes === 0) return undefined;
  const nothing = JSON.stringify({ _cut: true, bytes });
  if (bytes > MAX_SOURCE_BYTES) return nothing;
  const value = parse(typeof body === 'string' ? body : body.toString('utf8'));
  if (value === undefined) return nothing;
  const text = JSON.stringify(cut(value));
  return Buffer.byteLength(text) > MAX_BODY_BYTES ? nothing : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** At most about 16 KiB of the value from its start; `_cut` marks that more was there. */
export function cutBody(shape: LogShape, value: unknown, check: boolean): unknown {
  const cut: Cut = { left: MAX_BODY_BYTES - RESERVE_BYTES, incomplete: false, check };
  const kept = cutValue(shape, value, cut);
  if (!cut.incomplete) return kept;
  return isObject(kept) ? { ...kept, _cut: true } : { _cut: true };
}

function cutValue(shape: LogShape, value: unknown, cut: Cut): unknown {
  if (value === null) return take(null, 4, cut);
  if (typeof value === 'object') {
    if (hidesAll(shape)) return take(REDACTED, REDACTED.length, cut);
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
    kept.push(cutValue(shape, item, cut));
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
    kept[name] = cutValue(known, value[name], cut);
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
  if (typeof value === 'boolean') return false;
  const text = String(value);
  return text.length >= SHORTEST_CARD_NUMBER && containsCardNumber(text);
}

/** The database takes neither NUL nor half a character in JSON. */
function storable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

const QUOTES_INPUT: ReadonlySet<unknown> = new Set(['VALIDATION_ERROR', 'INVALID_JSON']);

/** Codes, and paths as far as the contract knows them: a name that a client made up may be anybody's. */
function cutErrorBody(input: LogShape, value: unknown): unknown {
  const error = isObject(value) ? value.error : undefined;
  if (!isObject(error)) return { _cut: true };
  const { code, message, bookingId, details } = error;
  return {
    error: {
      code: plain(code),
      ...(!QUOTES_INPUT.has(code) && { message: plain(message) }),
      ...(bookingId !== undefined && { bookingId: plain(bookingId) }),
      ...(Array.isArray(details) && { details: details.slice(0, 100).map(each => cutDetail(input, each)) }),
    },
  };
}

function cutDetail(input: LogShape, detail: unknown): unknown {
  if (!isObject(detail)) return REDACTED;
  return { path: cutPath(input, String(detail.path ?? '')), code: plain(detail.code) };
}

function plain(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LEAF_CHARACTERS || !storable(value)) return REDACTED;
  return mayBeCard(value) ? REDACTED : value;
}

/** A JSON Pointer with the parts that are no names of the contract blanked. */
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
