/** Signatures as Standard Webhooks defines them, over the very bytes that are sent. */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function createSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface EventToSign {
  eventId: string;
  body: Buffer;
  /** Those that sign, the current one first. */
  secrets: readonly string[];
  /** Moment of the attempt. */
  nowMs: number;
}

/** All headers of an attempt but those of the connection. */
export function eventHeaders({ eventId, body, secrets, nowMs }: EventToSign): Record<string, string> {
  const timestamp = Math.floor(nowMs / 1000).toString();
  return {
    'content-type': 'application/json',
    'user-agent': 'Serai-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(secret => `v1,${signature(secret)}`).join(' '),
  };

  function signature(secret: string): string {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body).digest('base64');
  }
}
