/** Organisations: create, list, select and update. */
import {
  createOrganisation as createOrganisationOperation,
  listOrganisations as listOrganisationsOperation,
  selectOrganisation as selectOrganisationOperation,
  updateOrganisation as updateOrganisationOperation,
} from '@serai/contract/account/organisations.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { newId } from '../../platform/ids/ids.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { isStaffAdmin } from '../../platform/operations/operator/caller-checks.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import { saveSelection } from '../access/token-selection-store.ts';
import { recordAudit } from '../audit-store.ts';
import {
  type Ceilings,
  findOrganisation,
  findOrganisationForChange,
  getOrganisation,
  insertOrganisation,
  listOrganisations,
  type OrganisationAttributes,
  type OrganisationPosition,
  updateOrganisation,
  type WhoseOrganisations,
} from '../organisation-store.ts';
import { findMembership, insertMember } from '../people/member-store.ts';
import { replaceToken } from './session-cookies.ts';
import { organisationView } from './session-view.ts';

interface OrganisationsCreateParts {
  clock: Clock;
}

/**
 * The operator token already owns every organisation. A person becomes the first member of the organisation they
 * create.
 */
export function organisationsCreate({ clock }: OrganisationsCreateParts): OperatorHandler {
  return operate(createOrganisationOperation, async (context, { name }) => {
    const { db, session, actor } = context;
    if (session !== undefined && session.personId === undefined)
      throw new ApiError(
        'FORBIDDEN',
        'An organisation needs an owner. Create an account with session/sign-up first.',
      );
    return inTransaction(db, async tx => {
      const organisationId = newId('org');
      await insertOrganisation(tx, organisationId, name);
      if (session?.personId !== undefined) {
        const owner = { id: newId('mbr'), organisationId, personId: session.personId, email: actor };
        await insertMember(tx, { ...owner, role: 'owner', nowMs: clock.nowMs() });
      }
      const entry = auditOf(context, {
        action: createOrganisationOperation.name,
        target: organisationId,
        before: null,
        after: { name },
      });
      await recordAudit(tx, { ...entry, organisationId });
      return { organisation: organisationView(await getOrganisation(tx, organisationId)) };
    });
  });
}

const DEFAULT_LIMIT = 50;

interface OrganisationsListParts {
  /** Key that signs list cursors. */
  cursorKey: Buffer;
}

export function organisationsList({ cursorKey }: OrganisationsListParts): OperatorHandler {
  return operate(listOrganisationsOperation, async (context, { page }) => {
    const { db } = context;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const whose = whoseOf(context);
    const boundTo = [listOrganisationsOperation.name, JSON.stringify(whose)];
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

/**
 * A person sees their own organisations, a session from a one-time link only the link's organisation, and the operator
 * token all.
 */
function whoseOf({ session, organisationId }: OperatorContext): WhoseOrganisations {
  if (session === undefined) return 'everybody';
  return session.personId === undefined ? { organisationId } : { personId: session.personId };
}

function toPosition([name, id]: string[]): OrganisationPosition {
  return { name, id } as OrganisationPosition;
}

interface OrganisationsSelectParts {
  clock: Clock;
  /** SHA-256 of the operator token. */
  operatorTokenHash: Buffer;
}

/** The role may differ in the new organisation, so a session gets a new cookie. */
export function organisationsSelect({ clock, operatorTokenHash }: OrganisationsSelectParts): OperatorHandler {
  return operate(selectOrganisationOperation, async (context, { organisationId }) =>
    inTransaction(context.db, async tx => {
      const { session } = context;
      const organisation = await findOrganisation(tx, organisationId);
      if (organisation === undefined || !(await isTheirs(tx, context, organisationId)))
        throw new ApiError('NOT_FOUND', 'This organisation does not exist.');
      if (organisationId === context.organisationId) return { organisation: organisationView(organisation) };
      if (session === undefined) await saveSelection(tx, operatorTokenHash, organisationId);
      else
        await replaceToken(tx, context, { session, nowMs: clock.nowMs(), confirmed: false, organisationId });
      const change = {
        before: { organisationId: context.organisationId },
        after: { organisationId },
      };
      const target = session?.id ?? context.actor;
      const entry = auditOf(context, { action: selectOrganisationOperation.name, target, ...change });
      await recordAudit(tx, { ...entry, organisationId });
      return { organisation: organisationView(organisation) };
    }),
  );
}

async function isTheirs(
  tx: Database,
  { session, ...context }: OperatorContext,
  id: string,
): Promise<boolean> {
  if (session === undefined) return true;
  if (session.personId === undefined) return id === context.organisationId;
  return (await findMembership(tx, session.personId, id)) !== undefined;
}

interface OrganisationsUpdateParts {
  onOrganisationChanged?: ((organisationId: string) => void) | undefined;
}

/**
 * A session changes the organisation in which it acts, and the operator token can change any organisation. Only the
 * operator may set ceilings.
 */
export function organisationsUpdate({ onOrganisationChanged }: OrganisationsUpdateParts): OperatorHandler {
  return operate(updateOrganisationOperation, async (context, { organisationId: asked, ...sent }) => {
    const { db } = context;
    const id = asked ?? context.organisationId;
    const isForOperator = sent.ceilings !== undefined;
    if (isForOperator && !isStaffAdmin(context)) throw ceilingsRefused();
    const organisation = await inTransaction(db, async tx => {
      const isTheirs =
        context.session === undefined ||
        id === context.organisationId ||
        (isForOperator && Object.keys(sent).length === 1);
      const present = isTheirs ? await findOrganisationForChange(tx, id) : undefined;
      if (present === undefined) throw new ApiError('NOT_FOUND', 'This organisation does not exist.');
      const { ceilings, ...members } = sent;
      const changed = differenceOf<OrganisationAttributes>(present, members);
      const lifted = differenceOf<Ceilings>(present.ceilings, ceilings ?? {});
      const isLifted = Object.keys(lifted.after).length > 0;
      if (Object.keys(changed.after).length === 0 && !isLifted) return present;
      const wanted = { ...present, ...changed.after, ceilings: { ...present.ceilings, ...lifted.after } };
      await updateOrganisation(tx, id, wanted);
      const before = { ...changed.before, ...(isLifted && { ceilings: lifted.before }) };
      const after = { ...changed.after, ...(isLifted && { ceilings: lifted.after }) };
      const entry = auditOf(context, { action: updateOrganisationOperation.name, target: id, before, after });
      await recordAudit(tx, { ...entry, organisationId: id });
      return wanted;
    });
    onOrganisationChanged?.(id);
    return { organisation: organisationView(organisation) };
  });
}

function ceilingsRefused(): ApiError {
  return new ApiError(
    'FORBIDDEN',
    'Only the operator may set ceilings. Use the operator token, or act as owner or admin of the organisation that runs the service.',
  );
}

/** Returns the given fields that differ from the current values. */
function differenceOf<Attributes extends object>(present: Attributes, sent: object) {
  const before: Partial<Attributes> = {};
  const after: Partial<Attributes> = {};
  for (const [name, value] of Object.entries(sent)) {
    const earlier = present[name as keyof Attributes];
    if (value === undefined || value === earlier) continue;
    Object.assign(before, { [name]: earlier });
    Object.assign(after, { [name]: value });
  }
  return { before, after };
}
