/**
 * Calculates HMAC-SHA256 from two plain hashes. The result is the same as with `createHmac`, but takes a tenth of the
 * time. This matters because hundreds of offers are signed at a time. Pure.
 */
import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** Longer messages are copied to a separate buffer. */
const USUAL_BYTES = 4_096;

/** Returns the digest as 32 one-byte characters. Creating a buffer would take longer than hashing. */
export type Mac = (message: Uint8Array) => string;

export function hmacSha256(key: Uint8Array): Mac {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key);
  const inner = Buffer.alloc(BLOCK_BYTES + USUAL_BYTES);
  inner.set(block.map(byte => byte ^ 0x36));
  const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);
  outer.set(block.map(byte => byte ^ 0x5c));

  function behindPad(message: Uint8Array): Buffer {
    if (message.length > USUAL_BYTES) return Buffer.concat([inner.subarray(0, BLOCK_BYTES), message]);
    inner.set(message, BLOCK_BYTES);
    return inner.subarray(0, BLOCK_BYTES + message.length);
  }
  return message => {
    outer.write(hash('sha256', behindPad(message), 'binary'), BLOCK_BYTES, 'binary');
    return hash('sha256', outer, 'binary');
  };
}
