/** The public id of a hotel that an operator names by an id of their own: the same one every time. Pure. */
import { createHash } from 'node:crypto';
import type { Environment } from '@serai/contract/shared/answer.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

export function hotelIdOf(environment: Environment, sourceId: string): string {
  const digest = createHash('sha256').update(`${environment}:${sourceId}`).digest();
  let bits = digest.readBigUInt64BE();
  let id = '';
  while (id.length < LENGTH) {
    id = CROCKFORD[Number(bits & 31n)] + id;
    bits >>= 5n;
  }
  return `htl_${id}`;
}
