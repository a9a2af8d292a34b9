import { createLink } from '@serai/contract/account/session.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import { createSignInLink, signInUrl } from '../../sign-in.ts';

interface CreateLinkParts {
  clock: Clock;
  /** Where people reach the dashboard, without a slash at the end. */
  dashboardUrl: string;
}

export function sessionCreateLink({ clock, dashboardUrl }: CreateLinkParts): OperatorHandler {
  return operate(createLink, async (context, { role = 'owner' }) => {
    const { db } = context;
    if (context.session !== undefined)
      throw new ApiError('FORBIDDEN', 'Only the operator token may make links.');
    return inTransaction(db, async tx => {
      const made = await createSignInLink(tx, context.organisationId, role, clock);
      const after = { role, expiresAt: new Date(made.expiresAtMs).toISOString() };
      await recordAudit(
        tx,
        auditOf(context, { action: createLink.name, target: made.actor, before: null, after }),
      );
      return { url: signInUrl(dashboardUrl, made.token), ...after };
    });
  });
}
