/** Signatures according to Standard Webhooks, computed with WebCrypto. */
import { WebhookError } from '../errors.ts';

const SECRET_PREFIX = 'whsec_';
const VERSION_PREFIX = 'v1,';
const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const MIN_SECRET_BYTES = 16;

/** Written without a type argument, because `Uint8Array` has none before TypeScript 5.7. */
export type Bytes = ReturnType<typeof Uint8Array.from>;
/** The standard name `CryptoKey` does not exist in all type libraries. */
export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The bytes to sign: id, timestamp and the exact bytes of the body. */
export function signedBytes(id: string, timestamp: string, body: Bytes): Bytes {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
}

export function importSecret(secret: string | undefined): Promise<HmacKey> {
  const text = secret?.trim() ?? '';
  const bytes = text.startsWith(SECRET_PREFIX) ? fromBase64(text.slice(SECRET_PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length < MIN_SECRET_BYTES) {
    throw new WebhookError(
      'BAD_SECRET',
      'The secret of a webhook endpoint starts with whsec_ and continues in base64. Copy the complete secret.',
    );
  }
  return crypto.subtle.importKey('raw', bytes, HMAC, false, ['sign', 'verify']);
}

export async function signatureOf(key: HmacKey, signed: Bytes): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign(HMAC, key, signed));
  return VERSION_PREFIX + btoa(String.fromCharCode(...bytes));
}

/** Whether any signature in the header was created with one of the keys. Other signature versions are ignored. */
export async function isSignedBy(keys: HmacKey[], header: string, signed: Bytes): Promise<boolean> {
  const signatures = header
    .split(' ')
    .filter(part => part.startsWith(VERSION_PREFIX))
    .map(part => fromBase64(part.slice(VERSION_PREFIX.length)))
    .filter(bytes => bytes !== undefined);
  for (const key of keys) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify(HMAC, key, signature, signed)) return true;
    }
  }
  return false;
}

function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), char => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
