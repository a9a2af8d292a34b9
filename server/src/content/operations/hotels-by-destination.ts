import { DEFAULT_CONTENT_PAGE } from '@serai/contract/content/content-record.ts';
import { hotelsByDestination as operation } from '@serai/contract/content/hotels-by-destination.ts';
import type { z } from 'zod';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import { hotelHeader } from '../catalogue/hotel-view.ts';
import {
  listNearbyHotels,
  type NearbyFilter,
  type NearbyPosition,
} from '../catalogue/nearby-hotels-store.ts';
import { type ContentListParts, openPage, taggedJson } from '../content-list.ts';
import { extentOf, getPlace } from '../destinations/get-place.ts';
import { findNames } from '../destinations/surroundings-store.ts';

type Output = z.input<typeof operation.output>;

export function hotelsByDestination(parts: ContentListParts): Handler {
  return handle(operation, async (context, input) => {
    const { db, environment } = context;
    const page = await openPage(parts, operation, context, input, DEFAULT_CONTENT_PAGE);
    const place = await getPlace(db, environment, input.destination.canonicalCityId);
    const { latitude, longitude } = place;
    const filter: NearbyFilter = {
      environment,
      latitude,
      longitude,
      within: extentOf(place, input.radiusMeters),
      conditions: input.filters ?? {},
      pin: page.pin,
    };
    const found = await listNearbyHotels(db, filter, toPosition(page.after), page.readLimit);
    const { shown, page: pageOutput } = page.split(found, ({ metres, hotelId }) => [String(metres), hotelId]);
    const names = await findNames(db, [place.id], input.language);
    const { name, language } = names.get(place.id) ?? place;
    const data: Output = {
      destination: {
        placeId: place.placeId,
        type: place.type,
        name,
        language,
        countryCode: place.countryCode,
        location: { latitude, longitude },
        hotelCount: place.hotelCount,
      },
      hotels: shown.map(hotel => ({
        ...hotelHeader(hotel, input.language),
        distanceMeters: Math.round(hotel.metres),
      })),
      page: pageOutput,
    };
    return { ...taggedJson(data), asOfMs: page.asOfMs };
  });
}

function toPosition(after: string[] | undefined): NearbyPosition | undefined {
  if (after === undefined) return undefined;
  const [metres, hotelId] = after as [string, string];
  return { metres: Number(metres), hotelId };
}
