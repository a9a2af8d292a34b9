import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import {
  createPartner,
  listPartners as listPartnersOperation,
  resumePartner,
  showPartner,
  suspendPartner,
  updatePartner,
} from '@serai/contract/account/partners.ts';
import { ApiError } from '../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { newId } from '../../platform/ids/ids.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../audit-store.ts';
import {
  findOrganisation,
  findOrganisationForChange,
  getOrganisation,
  insertOrganisation,
  listPartners,
  type Organisation,
  type PartnerPosition,
  updateOrganisation,
  updateStatus,
} from '../organisation-store.ts';
import { type ChangeParts, changePartner, mergeAttributes, type PartnerChange } from './change-partner.ts';
import { readPartnerTotals, readSummaries, type SummarySources } from './partner-summaries.ts';
import { partnerView } from './partner-view.ts';

export function partnersCreate(): OperatorHandler {
  return operate(createPartner, async (context, input) => ({
    partner: partnerView(await addPartner(context, createPartner.name, input)),
  }));
}

export function addPartner(
  context: OperatorContext,
  action: AuditAction,
  { name, ...sent }: PartnerChange & { name: string },
): Promise<Organisation> {
  return inTransaction(context.db, async tx => {
    const id = newId('prt');
    await insertOrganisation(tx, { id, name, kind: 'PARTNER' });
    const wanted = mergeAttributes(await getOrganisation(tx, id), sent);
    await updateOrganisation(tx, id, wanted);
    const entry = auditOf(context, { action, target: id, before: null, after: { name, ...sent } });
    await recordAudit(tx, { ...entry, organisationId: id });
    return getOrganisation(tx, id);
  });
}

const DEFAULT_LIMIT = 50;
/** Many more than any installation has. Beyond it there are no totals, because they would be incomplete. */
const MAX_ADDED_UP = 5_000;

interface ListParts {
  cursorKey: Buffer;
  summaries: SummarySources;
}

export function partnersList({ cursorKey, summaries }: ListParts): OperatorHandler {
  return operate(listPartnersOperation, async (context, input) => {
    const { search, status, group, page, withSummary = false, environment = 'production' } = input;
    const { withTotals = false } = input;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const partnerId = context.staff ? undefined : context.organisationId;
    const filter = { partnerId, search, status, group };
    const boundTo = [listPartnersOperation.name, filter];
    const after = cursor === undefined ? undefined : toPosition(readCursor(cursorKey, boundTo, cursor));
    const found = await listPartners(context.db, filter, after, limit + 1);
    const paged = pageOf(found, limit, ({ name, id }) => makeCursor(cursorKey, boundTo, [name, id]));
    const scope = { environment, ids: paged.shown.map(({ id }) => id) };
    const summaryOf = withSummary
      ? await readSummaries(summaries, context.db, context.role, scope)
      : () => null;
    const added =
      withTotals && cursor === undefined
        ? await listPartners(context.db, filter, undefined, MAX_ADDED_UP + 1)
        : [];
    const ids = added.map(({ id }) => id);
    return {
      partners: paged.shown.map(each => ({ ...partnerView(each), summary: summaryOf(each.id) })),
      totals:
        ids.length === 0 || ids.length > MAX_ADDED_UP
          ? []
          : await readPartnerTotals(summaries, context.db, context.role, { environment, ids }),
      page: paged.page,
    };
  });
}

function toPosition([name, id]: string[]): PartnerPosition {
  return { name, id } as PartnerPosition;
}

export function partnersShow(): OperatorHandler {
  return operate(showPartner, async ({ db, organisationId }) => {
    const found = await findOrganisation(db, organisationId);
    if (found === undefined)
      throw new ApiError('NOT_FOUND', 'This partner does not exist. partners/list shows the partners.');
    return { partner: partnerView(found) };
  });
}

export function partnersUpdate(parts: ChangeParts): OperatorHandler {
  return operate(updatePartner, async (context, { partnerId: _, ...sent }) => {
    const { organisationId: partnerId } = context;
    const changed = await changePartner(parts, context, { partnerId, action: updatePartner.name, sent });
    return { partner: partnerView(changed) };
  });
}

export function partnersSuspend(parts: ChangeParts): OperatorHandler {
  return operate(suspendPartner, async (context, { reason }) => ({
    partner: partnerView(
      await setStatus(parts, context, { action: suspendPartner.name, status: 'SUSPENDED', reason }),
    ),
  }));
}

export function partnersResume(parts: ChangeParts): OperatorHandler {
  return operate(resumePartner, async (context, { reason }) => ({
    partner: partnerView(
      await setStatus(parts, context, { action: resumePartner.name, status: 'ACTIVE', reason }),
    ),
  }));
}

interface StatusChange {
  action: AuditAction;
  status: Organisation['status'];
  reason: string | undefined;
}

/** A trigger on the organisation table invalidates the cached API keys of the partner on all nodes. */
async function setStatus(
  { onPartnerChanged }: ChangeParts,
  context: OperatorContext,
  { action, status, reason }: StatusChange,
): Promise<Organisation> {
  const { organisationId: id } = context;
  const changed = await inTransaction(context.db, async tx => {
    const present = await findOrganisationForChange(tx, id);
    if (present === undefined)
      throw new ApiError('NOT_FOUND', 'This partner does not exist. partners/list shows the partners.');
    if (present.status === status) return present;
    await updateStatus(tx, id, status);
    const after = { status, ...(reason !== undefined && { reason }) };
    await recordAudit(
      tx,
      auditOf(context, { action, target: id, before: { status: present.status }, after }),
    );
    return { ...present, status };
  });
  onPartnerChanged?.(id);
  return changed;
}
