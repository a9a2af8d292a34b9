/**
 * Reads values from parsed JSON whose types are not known. Unless stated otherwise, a reader returns undefined for
 * another type. Pure.
 */

export type Json = Readonly<Record<string, unknown>>;

const NONE: readonly unknown[] = [];

export function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** Returns an empty list if the value is not a list, because suppliers send null for an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NONE;
}

/** Returns undefined for an empty string, because suppliers send empty strings for missing values. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
