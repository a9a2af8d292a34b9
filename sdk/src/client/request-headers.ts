/** Builds the headers of a call. */
import { SeraiError } from '../errors.ts';
import { OPERATIONS, type OperationName } from '../generated/types.ts';
import type { ClientSettings, ConditionalOptions, WriteOptions } from './client-options.ts';

/** Sent as `X-Client-Version`. A test compares it with package.json. */
export const SDK_VERSION = '0.1.0';

/** Headers that have their own option. */
const OPTION_OF: Readonly<Record<string, string>> = {
  'x-request-id': 'requestId',
  'idempotency-key': 'idempotencyKey',
  'if-none-match': 'ifNoneMatch',
};

/** Headers that the SDK or the connection sets. Another value would break the call or hide who sends it. */
const RESERVED = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'transfer-encoding',
  'upgrade',
  'x-client-version',
]);

const ETAG = String.raw`(?:W\/)?"[\x21\x23-\x7e]*"`;
const ETAGS = new RegExp(String.raw`^(?:\*|${ETAG}(?:\s*,\s*${ETAG})*)$`);

export interface HeaderOptions extends WriteOptions, Partial<ConditionalOptions> {
  writes?: boolean;
}

export function requestHeaders(
  client: ClientSettings,
  operation: OperationName,
  options: HeaderOptions,
): Record<string, string> {
  const { requestId, ifNoneMatch } = options;
  return {
    ...furtherHeaders(options.headers ?? {}),
    accept: 'application/json',
    authorization: client.apiKey.authorization(),
    'content-type': 'application/json',
    'x-client-version': `serai-sdk/${SDK_VERSION}`,
    ...(requestId !== undefined && { 'x-request-id': checkRequestId(requestId) }),
    ...(typeof ifNoneMatch === 'string' && { 'if-none-match': checkEtag(operation, ifNoneMatch) }),
    ...(options.writes && { 'idempotency-key': idempotencyKey(options) }),
  };
}

function furtherHeaders(given: object): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) headers[checkHeader(name.toLowerCase(), value)] = value;
  }
  return headers;
}

function checkHeader(name: string, value: unknown): string {
  const option = OPTION_OF[name];
  if (option) throw new SeraiError(`Use the option ${option} instead of the header ${name}.`);
  if (RESERVED.has(name)) throw new SeraiError(`headers must not contain ${name}, because the SDK sets it.`);
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
    throw new SeraiError('headers contains a name that HTTP does not allow.');
  if (typeof value !== 'string' || !/^[\x20-\x7e]*$/.test(value)) {
    throw new SeraiError(`The value of the header ${name} must be a string of printable ASCII characters.`);
  }
  return name;
}

function checkRequestId(requestId: string): string {
  if (/^[A-Za-z0-9._:-]{1,128}$/.test(requestId)) return requestId;
  throw new SeraiError('requestId must have 1 to 128 letters, digits or characters from "._:-".');
}

function checkEtag(operation: OperationName, etag: string): string {
  if (OPERATIONS[operation].scope !== 'content:read')
    throw new SeraiError(`ifNoneMatch cannot be used with ${operation}. Only content has an etag.`);
  if (ETAGS.test(etag)) return etag;
  throw new SeraiError('ifNoneMatch must be the etag of an earlier response, including its quotation marks.');
}

function idempotencyKey({ idempotencyKey: given }: WriteOptions): string {
  if (given === undefined) return crypto.randomUUID();
  if (/^[\x21-\x7e]{1,255}$/.test(given)) return given;
  throw new SeraiError('idempotencyKey must have 1 to 255 printable characters without spaces.');
}
