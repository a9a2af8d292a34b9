/** Ids that are derived from a name. They are the same in every installation. Pure. */
import { hash } from 'node:crypto';

/** Omits letters that look like digits. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** Returns a prefix and 60 bits of a hash. The chance that any two of ten million names collide is 1 in 20,000. */
export function hashedId(prefix: string, name: string): string {
  const bytes = hash('sha256', name, 'buffer');
  let id = `${prefix}_`;
  for (let i = 0; i < LENGTH; i++) {
    const bit = i * 5;
    const pair = ((bytes[bit >> 3] as number) << 8) | (bytes[(bit >> 3) + 1] as number);
    id += CROCKFORD[(pair >> (11 - (bit & 7))) & 31];
  }
  return id;
}
