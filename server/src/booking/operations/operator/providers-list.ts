import { listProviders } from '@serai/contract/account/providers/list.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator-handler.ts';
import type { OperatorParts } from './operator-parts.ts';
import { providerView } from './provider-view.ts';

const DEFAULT_LIMIT = 50;

/** Providers come with the service as yet: there is no adapter that one could be connected with. */
export function providersList({ providers, calls, cursorKey, startedAtMs }: OperatorParts): OperatorHandler {
  return operate(listProviders, ({ organisationId }, { environment, page }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listProviders.name, organisationId, environment ?? null];
    const all = [...providers.list(true), ...providers.list(false)]
      .toSorted((a, b) => a.preference - b.preference)
      .map(provider => providerView(provider, calls.poolsOf(provider), startedAtMs))
      .filter(provider => environment === undefined || provider.environment === environment);
    const [last] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const found = all.slice(all.findIndex(({ providerId }) => providerId === last) + 1);
    const paged = pageOf(found, limit, ({ providerId }) => makeCursor(cursorKey, boundTo, [providerId]));
    return { providers: paged.shown, adapters: [], page: paged.page };
  });
}
