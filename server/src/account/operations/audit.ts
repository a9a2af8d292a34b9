import { listAudit as operation } from '@serai/contract/account/audit.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { OPERATOR_ACTOR, shownActor, type Viewer } from '../../platform/operations/operator/shown-actor.ts';
import { type AuditFilter, type AuditPosition, type AuditRow, listAudit } from '../audit-store.ts';

const DEFAULT_LIMIT = 100;

interface AuditListParts {
  cursorKey: Buffer;
  operatorId: string;
}

export function auditList({ cursorKey, operatorId }: AuditListParts): OperatorHandler {
  return operate(operation, async (context, { page, actor, partnerId: _, ...rest }) => {
    const { db, partnerId } = context;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const filter = { organisationId: partnerId, ...rest, ...actorFilter(context, actor) };
    const boundTo = [operation.name, filter];
    const after = cursor === undefined ? undefined : toPosition(readCursor(cursorKey, boundTo, cursor));
    const found = await listAudit(db, filter, after, limit + 1);
    const paged = pageOf(found, limit, ({ at, id }) => makeCursor(cursorKey, boundTo, [at, id]));
    return { entries: paged.shown.map(row => entryView(row, context, operatorId)), page: paged.page };
  });
}

const MAX_ENTRIES = 1_000;

/** The newest entries of a partner about one target, as staff see them. */
export async function auditEntriesOf(db: Database, organisationId: string, target: string) {
  const rows = await listAudit(db, { organisationId, target }, undefined, MAX_ENTRIES);
  return rows.map(row => entryView(row, { staff: true }, undefined));
}

/** Partner users cannot search for a staff member, because a match would reveal who made the change. */
function actorFilter({ staff }: Viewer, actor: string | undefined): Pick<AuditFilter, 'actor' | 'byStaff'> {
  if (staff === true || actor === undefined) return { actor };
  return actor === OPERATOR_ACTOR ? { byStaff: true } : { actor, byStaff: false };
}

/** Entries of the operator have no partner. */
function entryView(row: AuditRow, viewer: Viewer, operatorId: string | undefined) {
  const { id, request_id: requestId, organisation_id, by_staff: byStaff } = row;
  const { at, action, target, before, after } = row;
  const partnerId = organisation_id === operatorId ? null : organisation_id;
  const actor = shownActor(viewer, row.actor, byStaff);
  const address = byStaff && viewer.staff !== true ? null : row.address;
  return { auditId: id, partnerId, at, actor, action, target, before, after, address, requestId };
}

function toPosition([at, id]: string[]): AuditPosition {
  return { at, id } as AuditPosition;
}
