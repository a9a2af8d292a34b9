/** The body as it was sent. Whoever passes something else is told what to do about it. */
import { WebhookError } from '../errors/webhook-error.ts';
import type { Bytes } from './signature.ts';

const WHY = 'The signature is over the bytes as they were sent, and those cannot be had back from an object.';

const FETCH_STYLE =
  'In Next.js route handlers, Hono, Remix, Deno, Bun and workers: pass `await request.text()`, read before anything else reads the body.';

const NODE_STYLE = [
  "In Express: `app.post('/webhooks', express.raw({ type: 'application/json' }), …)` before `express.json()`, then pass `req.body`.",
  "In Fastify: `fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body))`, then pass `request.body`.",
  'In NestJS: `NestFactory.create(AppModule, { rawBody: true })`, then pass `request.rawBody`.',
  'In a Next.js page route: `export const config = { api: { bodyParser: false } }`, then read the request to its end.',
].join('\n');

/** Not every runtime has all of them. */
interface Given {
  text?: unknown;
  pipe?: unknown;
  getReader?: unknown;
}

export function rawBytes(body: unknown, headers: unknown): Bytes {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (isArrayBuffer(body)) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return copy(body);
  throw new WebhookError('PARSED_BODY', `${whatItIs(body)} ${WHY}\n${fix(body, headers)}`);
}

/** Of any realm: tests often run in one of their own, where `instanceof` knows only that. */
function isArrayBuffer(body: unknown): body is ArrayBuffer {
  return Object.prototype.toString.call(body) === '[object ArrayBuffer]';
}

/** The memory of a Node buffer is shared with others; WebCrypto wants its own. */
function copy({ buffer, byteOffset, byteLength }: ArrayBufferView): Bytes {
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

function whatItIs(body: unknown): string {
  if (body === undefined || body === null) return 'unwrap got no body.';
  if (isStream(body)) return 'unwrap got a stream or a request, not the body in it.';
  return 'unwrap got a body that was parsed already.';
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

/** A `Headers` of whichever implementation. */
export function isFetchHeaders(headers: unknown): headers is Headers {
  return typeof (headers as { get?: unknown } | null | undefined)?.get === 'function';
}
