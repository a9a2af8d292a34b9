/**
 * One pass over the raw headers. Node keeps the first of two `Authorization` headers and joins others with a comma,
 * silently; here a repetition is seen. Names with underscores are nobody's headers and fall through.
 */

export interface RequestHeaders {
  authorization: string | undefined;
  /** Two `Authorization` headers are no authorization. */
  authorizationRepeated: boolean;
  /** Another header that may stand only once and does not. */
  repeated: string | undefined;
  requestId: string | undefined;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  contentLength: string | undefined;
  accept: string | undefined;
  forwardedFor: string | undefined;
  idempotencyKey: string | undefined;
  ifNoneMatch: string | undefined;
  clientVersion: string | undefined;
  userAgent: string | undefined;
  host: string | undefined;
}

const MEMBERS: ReadonlyMap<string, keyof RequestHeaders> = new Map([
  ['authorization', 'authorization'],
  ['x-request-id', 'requestId'],
  ['content-type', 'contentType'],
  ['content-encoding', 'contentEncoding'],
  ['content-length', 'contentLength'],
  ['accept', 'accept'],
  ['x-forwarded-for', 'forwardedFor'],
  ['idempotency-key', 'idempotencyKey'],
  ['if-none-match', 'ifNoneMatch'],
  ['x-client-version', 'clientVersion'],
  ['user-agent', 'userAgent'],
  ['host', 'host'],
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
    forwardedFor: undefined,
    idempotencyKey: undefined,
    ifNoneMatch: undefined,
    clientVersion: undefined,
    userAgent: undefined,
    host: undefined,
  };
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    const member = MEMBERS.get(name);
    if (member === undefined) continue;
    const value = rawHeaders[i + 1] as string;
    const before = headers[member];
    if (before === undefined) (headers[member] as string) = value;
    else if (name === 'authorization') headers.authorizationRepeated = true;
    else if (name === 'x-request-id') {
      // Neither is taken.
      headers.requestId = '';
      headers.repeated ??= name;
    } else if (ONLY_ONCE.has(name)) headers.repeated ??= name;
    else (headers[member] as string) = `${before}, ${value}`;
  }
  return headers;
}
