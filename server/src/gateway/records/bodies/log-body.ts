/**
 * Bodies as the request log stores them: reduced to what the contract marks as loggable, and to 16 KiB of JSON. Pure.
 */
import { cutError } from './cut-error.ts';
import { cutValue, MAX_BODY_BYTES } from './cut-value.ts';
import type { LogShape } from './log-shape.ts';

/** Redacting a larger body would cost more than its request. */
export const MAX_SOURCE_BYTES = 128 * 1024;

/** Returns the loggable part of a request body as JSON text. */
export function requestText(shape: LogShape, bytes: Buffer): string | undefined {
  return cutText(bytes, value => cutValue(shape, value, true));
}

/** Returns the loggable part of a success body as JSON text. */
export function answerText(shape: LogShape, body: string | Buffer): string | undefined {
  return cutText(body, value => cutValue(shape, value, false));
}

/**
 * Returns the loggable part of an error body as JSON text. `input` is the shape of the request that the error refers
 * to.
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
