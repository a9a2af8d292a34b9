/** Checks the method, content type, Accept header and declared length before the body is read. */
import { ApiError } from '../api-error.ts';
import type { RequestHeaders } from './request-headers.ts';

export const MAX_BODY_BYTES = 1024 * 1024;

/** The content encoding that a listener accepts for request bodies, in addition to uncompressed bodies. */
type BodyEncodings = 'gzip' | 'none';

export function checkMedia(
  method: string | undefined,
  headers: RequestHeaders,
  encodings: BodyEncodings = 'none',
  expected = 'POST',
): void {
  if (method !== expected) throw methodNotAllowed([expected]);
  if (!isJson(headers.contentType)) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send Content-Type: application/json, in UTF-8.');
  }
  if (!isIdentity(headers.contentEncoding) && !(encodings === 'gzip' && isGzip(headers))) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      encodings === 'gzip'
        ? 'Send the body uncompressed or with Content-Encoding: gzip.'
        : 'Send the body without a content encoding.',
    );
  }
  checkAccept(headers);
  if (headers.contentLength !== undefined && Number(headers.contentLength) > MAX_BODY_BYTES) {
    throw bodyTooLarge();
  }
}

export function methodNotAllowed(methods: readonly string[]): ApiError {
  const text = methods.join(' or ');
  return new ApiError('METHOD_NOT_ALLOWED', `Use ${text}.`, { headers: { allow: methods.join(', ') } });
}

export function checkAccept({ accept }: RequestHeaders): void {
  if (acceptsJson(accept)) return;
  throw new ApiError('NOT_ACCEPTABLE', 'Responses are application/json. Send Accept: application/json.');
}

function isIdentity(contentEncoding: string | undefined): boolean {
  return contentEncoding === undefined || contentEncoding.trim().toLowerCase() === 'identity';
}

export function isGzip({ contentEncoding }: RequestHeaders): boolean {
  return contentEncoding?.trim().toLowerCase() === 'gzip';
}

export function bodyTooLarge(maxBytes: number = MAX_BODY_BYTES): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`);
}

function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  if (contentType === undefined) return false;
  const [type = '', ...parameters] = contentType.split(';').map(part => part.trim().toLowerCase());
  return type === 'application/json' && parameters.every(isUtf8Parameter);
}

function isUtf8Parameter(parameter: string): boolean {
  if (!parameter.startsWith('charset=')) return true;
  return /^"?utf-?8"?$/.test(parameter.slice('charset='.length));
}

/** Only the most specific range that covers JSON counts. Its weight must not be zero. */
function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === 'application/json' || accept === '*/*' || accept.trim() === '')
    return true;
  let best = -1;
  let weight = 0;
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase());
    const specificity = ['*/*', 'application/*', 'application/json'].indexOf(type);
    if (specificity <= best) continue;
    best = specificity;
    const q = parameters.find(parameter => parameter.startsWith('q='));
    weight = q === undefined ? 1 : Number(q.slice(2));
  }
  return best >= 0 && weight > 0;
}
