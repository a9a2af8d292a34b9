/** Partner users learn that staff of the operator made a change, but not which person it was. Pure. */
import type { OperatorContext } from './operator-handler.ts';

/** What partner users see instead of a member of the staff or the operator token. */
export const OPERATOR_ACTOR = 'operator';

export type Viewer = Pick<OperatorContext, 'staff'>;

export function shownActor({ staff }: Viewer, actor: string, isStaff: boolean): string {
  return isStaff && staff !== true ? OPERATOR_ACTOR : actor;
}
