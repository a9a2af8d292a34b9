import type { SearchSource } from '../../../platform/operations/operator/search-source.ts';
import { connectionKey, environmentOf } from '../../providers/connections/connection.ts';
import { listConnections } from '../../providers/connections/connection-store.ts';
import { allProviders, type ProviderParts, providerView } from './provider-view.ts';

/** An installation has few providers, so all of them are compared. */
export function providerSearch(
  parts: Pick<ProviderParts, 'providers' | 'calls' | 'startedAtMs'>,
): SearchSource {
  return {
    kind: 'provider',
    permission: 'providers:view',
    async find({ db, companyId, text, environments }) {
      const connections = await listConnections(db, companyId);
      const start = text.toLowerCase();
      return allProviders(parts.providers)
        .map(provider =>
          providerView(
            parts,
            provider,
            connections.get(connectionKey(environmentOf(provider), provider.code)),
          ),
        )
        .filter(({ environment }) => environments.includes(environment))
        .filter(({ name, code, providerId }) =>
          [name, code, providerId].some(value => ` ${value.toLowerCase()}`.includes(` ${start}`)),
        )
        .map(({ providerId, name, code, environment, enabled }) => ({
          kind: 'provider',
          id: providerId,
          title: name,
          detail: code,
          status: enabled ? null : 'DISABLED',
          environment,
          partnerId: null,
        }));
    },
  };
}
