import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import {
  connectProvider,
  listProviders,
  probeProvider,
  shareProvider,
  updateProvider,
} from '@serai/contract/account/providers.ts';
import { NO_SUPPORT_CONTACT, type SupportContact } from '@serai/contract/account/support-contact.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
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
  type Adapter,
  adapterOf,
  adapterView,
  checkFields,
  isUnset,
  type SettingValues,
} from '../../providers/connections/adapters.ts';
import { type Connection, connectionKey, environmentOf } from '../../providers/connections/connection.ts';
import {
  deleteConnection,
  listConnections,
  listPartnerConnections,
  lockConnection,
  type StoredConnection,
  updateConnection,
} from '../../providers/connections/connection-store.ts';
import { type TestedAccount, testChangedAccount, testNewAccount } from './provider-accounts.ts';
import { probeMessage, probeSteps, problemText } from './provider-probe.ts';
import {
  allProviders,
  defaultConnection,
  getProvider,
  type ProviderParts,
  providerIdOf,
  providerView,
} from './provider-view.ts';

const DEFAULT_LIMIT = 50;

type Connect = z.output<typeof connectProvider.input>;

type Changes = { [Field in Exclude<keyof Connection, 'supportContact'>]?: Connection[Field] | undefined } & {
  /** Fields that are undefined stay unchanged. */
  supportContact?: z.output<typeof updateProvider.input>['supportContact'];
};

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
        return providerView(parts, provider, connections.get(key), partners.get(key));
      })
      .filter(provider => environment === undefined || provider.environment === environment)
      .toSorted((a, b) => a.preference - b.preference);
    const [last] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const found = all.slice(all.findIndex(({ providerId }) => providerId === last) + 1);
    const paged = pageOf(found, limit, ({ providerId }) => makeCursor(cursorKey, boundTo, [providerId]));
    return { providers: paged.shown, adapters: ADAPTERS.map(adapterView), page: paged.page };
  });
}

/** Built-in providers are always connected. Connecting one again replaces its settings. */
export function providersConnect(parts: ProviderParts): OperatorHandler {
  const { providers, calls } = parts;
  return operate(connectProvider, async (context, input) => {
    const adapter = findAdapter(input);
    const tested = adapter.isBuiltIn ? undefined : await testNewAccount(parts, adapter, input);
    const provider = tested?.provider ?? findBuiltIn(providers, adapter, input);
    const probed = tested?.probed ?? (await calls.probe({ provider, testMode: isSandbox(input) }));
    const changes = {
      name: input.name ?? adapter.nameOf(provider.code),
      enabled: true,
      preference: input.preference ?? provider.preference,
      timeoutMs: timeoutOf(input.settings) ?? null,
    };
    const connection = await changeConnection(parts, connectProvider, context, provider, changes, tested);
    const view = await viewNow(parts, context, provider, connection);
    if (probed.kind === 'OK' || probed.kind === 'SKIPPED') return { provider: view };
    const since = isoTime(connection.updatedAt.getTime());
    return { provider: { ...view, health: { state: 'DOWN' as const, since, message: problemText(probed) } } };
  });
}

function isSandbox({ environment }: Connect): boolean {
  return environment === 'sandbox';
}

function findAdapter(input: Connect): Adapter {
  const adapter = ADAPTERS.find(each => each.adapter === input.adapter);
  if (adapter === undefined) {
    throw invalidField(
      '/adapter',
      'UNKNOWN_ADAPTER',
      `Use one of ${ADAPTERS.map(each => each.adapter).join(', ')}.`,
    );
  }
  if (!adapter.environments.includes(input.environment)) {
    throw invalidField(
      '/environment',
      'NOT_ALLOWED',
      `This adapter is available only in ${adapter.environments.join(', ')}.`,
    );
  }
  return adapter;
}

function findBuiltIn(providers: Providers, adapter: Adapter, input: Connect): Provider {
  const problems = checkFields(adapter, input, true);
  if (input.code !== undefined)
    problems.push({
      path: '/code',
      code: 'NOT_ALLOWED',
      message: 'This provider has a fixed code. Omit the field.',
    });
  if (problems.length > 0) throw validationError(problems);
  const provider = providers.find(adapter.codeOf(input.settings ?? {}), isSandbox(input));
  if (provider !== undefined) return provider;
  throw invalidField('/adapter', 'UNKNOWN_ADAPTER', 'This provider is not configured in this installation.');
}

function invalidField(path: string, code: string, message: string) {
  const detail: ErrorDetail = { path, code, message };
  return validationError([detail]);
}

