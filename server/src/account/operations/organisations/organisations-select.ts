import { selectOrganisation as operation } from '@serai/contract/account/organisations.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { saveSelection } from '../../access/token-selection-store.ts';
import { recordAudit } from '../../audit-store.ts';
import { findOrganisation } from '../../organisation-store.ts';
import { findMembership } from '../../people/member-store.ts';
import { replaceToken } from '../session/replace-token.ts';
import { organisationView } from '../session/session-view.ts';

interface OrganisationsSelectParts {
  clock: Clock;
  /** SHA-256 of the operator token. */
  operatorTokenHash: Buffer;
}

/** With the organisation the role may change, so a session gets another cookie. */
export function organisationsSelect({ clock, operatorTokenHash }: OrganisationsSelectParts): OperatorHandler {
  return operate(operation, async (context, { organisationId }) =>
    inTransaction(context.db, async tx => {
      const { session } = context;
      const organisation = await findOrganisation(tx, organisationId);
      if (organisation === undefined || !(await isTheirs(tx, context, organisationId)))
        throw new ApiError('NOT_FOUND', 'There is no such organisation.');
      if (organisationId === context.organisationId) return { organisation: organisationView(organisation) };
      if (session === undefined) await saveSelection(tx, operatorTokenHash, organisationId);
      else
        await replaceToken(tx, context, { session, nowMs: clock.nowMs(), confirmed: false, organisationId });
      const change = {
        before: { organisationId: context.organisationId },
        after: { organisationId },
      };
      const target = session?.id ?? context.actor;
      const entry = auditOf(context, { action: operation.name, target, ...change });
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
