/** Parses the `Retry-After` header in both formats. Pure. */

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Milliseconds from now. Undefined if the value is neither seconds nor an HTTP date, or if it is in the past. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = /^\d{1,12}$/.test(text)
    ? Number(text) * 1000
    : HTTP_DATE.test(text)
      ? Date.parse(text) - nowMs
      : Number.NaN;
  return waitMs > 0 ? waitMs : undefined;
}
