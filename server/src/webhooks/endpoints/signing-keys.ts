/** An LRU cache of signing keys, because decrypting a secret costs more than signing with it. */
import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Seal } from '../../platform/secrets/seal.ts';
import { signingKey } from '../sending/signing.ts';
import { openSecret } from './secret-store.ts';

const MOST = 10_000;

export class SigningKeys {
  readonly #seal: Seal;
  readonly #keys = new LRUCache<string, KeyObject>({ max: MOST });

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  /** Keyed by the encrypted secret, which is unique, so that a new secret never gets an old secret's key. */
  get(sealed: Buffer): KeyObject {
    const name = sealed.toString('latin1');
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = signingKey(openSecret(this.#seal, sealed));
    this.#keys.set(name, key);
    return key;
  }
}
