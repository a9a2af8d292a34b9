/** Derives the public id of a hotel from the operator's own id. The result is always the same. Pure. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { hashedId } from '../../platform/ids/hashed-id.ts';

export function hotelIdOf(environment: Environment, sourceId: string): string {
  return hashedId('htl', `${environment}:${sourceId}`);
}
