/**
 * Pure. Chunks of a backup: AES-256-GCM under the file's own key, each bound to its place and to whether it is the last. So none can
 * be changed, left out, repeated or moved, and a file without its end is told from a whole one.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';

export interface ChunkSeal {
  /** In order; `isLast` once, at the end. */
  seal(clear: Uint8Array, isLast: boolean): Buffer;
  /** Throws when it is not the next chunk as it was written. */
  open(sealed: Uint8Array, isLast: boolean): Buffer;
}

export const CHUNK_BYTES = 256 * 1_024;
export const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** Counts: one for writing or for reading a file, from its first chunk. */
export function chunkSeal(key: Buffer, mark: Buffer): ChunkSeal {
  let next = 0;
  function place(isLast: boolean): { nonce: Buffer; bound: Buffer } {
    const nonce = Buffer.alloc(NONCE_BYTES);
    nonce.writeUInt32BE(isLast ? 1 : 0, 0);
    nonce.writeBigUInt64BE(BigInt(next), 4);
    next += 1;
    return { nonce, bound: Buffer.concat([mark, nonce]) };
  }
  return {
    seal(clear, isLast) {
      const { nonce, bound } = place(isLast);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound);
      return Buffer.concat([cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, isLast) {
      const { nonce, bound } = place(isLast);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(bound);
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
      return Buffer.concat([
        decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)),
        decipher.final(),
      ]);
    },
  };
}
