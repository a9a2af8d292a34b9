import { updateOrganisation as operation } from '@serai/contract/account/organisations/update.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import {
  findOrganisationForChange,
  type OrganisationAttributes,
  updateOrganisation,
} from '../../organisation-store.ts';
import { organisationView } from '../session/session-view.ts';

interface OrganisationsUpdateParts {
  onOrganisationChanged?: ((organisationId: string) => void) | undefined;
}

/** A session changes the organisation it belongs to; the operator token any that the server holds. */
export function organisationsUpdate({ onOrganisationChanged }: OrganisationsUpdateParts): OperatorHandler {
  return operate(operation, async (context, { organisationId: asked, ...sent }) => {
    const { db } = context;
    const id = asked ?? context.organisationId;
    const organisation = await inTransaction(db, async tx => {
      const isTheirs = context.session === undefined || id === context.organisationId;
      const present = isTheirs ? await findOrganisationForChange(tx, id) : undefined;
      if (present === undefined) throw new ApiError('NOT_FOUND', 'There is no such organisation.');
      const { before, after } = differenceOf(present, sent);
      if (Object.keys(after).length === 0) return present;
      const wanted = { ...present, ...after };
      await updateOrganisation(tx, id, wanted);
      const entry = auditOf(context, { action: operation.name, target: id, before, after });
      await recordAudit(tx, { ...entry, organisationId: id });
      return wanted;
    });
    onOrganisationChanged?.(id);
    return { organisation: organisationView(organisation) };
  });
}

type Sent = { [Member in keyof OrganisationAttributes]?: OrganisationAttributes[Member] | undefined };

/** The members that were sent and are not so already. */
function differenceOf(present: OrganisationAttributes, sent: Sent) {
  const before: Partial<OrganisationAttributes> = {};
  const after: Partial<OrganisationAttributes> = {};
  for (const name of Object.keys(sent) as (keyof OrganisationAttributes)[]) {
    if (sent[name] === undefined || sent[name] === present[name]) continue;
    Object.assign(before, { [name]: present[name] });
    Object.assign(after, { [name]: sent[name] });
  }
  return { before, after };
}
