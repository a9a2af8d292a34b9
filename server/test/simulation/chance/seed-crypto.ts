/**
 * Replaces the randomness of `node:crypto` in this process, so that the service's ids, keys and jitter come from
 * a seed.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { SeededRandom } from './seeded-random.ts';

/** Returns a function that restores the original functions. */
export function seedCrypto(random: SeededRandom): () => void {
  const { randomBytes, randomInt } = crypto;
  const seeded = {
    randomBytes: (size: number) => random.bytes(size),
    randomInt: (first: number, end?: number) =>
      end === undefined ? random.between(0, first - 1) : random.between(first, end - 1),
  };
  const put = (functions: object) => {
    Object.assign(crypto, functions);
    syncBuiltinESMExports();
  };
  put(seeded);
  return () => put({ randomBytes, randomInt });
}
