/** Receiving events: is this request from the service, and what does it say. */
import { WebhookError } from '../errors/webhook-error.ts';
import type { SeraiEvent } from '../generated/types.ts';
import { isFetchHeaders, rawBytes } from './raw-body.ts';
import { type HmacKey, importSecret, isSignedBy, signatureOf, signedBytes } from './signature.ts';

/** How far the moment of a signature may be from now, in seconds. */
const TOLERANCE_S = 300;

/** Of `fetch`, of Node, or any other record of names and values. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface UnwrapOptions {
  /** The current time, for tests. */
  now?: Date | undefined;
}

export interface SignOptions {
  /** When it is signed; now when absent. */
  timestamp?: Date | undefined;
}

/** A request as the service sends it. */
export interface SignedWebhook {
  body: string;
  headers: Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
}

export interface Webhooks {
  /**
   * The event of a request, once it is certain that the service sent these very bytes within the last five minutes;
   * else a WebhookError whose `reason` says what is wrong. `secrets` are those of the endpoint: two while it is rotated.
   *
   * Events come at least once and in no order: keep `event.id`, and order those of a booking by `event.data.version`.
   * Types that this version does not know pass too.
   */
  unwrap(
    rawBody: string | ArrayBuffer | ArrayBufferView,
    headers: WebhookHeaders,
    secrets: string | readonly string[],
    options?: UnwrapOptions,
  ): Promise<SeraiEvent>;
  /** A request with the event, signed as the service signs: for tests of a receiver. */
  sign(event: SeraiEvent, secrets: string | readonly string[], options?: SignOptions): Promise<SignedWebhook>;
}

/** The same as `serai.webhooks`, for programs that receive events and have no API key. */
export const webhooks: Webhooks = {
  async unwrap(rawBody, headers, secrets, { now = new Date() } = {}) {
    const body = rawBytes(rawBody, headers);
    const id = headerOf(headers, 'webhook-id');
    const timestamp = headerOf(headers, 'webhook-timestamp');
    const signature = headerOf(headers, 'webhook-signature');
    if (!/^\d{1,12}$/.test(timestamp)) {
      throw new WebhookError('BAD_HEADERS', 'webhook-timestamp is no number of seconds.');
    }
    const keys = await importAll(secrets);
    // Before the moment is looked at: only a signed one says anything about clocks.
    if (!(await isSignedBy(keys, signature, signedBytes(id, timestamp, body))))
      throw wrongSecret(keys.length);
    checkMoment(Number(timestamp), now);
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

/** Undefined, whatever the types say, where a variable of the environment is not set. */
function importAll(secrets: string | readonly string[] | undefined): Promise<HmacKey[]> {
  const all = typeof secrets === 'string' ? [secrets] : (secrets ?? []);
  if (all.length === 0)
    throw new WebhookError('BAD_SECRET', 'There is no secret to check the signature with.');
  return Promise.all(all.map(importSecret));
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isFetchHeaders(headers) ? headers.get(name) : fieldOf(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError(
    'BAD_HEADERS',
    `The header ${name} is missing: this request is not from the service, or something in between took it out.`,
  );
}

function fieldOf(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  const [, value] = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value.join(' ') : value;
}

function wrongSecret(count: number): WebhookError {
  const which = count === 1 ? 'The secret does' : `None of the ${count} secrets do`;
  return new WebhookError(
    'WRONG_SECRET',
    `${which} not fit the signature. Is it the secret of this endpoint and environment, and is the body passed byte for byte, not parsed and written again?`,
  );
}

function checkMoment(timestampS: number, now: Date): void {
  const offS = Math.round(now.getTime() / 1000 - timestampS);
  if (Math.abs(offS) <= TOLERANCE_S) return;
  const direction = offS > 0 ? 'ago' : 'ahead';
  throw new WebhookError(
    'CLOCK_SKEW',
    `The signature is right, but was made ${Math.abs(offS)} seconds ${direction} by the clock of this machine; ${TOLERANCE_S} are allowed. Is the clock right, and was the request kept before it was passed on?`,
  );
}

function parseEvent(body: Uint8Array): SeraiEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof (event as SeraiEvent | null)?.type === 'string') return event as SeraiEvent;
  } catch {
    // Told below.
  }
  throw new WebhookError('NOT_AN_EVENT', 'The body is signed, but is no event.');
}
