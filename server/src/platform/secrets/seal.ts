/** Encrypts small secrets at rest with AES-256-GCM under the master key. Each secret is bound to a purpose. */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Seal {
  seal(purpose: string, clear: Buffer): Buffer;
  /** Throws if the key or the purpose is different, or if a byte was changed. */
  open(purpose: string, sealed: Buffer): Buffer;
}

export function createSeal(masterKey: Buffer): Seal {
  // With a Buffer, Node would import the key for each use, which takes longer than the encryption.
  const key = createSecretKey(masterKey);
  return {
    seal(purpose, clear) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(clear), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}

export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `serai ${purpose}`, 32));
}
