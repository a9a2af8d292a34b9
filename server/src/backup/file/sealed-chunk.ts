/**
 * The chunks of a backup, encrypted with AES-256-GCM. Each chunk is bound to its position and to whether it is the last
 * chunk. Changed, removed, repeated or moved chunks are detected, and so is a truncated file. Pure.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';

export interface ChunkSeal {
  /** Call this for the chunks in order, with `isLast` set for the last chunk. */
  seal(clear: Uint8Array, isLast: boolean): Buffer;
  /** Throws if the data is not the next chunk as it was written. */
  open(sealed: Uint8Array, isLast: boolean): Buffer;
}

export const CHUNK_BYTES = 256 * 1_024;
export const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** Counts chunks, so create one instance per file that is written or read. */
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
