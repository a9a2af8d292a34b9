/** Signs events according to Standard Webhooks, over the exact bytes that are sent. */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function createSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Creates the signing key for a secret. Cache the key, because creating it costs more than signing. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));
}

export interface EventToSign {
  eventId: string;
  body: Buffer;
  /** The keys that sign, with the current key first. */
  secrets: readonly (string | KeyObject)[];
  /** The time of the attempt. */
  nowMs: number;
}

/** Returns all headers of an attempt except those of the connection. */
export function eventHeaders({ eventId, body, secrets, nowMs }: EventToSign): Record<string, string> {
  const timestamp = Math.floor(nowMs / 1000).toString();
  return {
    'content-type': 'application/json',
    'user-agent': 'Serai-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(secret => `v1,${signature(secret)}`).join(' '),
  };

  function signature(secret: string | KeyObject): string {
    const key = typeof secret === 'string' ? signingKey(secret) : secret;
    return createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body).digest('base64');
  }
}
