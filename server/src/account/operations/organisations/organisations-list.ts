import { listOrganisations as operation } from '@serai/contract/account/organisations.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import {
  listOrganisations,
  type OrganisationPosition,
  type WhoseOrganisations,
} from '../../organisation-store.ts';
import { organisationView } from '../session/session-view.ts';

const DEFAULT_LIMIT = 50;

interface OrganisationsListParts {
  /** Signs the cursors. */
  cursorKey: Buffer;
}

export function organisationsList({ cursorKey }: OrganisationsListParts): OperatorHandler {
  return operate(operation, async (context, { page }) => {
    const { db } = context;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const whose = whoseOf(context);
    const boundTo = [operation.name, JSON.stringify(whose)];
    const after = cursor === undefined ? undefined : toPosition(readCursor(cursorKey, boundTo, cursor));
    const found = await listOrganisations(db, whose, after, limit + 1);
    const paged = pageOf(found, limit, ({ name, id }) => makeCursor(cursorKey, boundTo, [name, id]));
    return {
      organisations: paged.shown.map(({ role, ...organisation }) => ({
        ...organisationView(organisation),
        role: role ?? context.role,
        selected: organisation.id === context.organisationId,
      })),
      page: paged.page,
    };
  });
}

/** A person sees where they are a member, a one-time link the one it is for, the operator token all. */
function whoseOf({ session, organisationId }: OperatorContext): WhoseOrganisations {
  if (session === undefined) return 'everybody';
  return session.personId === undefined ? { organisationId } : { personId: session.personId };
}

function toPosition([name, id]: string[]): OrganisationPosition {
  return { name, id } as OrganisationPosition;
}
