import { DEFAULT_CONTENT_PAGE } from '@serai/contract/content/content-record.ts';
import { DESTINATION_TYPES, destinations as operation } from '@serai/contract/content/destinations.ts';
import type { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import { type ContentListParts, openPage, taggedJson } from '../content-list.ts';
import { getPlace } from '../destinations/get-place.ts';
import {
  type DestinationPosition,
  listDestinations,
  type StoredDestination,
} from '../destinations/list-destinations-store.ts';
import {
  type Ancestor,
  findAncestors,
  findIataCodes,
  findNames,
  findSharedTimeZones,
  type PlaceName,
} from '../destinations/surroundings-store.ts';

type Output = z.input<typeof operation.output>;

export function destinations(parts: ContentListParts): Handler {
  return handle(operation, async (context, input) => {
    const { db, environment } = context;
    const page = await openPage(parts, operation, context, input, DEFAULT_CONTENT_PAGE);
    const { types = DESTINATION_TYPES, countryCode, parentId, updatedSince, language } = input;
    const parent =
      parentId === undefined
        ? undefined
        : await getPlace(db, environment, parentId, { includeRemoved: updatedSince !== undefined });

    const filter = { environment, types, countryCode, parent, updatedSince, pin: page.pin };
    const found = await listDestinations(db, filter, toPosition(page.after), page.readLimit);
    const { shown, page: pageOutput } = page.split(found, ({ changeId, placeId }) => [
      String(changeId),
      placeId,
    ]);
    const surroundings = await surroundingsOf(db, shown, language);
    const data: Output = {
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
  const withoutTimeZone = places.filter(({ timeZone }) => timeZone === null).map(({ id }) => id);
  return {
    ancestors,
    names,
    iataCodes: await findIataCodes(db, ids),
    timeZones: await findSharedTimeZones(db, withoutTimeZone),
  };
}

function toPosition(after: string[] | undefined): DestinationPosition | undefined {
  if (after === undefined) return undefined;
  const [changeId, placeId] = after as [string, string];
  return { changeId: Number(changeId), placeId };
}

interface Surroundings {
  ancestors: ReadonlyMap<number, Ancestor>;
  /** Names in the requested language or in English, where they exist. Other places use their own name. */
  names: ReadonlyMap<number, PlaceName>;
  iataCodes: ReadonlyMap<number, readonly string[]>;
  /** The time zone that all cities of a region or country share, for places that have no time zone of their own. */
  timeZones: ReadonlyMap<number, string>;
}

function destinationView(place: StoredDestination, surroundings: Surroundings) {
  const { ancestors, names, iataCodes, timeZones } = surroundings;
  const { name, language } = names.get(place.id) ?? place;
  const parent = place.parent === null ? undefined : ancestors.get(place.parent);
  const path = ancestorPath(parent, ancestors).map(each => ({
    placeId: each.placeId,
    type: each.type,
    name: (names.get(each.id) ?? each).name,
  }));
  const codes = [...(place.iataCode === null ? [] : [place.iataCode]), ...(iataCodes.get(place.id) ?? [])];
  return {
    destinationId: place.placeId,
    status: place.status,
    mergedInto: place.mergedInto,
    type: place.type,
    name,
    language,
    countryCode: place.countryCode,
    parentId: parent?.placeId ?? null,
    path,
    location: { latitude: place.latitude, longitude: place.longitude },
    timeZone: place.timeZone ?? timeZones.get(place.id) ?? null,
    iataCodes: [...new Set(codes)],
    hotelCount: place.hotelCount,
    updatedAt: place.updatedAt.toISOString(),
  };
}

/** Lists the ancestors from the outermost place inwards. A circular chain ends where it repeats. */
function ancestorPath(nearest: Ancestor | undefined, ancestors: ReadonlyMap<number, Ancestor>): Ancestor[] {
  const line = new Set<Ancestor>();
  let each = nearest;
  while (each !== undefined && !line.has(each)) {
    line.add(each);
    each = each.parent === null ? undefined : ancestors.get(each.parent);
  }
  return [...line].reverse();
}
