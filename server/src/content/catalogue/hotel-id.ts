/** The public id of a hotel that an operator names by an id of their own: the same one every time. Pure. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { hashedId } from '../../platform/ids/hashed-id.ts';

export function hotelIdOf(environment: Environment, sourceId: string): string {
  return hashedId('htl', `${environment}:${sourceId}`);
}