export function providersUpdate(parts: ProviderParts): OperatorHandler {
  const { providers } = parts;
  return operate(updateProvider, async (context, input) => {
    const { providerId, settings, credentials, ...fields } = input;
    const provider = getProvider(providers, providerId);
    const account = providers.accountOf(provider);
    const adapter = adapterOf(provider.code);
    let tested: TestedAccount | undefined;
    if (account === undefined) checkChanges(provider, settings, credentials);
    else if (adapter !== undefined) tested = await testChangedAccount(parts, adapter, account, input);
    const changes = { ...fields, timeoutMs: timeoutOf(settings) };
    const connection = await changeConnection(parts, updateProvider, context, provider, changes, tested);
    return { provider: await viewNow(parts, context, getProvider(providers, providerId), connection) };
  });
}

export function providersProbe({ providers, calls, clock }: ProviderParts): OperatorHandler {
  return operate(probeProvider, async (_context, { providerId }) => {
    const provider = getProvider(providers, providerId);
    const environment = environmentOf(provider);
    const beganMs = clock.monotonicMs();
    const isAccount = providers.accountOf(provider) !== undefined;
    const steps = await probeSteps({ calls, clock }, provider, isAccount);
    return {
      works: steps.every(({ result }) => result !== 'FAILED'),
      message: probeMessage(steps, environment),
      steps,
      durationMs: Math.max(0, Math.round(clock.monotonicMs() - beganMs)),
    };
  });
}

/** Deletes the settings of one partner. If `keep` is PARTNER, they first become the settings for all partners. */
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
      const wanted = { ...present, name, enabled, preference, timeoutMs };
      const { before, after } = differenceOf(present, { name, enabled, preference, timeoutMs });
      const states = { before: { partnerId, keep, ...before }, after };
      await recordAudit(tx, auditOf(context, { action: shareProvider.name, target: providerId, ...states }));
      return Object.keys(after).length === 0 ? present : updateConnection(tx, id, wanted);
    });
    connections.dropAll();
    return { provider: await viewNow(parts, context, provider, shared) };
  });
}

async function viewNow(
  parts: ProviderParts,
  { organisationId }: OperatorContext,
  provider: Provider,
  connection: StoredConnection,
) {
  const partners = await listPartnerConnections(parts.connections.db, organisationId);
  const key = connectionKey(environmentOf(provider), provider.code);
  return providerView(parts, provider, connection, partners.get(key));
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

/**
 * Stores the changes, and the account if it is new or changed, with an audit entry. If nothing changes, no audit entry
 * is written.
 */
async function changeConnection(
  { connections, providers, recordAudit }: ProviderParts,
  { name: action }: { name: AuditAction },
  context: OperatorContext,
  provider: Provider,
  changes: Changes,
  tested: TestedAccount | undefined,
): Promise<StoredConnection> {
  const { organisationId } = context;
  const id = { organisationId, environment: environmentOf(provider), code: provider.code };
  const written = await inTransaction(context.db, async tx => {
    const present = await lockConnection(tx, id, defaultConnection(provider));
    const stored = await tested?.store(tx);
    const { before, after } = differenceOf(present, changes);
    if (stored === undefined && Object.keys(after).length === 0) return present;
    const target = providerIdOf(provider);
    const change = { before: { ...before, ...stored?.before }, after: { ...after, ...stored?.after } };
    await recordAudit(tx, auditOf(context, { action, target, ...change }));
    return Object.keys(after).length === 0 ? present : updateConnection(tx, id, { ...present, ...after });
  });
  if (tested !== undefined) await providers.follow();
  // The settings of the operator apply to every partner.
  connections.dropAll();
  return written;
}

/** Returns undefined if the settings do not contain a timeout. */
function timeoutOf({ timeoutMs }: SettingValues = {}): number | null | undefined {
  return timeoutMs !== undefined && isUnset(timeoutMs) ? null : (timeoutMs as number | undefined);
}

/** Null if no field is set. */
function contactAfter(
  { supportContact }: Connection,
  sent: NonNullable<Changes['supportContact']>,
): SupportContact | null {
  const { email, phone, website, note } = supportContact ?? NO_SUPPORT_CONTACT;
  const wanted = {
    email: sent.email === undefined ? email : sent.email,
    phone: sent.phone === undefined ? phone : sent.phone,
    website: sent.website === undefined ? website : sent.website,
    note: sent.note === undefined ? note : sent.note,
  };
  return Object.values(wanted).every(value => value === null) ? null : wanted;
}

function differenceOf(present: Connection, sent: Changes) {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const { supportContact, ...others } = sent;
  const changes = {
    ...others,
    ...(supportContact && { supportContact: contactAfter(present, supportContact) }),
  };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || isDeepStrictEqual(value, present[name as keyof Connection])) continue;
    before[name] = present[name as keyof Connection];
    after[name] = value;
  }
  return { before, after: after as Partial<Connection> };
}
