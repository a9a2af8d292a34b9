/**
 * The attributes that a span may have. They contain our own names and numbers, never text from a client, guest or
 * provider.
 */
const SPAN_ATTRIBUTES = [
  'serai.request_id',
  'serai.operation',
  'serai.environment',
  'serai.code',
  'serai.resent',
  'serai.provider',
  'serai.provider.operation',
  'serai.provider.attempt',
  'serai.outcome',
  'serai.job',
  'http.response.status_code',
  'db.system.name',
  'db.query.summary',
] as const;

type AttributeName = (typeof SPAN_ATTRIBUTES)[number];
export type SpanAttributes = { readonly [Name in AttributeName]?: string | number | undefined };

const ALLOWED: ReadonlySet<string> = new Set(SPAN_ATTRIBUTES);

/** Drops other attributes. The types already forbid them, so this affects only code that bypasses the types. */
export function allowedAttributes(attributes: SpanAttributes): Record<string, string | number> {
  const allowed: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && ALLOWED.has(name)) allowed[name] = value;
  }
  return allowed;
}
