/**
 * Reads the API key from the Authorization header. Parsing and hashing a key are among the most expensive steps of a
 * request, and a client usually sends the same key with every request on a connection. Each connection therefore
 * remembers its last well-formed key. Only the text and its digest are remembered: every request still compares the
 * digest with the stored secrets, so that revocation and expiry apply immediately.
 */
import type { RequestHeaders } from '../../platform/http/request-headers.ts';
import { type KeyText, parseKeyText } from './key-format.ts';
import { digestSecret } from './key-secret.ts';

export interface PresentedKey extends Omit<KeyText, 'secret'> {
  /** The header as it was sent. It is never logged. */
  readonly header: string;
  readonly digest: string;
}

/**
 * The connection that remembers the key. A client can only compare a header with its own previous header, so the time
 * that the comparison takes reveals nothing.
 */
export interface KeyedConnection {
  presentedKey?: PresentedKey | undefined;
}

const SCHEME = /^apikey +(\S+)$/i;

/** Returns the key, the text of a malformed key, or undefined if there is no API key at all. */
export function readPresentedKey(
  connection: KeyedConnection,
  { authorization: header, authorizationRepeated }: RequestHeaders,
): PresentedKey | string | undefined {
  if (header === undefined || authorizationRepeated) return undefined;
  if (connection.presentedKey?.header === header) return connection.presentedKey;
  const text = SCHEME.exec(header.trim())?.[1];
  if (text === undefined) return undefined;
  const parsed = parseKeyText(text);
  if (parsed === undefined) return text;
  const { environment, id, secret } = parsed;
  const presented: PresentedKey = { header, environment, id, digest: digestSecret(secret) };
  connection.presentedKey = presented;
  return presented;
}
