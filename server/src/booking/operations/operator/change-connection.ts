/** Writes what an operator changed about a provider, with its entry in the audit. What is so already is not written. */
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import type { Provider } from '../../provider.ts';
import type { SettingValues } from '../../providers/connections/adapters.ts';
import { type Connection, environmentOf } from '../../providers/connections/connection.ts';
import {
  lockConnection,
  type StoredConnection,
  updateConnection,
} from '../../providers/connections/connection-store.ts';
import { connectionAtFirst, type ProviderParts, providerIdOf } from './provider-parts.ts';

export type Changes = { [Member in keyof Connection]?: Connection[Member] | undefined };

export async function changeConnection(
  { connections, recordAudit }: ProviderParts,
  { name: action }: OperatorOperation,
  context: OperatorContext,
  provider: Provider,
  changes: Changes,
): Promise<StoredConnection> {
  const { organisationId } = context;
  const id = { organisationId, environment: environmentOf(provider), code: provider.code };
  const written = await inTransaction(context.db, async tx => {
    const present = await lockConnection(tx, id, connectionAtFirst(provider));
    const { before, after } = differenceOf(present, changes);
    if (Object.keys(after).length === 0) return present;
    await recordAudit(tx, auditOf(context, { action, target: providerIdOf(provider), before, after }));
    return updateConnection(tx, id, { ...present, ...after });
  });
  connections.drop(organisationId);
  return written;
}

/** Undefined where the settings do not name it. */
export function timeoutOf({ timeoutMs }: SettingValues = {}): number | null | undefined {
  return timeoutMs === 0 ? null : (timeoutMs as number | undefined);
}

/** The members that were sent and are not so already. */
function differenceOf(present: Connection, sent: Changes) {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || value === present[name as keyof Connection]) continue;
    before[name] = present[name as keyof Connection];
    after[name] = value;
  }
  return { before, after: after as Partial<Connection> };
}
