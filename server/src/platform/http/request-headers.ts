/**
 * Reads the raw headers in one pass and detects repeated headers. Node silently keeps the first of two `Authorization`
 * headers and joins most others with a comma. Unknown names, including names with underscores, are ignored.
 */

export interface RequestHeaders {
  authorization: string | undefined;
  /** True if there are several `Authorization` headers. `authorization` then contains the first. */
  authorizationRepeated: boolean;
  /** The name of another header that was repeated although it may be given only once. */
  repeated: string | undefined;
  requestId: string | undefined;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  contentLength: string | undefined;
  accept: string | undefined;
  acceptEncoding: string | undefined;
  forwardedFor: string | undefined;
  idempotencyKey: string | undefined;
  ifNoneMatch: string | undefined;
  clientVersion: string | undefined;
  userAgent: string | undefined;
  host: string | undefined;
  origin: string | undefined;
  mcpVersion: string | undefined;
  mcpMethod: string | undefined;
  mcpName: string | undefined;
  apiKey: string | undefined;
  ucpAgent: string | undefined;
  /** The request id of UCP. Others send `X-Request-ID`. */
  ucpRequestId: string | undefined;
}

const FIELDS: ReadonlyMap<string, keyof RequestHeaders> = new Map([
  ['authorization', 'authorization'],
  ['x-request-id', 'requestId'],
  ['content-type', 'contentType'],
  ['content-encoding', 'contentEncoding'],
  ['content-length', 'contentLength'],
  ['accept', 'accept'],
  ['accept-encoding', 'acceptEncoding'],
  ['x-forwarded-for', 'forwardedFor'],
  ['idempotency-key', 'idempotencyKey'],
  ['if-none-match', 'ifNoneMatch'],
  ['x-client-version', 'clientVersion'],
  ['user-agent', 'userAgent'],
  ['host', 'host'],
  ['origin', 'origin'],
  ['mcp-protocol-version', 'mcpVersion'],
  ['mcp-method', 'mcpMethod'],
  ['mcp-name', 'mcpName'],
  ['x-api-key', 'apiKey'],
  ['ucp-agent', 'ucpAgent'],
  ['request-id', 'ucpRequestId'],
]);

const ONLY_ONCE = new Set(['host', 'content-type', 'accept', 'x-request-id', 'idempotency-key']);

export function readHeaders(rawHeaders: readonly string[]): RequestHeaders {
  const headers: RequestHeaders = {
    authorization: undefined,
    authorizationRepeated: false,
    repeated: undefined,
    requestId: undefined,
    contentType: undefined,
    contentEncoding: undefined,
    contentLength: undefined,
    accept: undefined,
    acceptEncoding: undefined,
    forwardedFor: undefined,
    idempotencyKey: undefined,
    ifNoneMatch: undefined,
    clientVersion: undefined,
    userAgent: undefined,
    host: undefined,
    origin: undefined,
    mcpVersion: undefined,
    mcpMethod: undefined,
    mcpName: undefined,
    apiKey: undefined,
    ucpAgent: undefined,
    ucpRequestId: undefined,
  };
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    const field = FIELDS.get(name);
    if (field === undefined) continue;
    const value = rawHeaders[i + 1] as string;
    const before = headers[field];
    if (before === undefined) (headers[field] as string) = value;
    else if (name === 'authorization') headers.authorizationRepeated = true;
    else if (name === 'x-request-id') {
      // If the header is repeated, neither value is used.
      headers.requestId = '';
      headers.repeated ??= name;
    } else if (ONLY_ONCE.has(name)) headers.repeated ??= name;
    else (headers[field] as string) = `${before}, ${value}`;
  }
  return headers;
}
