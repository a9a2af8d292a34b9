import { DEFAULT_CONTENT_PAGE } from '@serai/contract/content/content-record.ts';
import { DESTINATION_TYPES, destinations as operation } from '@serai/contract/content/destinations.ts';
import type { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import { type ContentListParts, openPage, taggedJson } from '../content-list.ts';
import { destinationView, type Surroundings } from '../destinations/destination-view.ts';
import { getPlace } from '../destinations/get-place.ts';
import {
  type DestinationPosition,
  listDestinations,
  type StoredDestination,
} from '../destinations/list-destinations-store.ts';
import {
  findAncestors,
  findIataCodes,
  findNames,
  findSharedTimeZones,
} from '../destinations/surroundings-store.ts';

type Answer = z.input<typeof operation.output>;

export function destinations(parts: ContentListParts): Handler {
  return handle(operation, async (context, input) => {
    const { db, environment } = context;
    const page = await openPage(parts, operation, context, input, DEFAULT_CONTENT_PAGE);
    const { types = DESTINATION_TYPES, countryCode, parentId, updatedSince, language } = input;
    const parent =
      parentId === undefined
        ? undefined
        : await getPlace(db, environment, parentId, { withEnded: updatedSince !== undefined });

    const filter = { environment, types, countryCode, parent, updatedSince, pin: page.pin };
    const found = await listDestinations(db, filter, toPosition(page.after), page.readLimit);
    const { shown, page: pageOutput } = page.split(found, ({ changeId, placeId }) => [
      String(changeId),
      placeId,
    ]);
    const surroundings = await surroundingsOf(db, shown, language);
    const data: Answer = {
      destinations: shown.map(place => destinationView(place, surroundings)),
      page: pageOutput,
    };
    return { ...taggedJson(data), asOfMs: page.asOfMs };
  });
}

async function surroundingsOf(
  db: Database,
  places: readonly StoredDestination[],
  language: string | undefined,
): Promise<Surroundings> {
  const ids = places.map(({ id }) => id);
  const parents = new Set(places.flatMap(({ parent }) => parent ?? []));
  const ancestors = await findAncestors(db, [...parents]);
  const names = await findNames(db, [...new Set([...ids, ...ancestors.keys()])], language);
  const timeless = places.filter(({ timeZone }) => timeZone === null).map(({ id }) => id);
  return {
    ancestors,
    names,
    iataCodes: await findIataCodes(db, ids),
    timeZones: await findSharedTimeZones(db, timeless),
  };
}

function toPosition(after: string[] | undefined): DestinationPosition | undefined {
  if (after === undefined) return undefined;
  const [changeId, placeId] = after as [string, string];
  return { changeId: Number(changeId), placeId };
}
