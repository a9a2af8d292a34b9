import { listMembers as operation } from '@serai/contract/account/members.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { listMembers } from '../../people/member-store.ts';
import { memberView } from './member-view.ts';

const DEFAULT_LIMIT = 50;

interface MembersListParts {
  /** Signs the cursors. */
  cursorKey: Buffer;
}

export function membersList({ cursorKey }: MembersListParts): OperatorHandler {
  return operate(operation, async ({ db, organisationId }, { role, page }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [operation.name, organisationId, role ?? null];
    const [after] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const found = await listMembers(db, { organisationId, role }, after, limit + 1);
    const paged = pageOf(found, limit, ({ email }) => makeCursor(cursorKey, boundTo, [email]));
    return { members: paged.shown.map(memberView), page: paged.page };
  });
}
