import { createOrganisation as operation } from '@serai/contract/account/organisations.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import { getOrganisation, insertOrganisation } from '../../organisation-store.ts';
import { insertMember } from '../../people/member-store.ts';
import { organisationView } from '../session/session-view.ts';

interface OrganisationsCreateParts {
  clock: Clock;
}

/** The operator token owns every organisation as it is; a person becomes the first member. */
export function organisationsCreate({ clock }: OrganisationsCreateParts): OperatorHandler {
  return operate(operation, async (context, { name }) => {
    const { db, session, actor } = context;
    if (session !== undefined && session.personId === undefined)
      throw new ApiError(
        'FORBIDDEN',
        'Create an account first: session/sign-up. An organisation needs an owner.',
      );
    return inTransaction(db, async tx => {
      const organisationId = newId('org');
      await insertOrganisation(tx, organisationId, name);
      if (session?.personId !== undefined) {
        const owner = { id: newId('mbr'), organisationId, personId: session.personId, email: actor };
        await insertMember(tx, { ...owner, role: 'owner', nowMs: clock.nowMs() });
      }
      const entry = auditOf(context, {
        action: operation.name,
        target: organisationId,
        before: null,
        after: { name },
      });
      await recordAudit(tx, { ...entry, organisationId });
      return { organisation: organisationView(await getOrganisation(tx, organisationId)) };
    });
  });
}
