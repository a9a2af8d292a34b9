import { updateWebhook } from '@serai/contract/account/webhooks.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { type AuditState, auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { updateEndpoint } from '../endpoints/endpoint-store.ts';
import { findEndpoint, type StoredEndpoint } from '../endpoints/stored-endpoint-store.ts';
import { lockEndpoint } from './endpoint-lock-store.ts';
import {
  describeEndpoint,
  requireMayChange,
  requireTarget,
  unknownEndpoint,
  type WebhookOperationParts,
} from './operation-parts.ts';
import { endpointView } from './stored-views.ts';

export function webhooksUpdate({ targets, recordAudit }: WebhookOperationParts): OperatorHandler {
  return operate(updateWebhook, async (context, { endpointId, ...input }) => {
    const { db, organisationId, actor } = context;
    if (input.url !== undefined) {
      const known = await findEndpoint(db, organisationId, endpointId);
      if (known === undefined) throw unknownEndpoint();
      requireMayChange(context, known.environment);
      await requireTarget(input.url, known.environment, targets);
    }
    const endpoint = await inTransaction(db, async tx => {
      await lockEndpoint(tx, organisationId, endpointId);
      const before = await findEndpoint(tx, organisationId, endpointId);
      if (before === undefined) throw unknownEndpoint();
      requireMayChange(context, before.environment);
      // Enabling one that is enabled restarts its clock.
      if (input.status !== 'ENABLED' && isAlready(before, input)) return before;
      const after = await updateEndpoint(tx, organisationId, endpointId, { ...input, actor });
      if (after === undefined) throw unknownEndpoint();
      const change = {
        target: endpointId,
        ...differenceOf(describeEndpoint(before), describeEndpoint(after)),
      };
      await recordAudit(tx, auditOf(context, { action: updateWebhook.name, ...change }));
      return after;
    });
    return { endpoint: endpointView(endpoint) };
  });
}

function isAlready(endpoint: StoredEndpoint, wanted: AuditState): boolean {
  const present = describeEndpoint(endpoint);
  return Object.keys(wanted).every(name => same(wanted[name] ?? null, present[name]));
}

/** The members that differ. Never empty: the status stands for a clock that was restarted. */
function differenceOf(before: AuditState, after: AuditState): { before: AuditState; after: AuditState } {
  const changed = Object.keys(after).filter(name => !same(before[name], after[name]));
  const names = changed.length === 0 ? ['status'] : changed;
  const pick = (state: AuditState) => Object.fromEntries(names.map(name => [name, state[name]]));
  return { before: pick(before), after: pick(after) };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
