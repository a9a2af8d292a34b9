/** Reads the API key out of the headers. Whatever is wrong with it, the client sees the same 401. */
import { ApiError } from '../platform/api-error.ts';
import type { RequestHeaders } from '../platform/http/request-headers.ts';
import { type KeyText, parseKeyText } from './keys/key-format.ts';

/** Why a key was refused; only its owner learns it, in the request log. */
export type RefusalReason = 'malformed' | 'wrong-secret' | 'revoked' | 'disabled' | 'expired' | 'environment';

export class Unauthorized extends ApiError {
  constructor() {
    super(
      'UNAUTHORIZED',
      'The API key is missing, malformed, unknown, expired or revoked. Send it as Authorization: ApiKey <key>; /docs tells more.',
    );
  }
}

const SCHEME = /^apikey +(\S+)$/i;

export interface PresentedKey {
  /** As sent, to find the owner of a damaged key. Never logged. */
  text: string;
  parsed: KeyText | undefined;
}

export function readAuthorization(headers: RequestHeaders): PresentedKey {
  if (headers.authorization === undefined || headers.authorizationRepeated) throw new Unauthorized();
  const text = SCHEME.exec(headers.authorization.trim())?.[1];
  if (text === undefined) throw new Unauthorized();
  return { text, parsed: parseKeyText(text) };
}
