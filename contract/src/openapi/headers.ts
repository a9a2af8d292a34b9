const string = { type: 'string' } as const;

export const REQUEST_HEADERS = {
  XRequestId: header(
    'X-Request-ID',
    'Unique identifier for tracing, recommended. It is returned in the response if it has 1 to 128 characters from A-Z, a-z, 0-9 and . _ : -. Otherwise, the response contains a new identifier.',
    'checkout-7f3a91',
    string,
  ),
  XClientVersion: header(
    'X-Client-Version',
    'Version of the client application, for support.',
    '4.2.0',
    string,
  ),
  UserAgent: header('User-Agent', 'Name of the client application, for analytics.', 'shop/4.2', string),
  IdempotencyKey: header(
    'Idempotency-Key',
    'A string that is unique to this request. If the request has a `clientReference`, the reference takes precedence.',
    'order-4711-attempt',
    { ...string, minLength: 1, maxLength: 255 },
  ),
  IfNoneMatch: header(
    'If-None-Match',
    'The `ETag` of an earlier response. The response is 304 if nothing has changed.',
    '"4wEe5pGp3mxxm3Xnqyc2oQ"',
    string,
  ),
} as const;

export const RESPONSE_HEADERS = {
  'X-Request-ID': described(
    'ID of the request: the one that the client sent, or a generated one.',
    'req_sGq3gbaVQK0RjqXrPHNz',
  ),
  RateLimit: described(
    'State of the three rate windows: `r` is the number of requests left. If none are left, `t` is the number of seconds until the next one is allowed.',
    '"minute";r=412, "hour";r=0;t=213, "day";r=180220',
  ),
  'RateLimit-Policy': described(
    'The three limits of the key: `q` requests per `w` seconds.',
    '"minute";q=600;w=60, "hour";q=15000;w=3600, "day";q=250000;w=86400',
  ),
  'Retry-After': described('Number of seconds to wait before the next attempt.', 12),
  'Idempotency-Replayed': described(
    'Present if the response repeats that of an earlier identical request.',
    'true',
  ),
  ETag: described(
    'Hash of the data without `meta`. On every page except the last, it changes with every catalogue change, because the cursor contains the time at which the list was read. With an older cursor, the following pages would miss newer records.',
    '"4wEe5pGp3mxxm3Xnqyc2oQ"',
  ),
  'WWW-Authenticate': described('The authentication scheme.', 'ApiKey'),
  Allow: described('The allowed method.', 'POST'),
} as const;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

export function headerRefs(names: readonly ResponseHeader[]): Record<string, object> {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));
}

export function parameterRefs(names: readonly (keyof typeof REQUEST_HEADERS)[]): object[] {
  return names.map(name => ({ $ref: `#/components/parameters/${name}` }));
}

function header(name: string, description: string, example: string, schema: object) {
  return { name, in: 'header', required: false, description, schema, example };
}

function described(description: string, example: string | number) {
  return { description, schema: { type: typeof example === 'number' ? 'integer' : 'string' }, example };
}
