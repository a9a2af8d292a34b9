import { listOrganisations as operation } from '@serai/contract/account/organisations/list.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator-handler.ts';
import { listOrganisations, type OrganisationPosition } from '../organisation-store.ts';
import { organisationView } from './session-view.ts';

const DEFAULT_LIMIT = 50;

interface OrganisationsListParts {
  db: Database;
  /** Signs the cursors. */
  cursorKey: Buffer;
}

/** A session belongs to one organisation; the operator token to all that the server holds. */
export function organisationsList({ db, cursorKey }: OrganisationsListParts): OperatorHandler {
  return operate(operation, async ({ organisationId, role, session }, { page }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const onlyId = session && organisationId;
    const boundTo = [operation.name, onlyId ?? null];
    const after = cursor === undefined ? undefined : toPosition(readCursor(cursorKey, boundTo, cursor));
    const found = await listOrganisations(db, onlyId, after, limit + 1);
    const paged = pageOf(found, limit, ({ name, id }) => makeCursor(cursorKey, boundTo, [name, id]));
    return {
      organisations: paged.shown.map(organisation => ({
        ...organisationView(organisation),
        role,
        selected: organisation.id === organisationId,
      })),
      page: paged.page,
    };
  });
}

function toPosition([name, id]: string[]): OrganisationPosition {
  return { name, id } as OrganisationPosition;
}
