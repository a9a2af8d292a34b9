/**
 * Looks at JSON text before and after JSON.parse, which itself has no limits: depth and size of what will be built,
 * member names that change prototypes, and characters the database cannot hold.
 */

const MAX_DEPTH = 32;
const MAX_VALUES = 200_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

export const FORBIDDEN_MEMBERS = ['__proto__', 'constructor', 'prototype'] as const;

/** A reason to refuse the text, found in one pass without building anything. */
export function checkJsonText(bytes: Uint8Array): string | undefined {
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) {
      inString = true;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      values++;
      if (++depth > MAX_DEPTH) return `The body is nested more than ${MAX_DEPTH} deep.`;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth--;
    } else if (byte === COMMA && ++values > MAX_VALUES) {
      return `The body holds more than ${MAX_VALUES} values.`;
    }
  }
  return undefined;
}

/** Whether the text can hold something that `findUnsafe` would find. A cheap filter: most bodies hold none of it. */
export function mayBeUnsafe(text: string): boolean {
  return text.includes('\\u') || FORBIDDEN_MEMBERS.some(name => text.includes(name)) || !text.isWellFormed();
}

interface UnsafeValue {
  path: string;
  message: string;
}

/** The first member name or string that must not come in. Depth was bounded before, so recursion is safe. */
export function findUnsafe(value: unknown, path = ''): UnsafeValue | undefined {
  if (typeof value === 'string') return checkString(value, path);
  if (value === null || typeof value !== 'object') return undefined;
  for (const [name, member] of Object.entries(value)) {
    const memberPath = `${path}/${escapePointer(name)}`;
    if ((FORBIDDEN_MEMBERS as readonly string[]).includes(name)) {
      return { path: memberPath, message: `The member name "${name}" is not allowed.` };
    }
    const found = checkString(name, memberPath) ?? findUnsafe(member, memberPath);
    if (found) return found;
  }
  return undefined;
}

export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function checkString(text: string, path: string): UnsafeValue | undefined {
  if (text.includes('\0')) return { path, message: 'NUL characters are not allowed.' };
  if (!text.isWellFormed()) return { path, message: 'Half of a surrogate pair is not a character.' };
  return undefined;
}
