/** While it lasts, ids, keys and jitter of the service come from a seed: `node:crypto` draws from it in this process. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { SeededRandom } from './seeded-random.ts';

/** Answers what puts the real one back. */
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
