import { WebhookError } from '../errors.ts';
import type { SeraiEvent } from '../generated/types.ts';
import { type Bytes, type HmacKey, importSecret, isSignedBy, signatureOf, signedBytes } from './signature.ts';

/** Maximum difference between the signature's timestamp and the current time, in seconds. */
const TOLERANCE_S = 300;

/** Headers from `fetch` or from Node, or any record of names and values. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface UnwrapOptions {
  /** The current time, for tests. */
  now?: Date | undefined;
}

export interface SignOptions {
  /** Time of the signature. Default: now. */
  timestamp?: Date | undefined;
}

/** A request as Serai sends it. */
export interface SignedWebhook {
  body: string;
  headers: Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
}

export interface Webhooks {
  /**
   * Returns the event of a request after verifying that Serai signed exactly these bytes, and that the timestamp of
   * the signature is within five minutes of the current time. Otherwise it throws a WebhookError, whose `reason` states
   * the problem. `secrets` are the signing secrets of the endpoint: two during a rotation.
   *
   * Events are delivered at least once and in any order. Store `event.id` to detect duplicates, and order the
   * events of a booking by `event.data.version`. Events of unknown types are returned as well.
   */
  unwrap(
    rawBody: string | ArrayBuffer | ArrayBufferView,
    headers: WebhookHeaders,
    secrets: string | readonly string[],
    options?: UnwrapOptions,
  ): Promise<SeraiEvent>;
  /** Returns a signed request with the event, for tests of a receiver. */
  sign(event: SeraiEvent, secrets: string | readonly string[], options?: SignOptions): Promise<SignedWebhook>;
}

/** The same as `serai.webhooks`, for programs that receive events but have no API key. */
export const webhooks: Webhooks = {
  async unwrap(rawBody, headers, secrets, { now = new Date() } = {}) {
    const body = rawBytes(rawBody, headers);
    const id = headerOf(headers, 'webhook-id');
    const timestamp = headerOf(headers, 'webhook-timestamp');
    const signature = headerOf(headers, 'webhook-signature');
    if (!/^\d{1,12}$/.test(timestamp)) {
      throw new WebhookError('BAD_HEADERS', 'webhook-timestamp is not a number of seconds.');
    }
    const keys = await importAll(secrets);
    // Checked before the timestamp, because an unsigned timestamp reveals nothing about the clock.
    if (!(await isSignedBy(keys, signature, signedBytes(id, timestamp, body))))
      throw wrongSecret(keys.length);
    checkTimestamp(Number(timestamp), now);
    return parseEvent(body);
  },

  async sign(event, secrets, { timestamp = new Date() } = {}) {
    const body = JSON.stringify(event);
    const seconds = String(Math.floor(timestamp.getTime() / 1000));
    const signed = signedBytes(event.id, seconds, new TextEncoder().encode(body));
    const keys = await importAll(secrets);
    const signatures = await Promise.all(keys.map(key => signatureOf(key, signed)));
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': seconds,
        'webhook-signature': signatures.join(' '),
      },
    };
  },
};

/** `secrets` may be undefined despite its type, for example if an environment variable is not set. */
function importAll(secrets: string | readonly string[] | undefined): Promise<HmacKey[]> {
  const all = typeof secrets === 'string' ? [secrets] : (secrets ?? []);
  if (all.length === 0) throw new WebhookError('BAD_SECRET', 'No secret was passed to verify the signature.');
  return Promise.all(all.map(importSecret));
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isFetchHeaders(headers) ? headers.get(name) : fieldOf(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError(
    'BAD_HEADERS',
    `The header ${name} is missing. The request is not from Serai, or a proxy removed the header.`,
  );
}

function fieldOf(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  const [, value] = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value.join(' ') : value;
}

function wrongSecret(count: number): WebhookError {
  const which = count === 1 ? 'The secret does not match' : `None of the ${count} secrets match`;
  return new WebhookError(
    'WRONG_SECRET',
    `${which} the signature. Check that the secret belongs to this endpoint and environment, and that the body is passed unchanged, without parsing and serialising it.`,
  );
}

function checkTimestamp(timestampS: number, now: Date): void {
  const offS = Math.round(now.getTime() / 1000 - timestampS);
  if (Math.abs(offS) <= TOLERANCE_S) return;
  const direction = offS > 0 ? 'behind' : 'ahead of';
  throw new WebhookError(
    'CLOCK_SKEW',
    `The signature is valid, but its timestamp is ${Math.abs(offS)} seconds ${direction} the local clock. The limit is ${TOLERANCE_S} seconds. Check the clock, and whether the request was delayed before it was passed on.`,
  );
}

function parseEvent(body: Uint8Array): SeraiEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof (event as SeraiEvent | null)?.type === 'string') return event as SeraiEvent;
  } catch {
    // The error is thrown below.
  }
  throw new WebhookError('NOT_AN_EVENT', 'The signature is valid, but the body is not an event.');
}

const WHY = 'The signature covers the exact bytes of the body, which cannot be restored from an object.';

const FETCH_STYLE =
  'In Next.js route handlers, Hono, Remix, Deno, Bun and Cloudflare Workers: pass `await request.text()`, read before anything else reads the body.';

const NODE_STYLE = [
  "In Express: `app.post('/webhooks', express.raw({ type: 'application/json' }), …)` before `express.json()`, then pass `req.body`.",
  "In Fastify: `fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body))`, then pass `request.body`.",
  'In NestJS: `NestFactory.create(AppModule, { rawBody: true })`, then pass `request.rawBody`.',
  'In a Next.js page route: `export const config = { api: { bodyParser: false } }`, then read the whole request.',
].join('\n');

/** Properties that reveal what was passed instead of a body. Not all runtimes have all of them. */
interface Given {
  text?: unknown;
  pipe?: unknown;
  getReader?: unknown;
}

export function rawBytes(body: unknown, headers: unknown): Bytes {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (isArrayBuffer(body)) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return copy(body);
  throw new WebhookError('PARSED_BODY', `${describeBody(body)} ${WHY}\n${fix(body, headers)}`);
}

/** Works across realms, unlike `instanceof`. Tests often run in their own realm. */
function isArrayBuffer(body: unknown): body is ArrayBuffer {
  return Object.prototype.toString.call(body) === '[object ArrayBuffer]';
}

/** A Node buffer may share its memory with other buffers. WebCrypto needs a separate copy. */
function copy({ buffer, byteOffset, byteLength }: ArrayBufferView): Bytes {
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

function describeBody(body: unknown): string {
  if (body === undefined || body === null) return 'unwrap received no body.';
  if (isStream(body)) return 'unwrap received a stream or a request instead of its body.';
  return 'unwrap received a body that was already parsed.';
}

function fix(body: unknown, headers: unknown): string {
  const { text, pipe } = (body ?? {}) as Given;
  if (typeof text === 'function') return FETCH_STYLE;
  if (typeof pipe === 'function') {
    return 'In plain Node: `const chunks = []; for await (const chunk of request) chunks.push(chunk);`, then pass `Buffer.concat(chunks)`.';
  }
  return isFetchHeaders(headers) ? FETCH_STYLE : NODE_STYLE;
}

function isStream(body: unknown): boolean {
  const { text, pipe, getReader } = body as Given;
  return [text, pipe, getReader].some(method => typeof method === 'function');
}

/** Accepts any implementation of `Headers`. */
export function isFetchHeaders(headers: unknown): headers is Headers {
  return typeof (headers as { get?: unknown } | null | undefined)?.get === 'function';
}
