import { searchPlaces } from '@serai/contract/account/places.ts';
import {
  type PlacesSearchDestinationAnswer,
  type PlacesSearchDestinationRequest,
  placesSearchDestination,
} from '@serai/contract/content/places-search.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';

/** Calls the backend as a partner's request would, because a gateway may not have the place index. */
export type CallBackend = (
  operation: typeof placesSearchDestination,
  caller: { organisationId: string; environment: Environment; requestId: string },
  input: PlacesSearchDestinationRequest,
) => Promise<PlacesSearchDestinationAnswer>;

export function operatorPlacesSearch({ ask }: { ask: CallBackend }): OperatorHandler {
  return operate(searchPlaces, async ({ organisationId, requestId }, { environment, ...query }) => {
    const caller = { organisationId, environment, requestId };
    const { destinations } = await ask(placesSearchDestination, caller, query);
    return { places: destinations };
  });
}
