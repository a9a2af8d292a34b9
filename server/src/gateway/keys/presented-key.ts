/**
 * Reads the API key from the Authorization header. Parsing and hashing a key are among the most expensive steps of a
 * request, and a client usually sends the same key with every request on a connection. Each connection therefore
 * remembers its last well-formed key. Only the header and the digest are remembered: every request still compares the
 * digest with the stored secrets, so that revocation and expiry apply as before.
 */
import { timingSafeEqual } from 'node:crypto';
import type { RequestHeaders } from '../../platform/http/request-headers.ts';
import { type KeyText, parseKeyText } from './key-format.ts';
import { digestSecret } from './key-secret.ts';

export interface PresentedKey extends Omit<KeyText, 'secret'> {
  /** The SHA-256 digest of the secret, with one character per byte. */
  readonly digest: string;
}

/** The connection that remembers its last well-formed key. */
export interface KeyedConnection {
  presentedKey?: RememberedKey | undefined;
}

interface RememberedKey extends PresentedKey {
  readonly isBearer: boolean;
  /** The header as it was sent, padded with zeros. It is never logged. */
  readonly header: Buffer;
}

const SCHEME = /^(apikey|bearer) +(\S+)$/i;
/** The header of a key is shorter. Longer headers are not remembered. */
const MAX_HEADER = 128;
const received = Buffer.alloc(MAX_HEADER);

/**
 * Returns the key, the text of a malformed key, or undefined if the request has no API key. Many MCP hosts can send only
 * bearer tokens, so the MCP endpoint also accepts a key as a bearer token.
 */
export function readPresentedKey(
  connection: KeyedConnection,
  {
    authorization: header,
    authorizationRepeated,
  }: Pick<RequestHeaders, 'authorization' | 'authorizationRepeated'>,
  acceptsBearer = false,
): PresentedKey | string | undefined {
  if (header === undefined || authorizationRepeated) return undefined;
  const remembered = connection.presentedKey;
  if (remembered !== undefined && isHeader(header, remembered.header))
    return remembered.isBearer && !acceptsBearer ? undefined : remembered;
  const [, scheme, text] = SCHEME.exec(header.trim()) ?? [];
  const isBearer = scheme?.toLowerCase() === 'bearer';
  if (text === undefined || (isBearer && !acceptsBearer)) return undefined;
  const parsed = parseKeyText(text);
  if (parsed === undefined) return text;
  const { environment, id, secret } = parsed;
  const presented = { environment, id, digest: digestSecret(secret) };
  if (header.length > MAX_HEADER) return presented;
  const bytes = Buffer.alloc(MAX_HEADER);
  bytes.write(header, 'latin1');
  connection.presentedKey = { ...presented, header: bytes, isBearer };
  return connection.presentedKey;
}

/**
 * Compares in constant time, because a load balancer may send the requests of several clients over one connection. They
 * must not be able to guess each other's keys.
 */
function isHeader(header: string, remembered: Buffer): boolean {
  if (header.length > MAX_HEADER) return false;
  received.fill(0);
  received.write(header, 'latin1');
  return timingSafeEqual(received, remembered);
}
