/** The deprecated names of the partner operations. */
import {
  createOrganisation,
  listOrganisations,
  selectOrganisation,
  updateOrganisation,
} from '@serai/contract/account/organisations.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { saveSelection } from '../access/token-selection-store.ts';
import { findOrganisation, listPartners, type PartnerPosition } from '../organisation-store.ts';
import { findMembership } from '../people/member-store.ts';
import { type ChangeParts, changePartner } from './change-partner.ts';
import { organisationView } from './partner-view.ts';
import { addPartner } from './partners.ts';
import { enterCompany } from './sessions.ts';

export function organisationsCreate(): OperatorHandler {
  return operate(createOrganisation, async (context, input) => ({
    organisation: organisationView(await addPartner(context, createOrganisation.name, input)),
  }));
}

const DEFAULT_LIMIT = 50;

interface ListParts {
  cursorKey: Buffer;
}

export function organisationsList({ cursorKey }: ListParts): OperatorHandler {
  return operate(listOrganisations, async (context, { page }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const partnerId = context.staff ? undefined : context.organisationId;
    const boundTo = [listOrganisations.name, partnerId ?? null];
    const after = cursor === undefined ? undefined : toPosition(readCursor(cursorKey, boundTo, cursor));
    const filter = { partnerId, search: undefined, status: undefined, group: undefined };
    const found = await listPartners(context.db, filter, after, limit + 1);
    const paged = pageOf(found, limit, ({ name, id }) => makeCursor(cursorKey, boundTo, [name, id]));
    const organisations = paged.shown.map(each => ({
      ...organisationView(each),
      role: context.role,
      selected: each.id === context.organisationId,
    }));
    return { organisations, page: paged.page };
  });
}

function toPosition([name, id]: string[]): PartnerPosition {
  return { name, id } as PartnerPosition;
}

interface SelectParts {
  clock: Clock;
  operatorTokenHash: Buffer;
}

/** For the operator token, the selected partner replaces an omitted `partnerId` in later calls. */
export function organisationsSelect({ clock, operatorTokenHash }: SelectParts): OperatorHandler {
  return operate(selectOrganisation, async (context, { organisationId }) =>
    inTransaction(context.db, async tx => {
      const { session } = context;
      const found = await findOrganisation(tx, organisationId);
      const personId = session?.personId;
      const member = personId && (await findMembership(tx, personId, organisationId));
      if (found === undefined || (session !== undefined && !member))
        throw new ApiError('NOT_FOUND', 'This partner does not exist. partners/list shows the partners.');
      if (session === undefined) await saveSelection(tx, operatorTokenHash, organisationId);
      else if (member && organisationId !== context.organisationId) {
        const action = selectOrganisation.name;
        await enterCompany(tx, context, { action, session, member, nowMs: clock.nowMs() });
      }
      return { organisation: organisationView(found) };
    }),
  );
}

export function organisationsUpdate(parts: ChangeParts): OperatorHandler {
  return operate(updateOrganisation, async (context, { organisationId: _, ...sent }) => {
    const { organisationId: partnerId } = context;
    const { defaultNationality, defaultCurrency, defaultLanguage, ...rest } = sent;
    const named = { nationality: defaultNationality, currency: defaultCurrency, language: defaultLanguage };
    const change = { partnerId, action: updateOrganisation.name, sent: { ...rest, ...named } };
    return { organisation: organisationView(await changePartner(parts, context, change)) };
  });
}
