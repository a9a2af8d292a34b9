import { listAudit as operation } from '@serai/contract/account/audit.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { type AuditPosition, type AuditRow, listAudit } from '../audit-store.ts';

const DEFAULT_LIMIT = 100;

interface AuditListParts {
  /** Key that signs list cursors. */
  cursorKey: Buffer;
  operatorId: string;
}

export function auditList({ cursorKey, operatorId }: AuditListParts): OperatorHandler {
  return operate(operation, async ({ db, partnerId }, { page, from, to, actor, action, target }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const filter = { organisationId: partnerId, from, to, actor, action, target };
    const boundTo = [operation.name, filter];
    const after = cursor === undefined ? undefined : toPosition(readCursor(cursorKey, boundTo, cursor));
    const found = await listAudit(db, filter, after, limit + 1);
    const paged = pageOf(found, limit, ({ at, id }) => makeCursor(cursorKey, boundTo, [at, id]));
    return { entries: paged.shown.map(row => entryView(row, operatorId)), page: paged.page };
  });
}

const MAX_ENTRIES = 1_000;

/** All entries about one id that belong to a partner, newest first. */
export async function auditEntriesOf(db: Database, organisationId: string, target: string) {
  const rows = await listAudit(db, { organisationId, target }, undefined, MAX_ENTRIES);
  return rows.map(row => entryView(row, undefined));
}

/** Entries of the operator have no partner. */
function entryView({ id, request_id, organisation_id, ...row }: AuditRow, operatorId: string | undefined) {
  const { at, actor, action, target, before, after, address } = row;
  const partnerId = organisation_id === operatorId ? null : organisation_id;
  return { auditId: id, partnerId, at, actor, action, target, before, after, address, requestId: request_id };
}

function toPosition([at, id]: string[]): AuditPosition {
  return { at, id } as AuditPosition;
}
