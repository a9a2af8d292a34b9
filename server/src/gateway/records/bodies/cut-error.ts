/**
 * Redacts an error body. A field name invented by the client may contain personal data, so paths are redacted as
 * well.
 */
import { isObject, keptText, REDACTED } from './cut-value.ts';
import type { LogShape } from './log-shape.ts';

/** The messages of these errors contain field names as the client sent them. */
const QUOTES_INPUT: ReadonlySet<unknown> = new Set(['VALIDATION_ERROR', 'INVALID_JSON']);

export function cutError(input: LogShape, value: unknown): unknown {
  const error = isObject(value) ? value.error : undefined;
  if (!isObject(error)) return { _cut: true };
  const { code, message, bookingId, details } = error;
  return {
    error: {
      code: keptText(code),
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

/** A JSON Pointer in which every part that is not a field name of the contract is redacted. */
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
