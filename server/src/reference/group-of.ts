/** Pure. Under which heading of the reference an operation stands. */
import type { REFERENCE_GROUPS } from '@serai/contract/account/reference.ts';
import type { Operation } from '@serai/contract/operation.ts';

export type ReferenceGroup = (typeof REFERENCE_GROUPS)[number];

export function groupOf({ scope, path }: Pick<Operation, 'scope' | 'path'>): ReferenceGroup {
  if (scope !== 'content:read') return 'Booking';
  return path.includes('/places/') ? 'Places' : 'Content';
}
