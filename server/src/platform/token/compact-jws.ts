/**
 * Tokens in JWS compact serialisation, signed with Ed25519 and with a fixed header. The content of a token never
 * determines how it is verified.
 */
import {
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { TOKEN_ALGORITHM, TOKEN_TYPE } from './token-claims.ts';

const SIGNATURE_BYTES = 64;
const SHAPE = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;
const KEY_TYPE = 'ed25519';

interface Opened {
  kid: string;
  /** Returns the payload, or undefined if this key did not sign it. */
  payloadFor(publicKey: KeyObject): Record<string, unknown> | undefined;
}

export function signJws(payload: object, kid: string, privateKey: KeyObject): string {
  const signed = `${headerText(kid)}.${encode(JSON.stringify(payload))}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

/**
 * Returns undefined for any text that is not in the format of `signJws`. The signature is verified before the payload
 * is parsed.
 */
export function openJws(token: string): Opened | undefined {
  const [, header = '', payload = '', signatureText = ''] = SHAPE.exec(token) ?? [];
  const { kid } = parseObject(header) ?? {};
  if (typeof kid !== 'string' || header !== headerText(kid)) return undefined;
  const signature = Buffer.from(signatureText, 'base64url');
  // Only one encoding of a signature is accepted, because its last character has unused bits.
  if (signature.length !== SIGNATURE_BYTES || signature.toString('base64url') !== signatureText)
    return undefined;
  const signed = Buffer.from(token.slice(0, header.length + 1 + payload.length));
  return {
    kid,
    payloadFor: publicKey => (verify(null, signed, publicKey, signature) ? parseObject(payload) : undefined),
  };
}

export function privateKeyOf(jwk: JsonWebKey): KeyObject {
  return checked(createPrivateKey({ key: jwk, format: 'jwk' }));
}

export function publicKeyOf(jwk: JsonWebKey): KeyObject {
  return checked(createPublicKey({ key: jwk, format: 'jwk' }));
}

/** The type of the key determines the algorithm. */
function checked(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== KEY_TYPE) throw new TypeError(`A token key must be of type ${KEY_TYPE}`);
  return key;
}

function headerText(kid: string): string {
  return encode(JSON.stringify({ alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE, kid }));
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function parseObject(encoded: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
