/** The operations in the order of the reference. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

export type OperationHead = Output<'reference/list'>['operations'][number];

/**
 * Groups in the order of the page. They are copied here, because importing the contract's list would bundle its
 * validator.
 */
const REFERENCE_GROUPS = [
  'Booking',
  'Places',
  'Content',
] as const satisfies readonly OperationHead['group'][];

interface OperationGroup {
  group: OperationHead['group'];
  operations: readonly OperationHead[];
}

/** Groups without operations are left out. */
export function inGroups(operations: readonly OperationHead[]): OperationGroup[] {
  return REFERENCE_GROUPS.map(group => ({
    group,
    operations: operations.filter(operation => operation.group === group),
  })).filter(({ operations: own }) => own.length > 0);
}

export function inReferenceOrder(operations: readonly OperationHead[]): OperationHead[] {
  return inGroups(operations).flatMap(group => group.operations);
}

interface Neighbours {
  previous: OperationHead | undefined;
  next: OperationHead | undefined;
}

export function neighboursOf(operations: readonly OperationHead[], name: string): Neighbours {
  const ordered = inReferenceOrder(operations);
  const at = ordered.findIndex(operation => operation.name === name);
  return at < 0
    ? { previous: undefined, next: undefined }
    : { previous: ordered[at - 1], next: ordered[at + 1] };
}
