/** Operator handlers for listing, connecting and updating providers. */
import {
  connectProvider,
  listProviders,
  shareProvider,
  updateProvider,
} from '@serai/contract/account/providers.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../platform/operations/validate.ts';
import type { Provider, Providers } from '../../provider.ts';
import {
  ADAPTERS,
  adapterOf,
  adapterView,
  checkFields,
  type SettingValues,
} from '../../providers/connections/adapters.ts';
import { type Connection, connectionKey, environmentOf } from '../../providers/connections/connection.ts';
import {
  deleteConnection,
  listConnections,
  listPartnerConnections,
  lockConnection,
  type PartnerConnection,
  type StoredConnection,
  updateConnection,
} from '../../providers/connections/connection-store.ts';
import {
  allProviders,
  defaultConnection,
  type ProviderParts,
  providerIdOf,
  providerView,
} from './provider-view.ts';

const DEFAULT_LIMIT = 50;

type Connect = z.output<typeof connectProvider.input>;

type Changes = { [Field in keyof Connection]?: Connection[Field] | undefined };

export function providersList(parts: ProviderParts): OperatorHandler {
  const { providers, cursorKey } = parts;
  return operate(listProviders, async ({ db, organisationId }, { environment, page }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listProviders.name, organisationId, environment ?? null];
    const connections = await listConnections(db, organisationId);
    const partners = await listPartnerConnections(parts.connections.db, organisationId);
    const all = allProviders(providers)
      .map(provider => {
        const key = connectionKey(environmentOf(provider), provider.code);
        return viewOf(parts, provider, connections.get(key), partners.get(key));
      })
      .filter(provider => environment === undefined || provider.environment === environment)
      .toSorted((a, b) => a.preference - b.preference);
    const [last] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const found = all.slice(all.findIndex(({ providerId }) => providerId === last) + 1);
    const paged = pageOf(found, limit, ({ providerId }) => makeCursor(cursorKey, boundTo, [providerId]));
    return { providers: paged.shown, adapters: ADAPTERS.map(adapterView), page: paged.page };
  });
}

/** Built-in providers are always connected. Connecting a provider again replaces its settings. */
export function providersConnect(parts: ProviderParts): OperatorHandler {
  const { providers, calls } = parts;
  return operate(connectProvider, async (context, input) => {
    const provider = findRequestedProvider(providers, input);
    const tried = await calls.probe({ provider, testMode: input.environment === 'sandbox' });
    const connection = await changeConnection(parts, connectProvider, context, provider, {
      name: input.name,
      enabled: true,
      preference: input.preference ?? provider.preference,
      timeoutMs: timeoutOf(input.settings) ?? null,
    });
    const view = await viewNow(parts, context, provider, connection);
    if (tried.kind === 'OK' || tried.kind === 'SKIPPED') return { provider: view };
    const since = isoTime(connection.updatedAt.getTime());
    const message = 'The provider did not respond to the connection test.';
    return { provider: { ...view, health: { state: 'DOWN' as const, since, message } } };
  });
}

function findRequestedProvider(providers: Providers, input: Connect): Provider {
  const { environment, settings = {} } = input;
  const adapter = ADAPTERS.find(each => each.adapter === input.adapter);
  if (adapter === undefined) {
    throw invalidField(
      '/adapter',
      'UNKNOWN_ADAPTER',
      `Use one of ${ADAPTERS.map(each => each.adapter).join(', ')}.`,
    );
  }
  if (!adapter.environments.includes(environment)) {
    throw invalidField(
      '/environment',
      'NOT_ALLOWED',
      `This adapter is available only in ${adapter.environments.join(', ')}.`,
    );
  }
  const problems = checkFields(adapter, input, true);
  if (problems.length > 0) throw validationError(problems);
  const provider = providers.find(adapter.codeOf(settings), environment === 'sandbox');
  if (provider === undefined)
    throw invalidField(
      '/adapter',
      'UNKNOWN_ADAPTER',
      'This provider is not configured in this installation.',
    );
  return provider;
}

function invalidField(path: string, code: string, message: string) {
  const detail: ErrorDetail = { path, code, message };
  return validationError([detail]);
}

