/** Reads the API key from the Authorization header. Every problem with a key leads to the same 401. */
import { ApiError } from '../platform/api-error.ts';
import type { RequestHeaders } from '../platform/http/request-headers.ts';
import { type KeyText, parseKeyText } from './keys/key-format.ts';

/** Why a key was rejected. Only its owner can see the reason, in the request log. */
export type RefusalReason = 'malformed' | 'wrong-secret' | 'revoked' | 'disabled' | 'expired' | 'environment';

export class Unauthorized extends ApiError {
  constructor() {
    super(
      'UNAUTHORIZED',
      'The API key is missing, malformed, unknown, expired or revoked. Send it as Authorization: ApiKey <key>. See /docs for details.',
    );
  }
}

const SCHEME = /^apikey +(\S+)$/i;

export interface PresentedKey {
  /** The text as sent, used to find the owner of a malformed key. Never logged. */
  text: string;
  parsed: KeyText | undefined;
}

export function readAuthorization(headers: RequestHeaders): PresentedKey {
  if (headers.authorization === undefined || headers.authorizationRepeated) throw new Unauthorized();
  const text = SCHEME.exec(headers.authorization.trim())?.[1];
  if (text === undefined) throw new Unauthorized();
  return { text, parsed: parseKeyText(text) };
}
