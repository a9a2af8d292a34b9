/** What an authenticator app on a phone does: six digits out of a secret and the time (RFC 6238). */
import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** `ahead` is in steps of 30 seconds: a code is accepted once, so a second one has to be another. */
export function authenticatorCode(secret: string, ahead = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + ahead));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const start = (hash.at(-1) as number) & 0x0f;
  return String((hash.readUInt32BE(start) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map(letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
}
