import { useQueries } from '@tanstack/react-query';
import { call, type Input } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { usePartners } from '../partners/partners.tsx';
import type { NameOf } from './rule-words.ts';

/** Hotels beyond this number are shown by their ids. */
const MAX_HOTELS = 30;
const HOUR_MS = 3_600_000;

/** Places cannot be read by id, so a name is available only after a search has found the place. */
const placeNames = new Map<string, string>();

export function rememberPlace(placeId: string, name: string): void {
  placeNames.set(placeId, name);
}

export interface Provider {
  code: string;
  name: string;
}

export function useProviders(): readonly Provider[] {
  const seesProviders = useMay('providers:view');
  const list = useCall('providers/list', { page: { limit: 200 } }, { when: seesProviders });
  if (list.state !== 'ready') return [];
  const byCode = list.data.providers.map(({ providerId, name }) => [codeOf(providerId), name] as const);
  return [...new Map(byCode)].map(([code, name]) => ({ code, name }));
}

/**
 * A connection has an id for each environment, such as `prv_sandbox_own`. Rules apply to both environments and
 * use the code.
 */
function codeOf(providerId: string): string {
  return providerId.replace(/^prv_(sandbox|production)_/, '');
}

export function useNames(hotelIds: readonly string[]): NameOf {
  const environment = useEnvironment();
  const partners = usePartners();
  const providers = useProviders();
  const asked = [...new Set(hotelIds)].slice(0, MAX_HOTELS);
  const hotels = useQueries({
    queries: asked.map(hotelId => ({
      queryKey: ['hotels', 'hotel name', environment, hotelId],
      queryFn: async () => {
        const input = { environment, hotelId } as Input<'hotels/show'>;
        return (await call('hotels/show', input)).hotel.name;
      },
      staleTime: HOUR_MS,
      retry: false,
    })),
  });
  return (kind, id) => {
    switch (kind) {
      case 'partners':
        return partners.get(id)?.name ?? id;
      case 'hotels':
        return hotels[asked.indexOf(id)]?.data ?? id;
      case 'providers':
        return providers.find(({ code }) => code === id)?.name ?? id;
      case 'places':
        return placeNames.get(id) ?? id;
    }
  };
}
