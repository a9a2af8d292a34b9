/** Signs requests to Rapid. Pure. */
import { hash } from 'node:crypto';

export interface RapidCredentials {
  apiKey: string;
  secret: string;
}

/** The SHA-512 of key, secret and Unix time in seconds, as lower-case hexadecimal digits. */
export function signatureOf({ apiKey, secret }: RapidCredentials, unixSeconds: number): string {
  return hash('sha512', `${apiKey}${secret}${unixSeconds}`, 'hex');
}

export function authorizationOf(credentials: RapidCredentials, nowMs: number): string {
  const timestamp = Math.floor(nowMs / 1_000);
  const signature = signatureOf(credentials, timestamp);
  return `EAN apikey=${credentials.apiKey},signature=${signature},timestamp=${timestamp}`;
}
