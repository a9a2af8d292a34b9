/** Random ids that people may have to read aloud: 100 bits as 20 characters of Crockford's base32. */
import { randomBytes } from 'node:crypto';

/** Omits letters that look like digits. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 20;

type ReferencePrefix = 'bkg' | 'quo' | 'evt' | 'job' | 'whk' | 'ntc' | 'crt' | 'rcv' | 'pst' | 'stm' | 'ucs';

export function newReferenceId(prefix: ReferencePrefix): string {
  let id = `${prefix}_`;
  for (const byte of randomBytes(LENGTH)) id += CROCKFORD[byte & 31];
  return id;
}
