import { searchPlaces } from '@serai/contract/account/places.ts';
import {
  type PlacesSearchDestinationAnswer,
  type PlacesSearchDestinationRequest,
  placesSearchDestination,
} from '@serai/contract/content/places-search.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';

/** Calls the backend like a partner's request, because not every process that serves people has the index. */
export type AskForPlaces = (
  operation: typeof placesSearchDestination,
  asker: { organisationId: string; environment: Environment; requestId: string },
  input: PlacesSearchDestinationRequest,
) => Promise<PlacesSearchDestinationAnswer>;

export function operatorPlacesSearch({ ask }: { ask: AskForPlaces }): OperatorHandler {
  return operate(searchPlaces, async ({ organisationId, requestId }, { environment, ...query }) => {
    const asker = { organisationId, environment, requestId };
    const { destinations } = await ask(placesSearchDestination, asker, query);
    return { places: destinations };
  });
}
