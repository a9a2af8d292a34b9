import { listProviders } from '@serai/contract/account/providers.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { ADAPTERS, adapterView } from '../../providers/connections/adapters.ts';
import { connectionKey, environmentOf } from '../../providers/connections/connection.ts';
import { listConnections } from '../../providers/connections/connection-store.ts';
import { allProviders, type ProviderParts } from './provider-parts.ts';
import { providerView } from './provider-view.ts';

const DEFAULT_LIMIT = 50;

export function providersList(parts: ProviderParts): OperatorHandler {
  const { providers, calls, cursorKey, startedAtMs } = parts;
  return operate(listProviders, async ({ db, organisationId }, { environment, page }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listProviders.name, organisationId, environment ?? null];
    const connections = await listConnections(db, organisationId);
    const all = allProviders(providers)
      .map(provider => {
        const connection = connections.get(connectionKey(environmentOf(provider), provider.code));
        return providerView(provider, connection, calls.poolsOf(provider), startedAtMs);
      })
      .filter(provider => environment === undefined || provider.environment === environment)
      .toSorted((a, b) => a.preference - b.preference);
    const [last] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const found = all.slice(all.findIndex(({ providerId }) => providerId === last) + 1);
    const paged = pageOf(found, limit, ({ providerId }) => makeCursor(cursorKey, boundTo, [providerId]));
    return { providers: paged.shown, adapters: ADAPTERS.map(adapterView), page: paged.page };
  });
}
