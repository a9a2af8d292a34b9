import { updateOrganisation as operation } from '@serai/contract/account/organisations.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { isStaffAdmin } from '../../../platform/operations/operator/caller-checks.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import {
  type Ceilings,
  findOrganisationForChange,
  type OrganisationAttributes,
  updateOrganisation,
} from '../../organisation-store.ts';
import { organisationView } from '../session/session-view.ts';

interface OrganisationsUpdateParts {
  onOrganisationChanged?: ((organisationId: string) => void) | undefined;
}

/**
 * A session changes the organisation it acts in; the operator token any that the server holds. Ceilings are set by the
 * operator alone, for any organisation.
 */
export function organisationsUpdate({ onOrganisationChanged }: OrganisationsUpdateParts): OperatorHandler {
  return operate(operation, async (context, { organisationId: asked, ...sent }) => {
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
      if (present === undefined) throw new ApiError('NOT_FOUND', 'There is no such organisation.');
      const { ceilings, ...members } = sent;
      const changed = differenceOf<OrganisationAttributes>(present, members);
      const lifted = differenceOf<Ceilings>(present.ceilings, ceilings ?? {});
      const isLifted = Object.keys(lifted.after).length > 0;
      if (Object.keys(changed.after).length === 0 && !isLifted) return present;
      const wanted = { ...present, ...changed.after, ceilings: { ...present.ceilings, ...lifted.after } };
      await updateOrganisation(tx, id, wanted);
      const before = { ...changed.before, ...(isLifted && { ceilings: lifted.before }) };
      const after = { ...changed.after, ...(isLifted && { ceilings: lifted.after }) };
      const entry = auditOf(context, { action: operation.name, target: id, before, after });
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
    'Only the operator sets ceilings: the operator token, or an owner or admin of the organisation that runs the service.',
  );
}

/** The members that were sent and are not so already. */
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
