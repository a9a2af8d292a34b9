/**
 * Checks JSON text before and after JSON.parse, which has no limits and keeps the last of several duplicate keys. It
 * checks depth, size, duplicate keys, keys that change prototypes, and characters that the database cannot store.
 */

const MAX_DEPTH = 32;
const MAX_VALUES = 200_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

export const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'] as const;

interface JsonScan {
  refusal: string | undefined;
  /** How many keys the text has, including duplicates. Exact for valid JSON. */
  keys: number;
  hasEscapedKey: boolean;
}

/** Makes a single pass over the text, without allocations. */
export function scanJsonText(bytes: Uint8Array): JsonScan {
  const scan: JsonScan = { refusal: undefined, keys: 0, hasEscapedKey: false };
  let depth = 0;
  let values = 0;
  let inString = false;
  let isEscaped = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inString) {
      if (byte === BACKSLASH) {
        isEscaped = true;
        i++;
      } else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) {
      inString = true;
      isEscaped = false;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      values++;
      if (++depth > MAX_DEPTH) {
        scan.refusal = `The body has more than ${MAX_DEPTH} levels of nesting.`;
        return scan;
      }
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth--;
    } else if (byte === COLON) {
      scan.keys++;
      if (isEscaped) scan.hasEscapedKey = true;
    } else if (byte === COMMA && ++values > MAX_VALUES) {
      scan.refusal = `The body contains more than ${MAX_VALUES} values.`;
      return scan;
    }
  }
  return scan;
}

/**
 * Returns the JSON Pointer of the first duplicate key. JSON.parse keeps only the last duplicate, so the parsed value
 * then has fewer keys than the text. Keys with escape sequences are always read from the text, because V8 13.6 may
 * confuse them with other keys: after `{"p":1,"\\\\":2}` it parses `{"p":1,"\\u0061":2}` as the former.
 */
export function findDuplicateKey(scan: JsonScan, text: string, value: unknown): string | undefined {
  const mayHave = scan.hasEscapedKey || countKeys(value) !== scan.keys;
  return mayHave ? locateDuplicateKey(text) : undefined;
}

/** Here, `for…in` is several times faster than Object.keys or Object.values. */
function countKeys(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countKeys(item);
    return count;
  }
  const members = value as Record<string, unknown>;
  for (const key in members) {
    count++;
    if (typeof members[key] === 'object') count += countKeys(members[key]);
  }
  return count;
}

interface OpenValue {
  /** The keys read so far. Undefined for an array. */
  keys?: Set<string>;
  /** The current key or index. */
  at: string | number;
}

/** `text` must be valid JSON of limited depth. */
function locateDuplicateKey(text: string): string | undefined {
  const open: OpenValue[] = [];
  let expectsKey = false;
  for (let i = 0; i < text.length; i++) {
    const inner = open.at(-1);
    switch (text[i]) {
      case '{':
        open.push({ keys: new Set(), at: '' });
        expectsKey = true;
        break;
      case '[':
        open.push({ at: 0 });
        expectsKey = false;
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        if (typeof inner?.at === 'number') inner.at++;
        expectsKey = inner?.keys !== undefined;
        break;
      case '"': {
        const start = i;
        i = endOfString(text, start);
        if (!expectsKey || inner?.keys === undefined) break;
        expectsKey = false;
        inner.at = JSON.parse(text.slice(start, i + 1)) as string;
        if (inner.keys.has(inner.at)) return open.map(({ at }) => `/${escapePointer(String(at))}`).join('');
        inner.keys.add(inner.at);
      }
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}

/**
 * Returns whether the text may contain something that `findUnsafe` rejects. Most bodies are safe, so this cheap filter
 * spares them the full search.
 */
export function mayBeUnsafe(text: string): boolean {
  return text.includes('\\u') || FORBIDDEN_KEYS.some(name => text.includes(name)) || !text.isWellFormed();
}

interface UnsafeValue {
  path: string;
  message: string;
}

/** Finds the first forbidden key or string. The depth has already been checked, so recursion is safe. */
export function findUnsafe(value: unknown, path = ''): UnsafeValue | undefined {
  if (typeof value === 'string') return checkString(value, path);
  if (value === null || typeof value !== 'object') return undefined;
  for (const [name, field] of Object.entries(value)) {
    const fieldPath = `${path}/${escapePointer(name)}`;
    if ((FORBIDDEN_KEYS as readonly string[]).includes(name)) {
      return { path: fieldPath, message: `The field name "${name}" is not allowed.` };
    }
    const found = checkString(name, fieldPath) ?? findUnsafe(field, fieldPath);
    if (found) return found;
  }
  return undefined;
}

export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function checkString(text: string, path: string): UnsafeValue | undefined {
  if (text.includes('\0')) return { path, message: 'NUL characters are not allowed.' };
  if (!text.isWellFormed()) return { path, message: 'Unpaired surrogates are not allowed.' };
  return undefined;
}
