/** Every header of the interface, described once. */

const string = { type: 'string' } as const;

export const REQUEST_HEADERS = {
  XRequestId: header(
    'X-Request-ID',
    'Unique identifier for tracing, echoed in the answer. Recommended.',
    'checkout-7f3a91',
    { ...string, pattern: '^[A-Za-z0-9._:-]{1,128}$' },
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
    'Any string unique to this request. The client reference, where there is one, decides first.',
    'order-4711-attempt',
    { ...string, minLength: 1, maxLength: 255 },
  ),
  IfNoneMatch: header(
    'If-None-Match',
    'The `ETag` of an earlier answer; 304 when nothing changed.',
    '"4wEe5pGp3mxxm3Xnqyc2oQ"',
    string,
  ),
} as const;

export const RESPONSE_HEADERS = {
  'X-Request-ID': described(
    'The id of the request: the client’s, or ours when it sent none.',
    'req_sGq3gbaVQK0RjqXrPHNz',
  ),
  RateLimit: described(
    'What is left of the three windows: `r` requests, and `t` seconds until there are more where there are none.',
    '"minute";r=412, "hour";r=0;t=213, "day";r=180220',
  ),
  'RateLimit-Policy': described(
    'The three limits of the key: `q` requests in `w` seconds.',
    '"minute";q=600;w=60, "hour";q=15000;w=3600, "day";q=250000;w=86400',
  ),
  'Retry-After': described('Whole seconds to wait before the next try.', 12),
  'Idempotency-Replayed': described(
    'Present when the answer is that of an earlier, identical request.',
    'true',
  ),
  ETag: described(
    'Tag of the data, without `meta`. A page that has a next one changes its tag with every change of the catalogue: its cursor holds the moment of the list, and with an older one the pages behind it would leave out what was added since.',
    '"4wEe5pGp3mxxm3Xnqyc2oQ"',
  ),
  'WWW-Authenticate': described('How to say who calls.', 'ApiKey'),
  Allow: described('The method that the path takes.', 'POST'),
} as const;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** References to the described headers, in the form a response holds them. */
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