export function providersUpdate(parts: ProviderParts): OperatorHandler {
  const { providers } = parts;
  return operate(updateProvider, async (context, { providerId, settings, credentials, ...fields }) => {
    const provider = getProvider(providers, providerId);
    checkChanges(provider, settings, credentials);
    const changes = { ...fields, timeoutMs: timeoutOf(settings) };
    const connection = await changeConnection(parts, updateProvider, context, provider, changes);
    return { provider: await viewNow(parts, context, provider, connection) };
  });
}

/** Makes the settings of one partner those of all partners, or deletes them. */
export function providersShare(parts: ProviderParts): OperatorHandler {
  const { providers, connections, recordAudit } = parts;
  return operate(shareProvider, async (context, { providerId, partnerId, keep }) => {
    const provider = getProvider(providers, providerId);
    const place = { environment: environmentOf(provider), code: provider.code };
    const id = { organisationId: context.organisationId, ...place };
    const shared = await inTransaction(connections.db, async tx => {
      const present = await lockConnection(tx, id, defaultConnection(provider));
      const own = await deleteConnection(tx, { organisationId: partnerId, ...place });
      if (own === undefined) {
        throw new ApiError('INVALID_STATE', 'This partner has no settings of its own for this provider.');
      }
      const { name, enabled, preference, timeoutMs } = keep === 'PARTNER' ? own : present;
      const wanted = { name, enabled, preference, timeoutMs };
      const { before, after } = differenceOf(present, wanted);
      const states = { before: { partnerId, keep, ...before }, after };
      await recordAudit(tx, auditOf(context, { action: shareProvider.name, target: providerId, ...states }));
      return Object.keys(after).length === 0 ? present : updateConnection(tx, id, wanted);
    });
    connections.dropAll();
    return { provider: await viewNow(parts, context, provider, shared) };
  });
}

function getProvider(providers: Providers, providerId: string): Provider {
  const provider = allProviders(providers).find(each => providerIdOf(each) === providerId);
  if (provider === undefined) throw new ApiError('NOT_FOUND', 'Unknown provider.');
  return provider;
}

async function viewNow(
  parts: ProviderParts,
  { organisationId }: OperatorContext,
  provider: Provider,
  connection: StoredConnection,
) {
  const partners = await listPartnerConnections(parts.connections.db, organisationId);
  return viewOf(
    parts,
    provider,
    connection,
    partners.get(connectionKey(environmentOf(provider), provider.code)),
  );
}

function viewOf(
  { calls, startedAtMs }: ProviderParts,
  provider: Provider,
  connection: StoredConnection | undefined,
  partners: readonly PartnerConnection[] = [],
) {
  return providerView(provider, connection, { pools: calls.poolsOf(provider), startedAtMs, partners });
}

function checkChanges(
  { code }: Provider,
  settings: SettingValues = {},
  credentials: SettingValues | undefined,
): void {
  const adapter = adapterOf(code);
  if (adapter === undefined) return;
  const own = Object.entries(adapter.ownSettings(code));
  const moved = own.filter(([name, value]) => settings[name] !== undefined && settings[name] !== value);
  const problems: ErrorDetail[] = [
    ...checkFields(adapter, { settings, credentials }, false),
    ...moved.map(([name]) => ({
      path: `/settings/${name}`,
      code: 'NOT_ALLOWED',
      message: 'This setting identifies the provider and cannot be changed.',
    })),
  ];
  if (problems.length > 0) throw validationError(problems);
}

/** Stores the changes together with an audit entry. Writes nothing if nothing changes. */
async function changeConnection(
  { connections, recordAudit }: ProviderParts,
  { name: action }: OperatorOperation,
  context: OperatorContext,
  provider: Provider,
  changes: Changes,
): Promise<StoredConnection> {
  const { organisationId } = context;
  const id = { organisationId, environment: environmentOf(provider), code: provider.code };
  const written = await inTransaction(context.db, async tx => {
    const present = await lockConnection(tx, id, defaultConnection(provider));
    const { before, after } = differenceOf(present, changes);
    if (Object.keys(after).length === 0) return present;
    await recordAudit(tx, auditOf(context, { action, target: providerIdOf(provider), before, after }));
    return updateConnection(tx, id, { ...present, ...after });
  });
  // The settings of the operator are part of those of every partner.
  connections.dropAll();
  return written;
}

/** Undefined if the settings do not contain a timeout. */
function timeoutOf({ timeoutMs }: SettingValues = {}): number | null | undefined {
  return timeoutMs === 0 ? null : (timeoutMs as number | undefined);
}

/** Returns the sent fields whose values differ from the stored values. */
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
