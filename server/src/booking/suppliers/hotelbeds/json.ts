/** Reads fields of parsed JSON whose shape is not trusted. Pure. */
export type Json = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** A missing or null list counts as empty. Returns undefined for any other value that is not a list. */
export function asList(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

const DATE = /^\d{4}-\d\d-\d\d$/;

export function asDate(value: unknown): string | undefined {
  return typeof value === 'string' && DATE.test(value) ? value : undefined;
}

const CURRENCY = /^[A-Z]{3}$/;

export function asCurrency(value: unknown): string | undefined {
  return typeof value === 'string' && CURRENCY.test(value) ? value : undefined;
}
