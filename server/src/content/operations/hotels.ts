import { DEFAULT_CONTENT_PAGE } from '@serai/contract/content/content-record.ts';
import { hotels as operation } from '@serai/contract/content/hotels.ts';
import type { z } from 'zod';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import { hotelView } from '../catalogue/hotel-view.ts';
import { type HotelPosition, listHotels } from '../catalogue/list-hotels-store.ts';
import {
  addSuppliedDescriptions,
  type FindSuppliedDescriptions,
} from '../catalogue/supplied-descriptions.ts';
import { type ContentListParts, checkHotelIds, openPage, taggedJson } from '../content-list.ts';
import { getPlace } from '../destinations/get-place.ts';
import type { SandboxPictures } from '../sandbox/pictures/pictures-of-hotel.ts';

type Output = z.input<typeof operation.output>;

interface HotelListParts extends ContentListParts {
  pictures: SandboxPictures | undefined;
  findSuppliedDescriptions: FindSuppliedDescriptions;
}

export function hotels(parts: HotelListParts): Handler {
  return handle(operation, async (context, input) => {
    const { db, environment } = context;
    const page = await openPage(parts, operation, context, input, DEFAULT_CONTENT_PAGE);
    const { canonicalCityId, updatedSince, language, include, ...conditions } = input;
    const place =
      canonicalCityId === undefined
        ? undefined
        : await getPlace(db, environment, canonicalCityId, { includeRemoved: updatedSince !== undefined });
    const warnings = page.after ? [] : await checkHotelIds(context, input.hotelIds);

    const filter = { ...conditions, environment, place: place?.id, updatedSince, pin: page.pin };
    const found = await listHotels(db, filter, toPosition(page.after), page.readLimit);
    const { shown, page: pageOutput } = page.split(found, ({ changeId, hotelId }) => [
      String(changeId),
      hotelId,
    ]);
    const included = new Set(include);
    const described = included.has('description')
      ? await addSuppliedDescriptions(parts.findSuppliedDescriptions, environment, shown, language)
      : shown;
    const pictures = included.has('images') ? parts.pictures : undefined;
    const pictured = described.map(hotel => pictures?.addToHotel(environment, hotel) ?? hotel);
    const data: Output = {
      hotels: pictured.map(hotel => hotelView(hotel, language, included)),
      page: pageOutput,
    };
    return { ...taggedJson(data), warnings, asOfMs: page.asOfMs };
  });
}

function toPosition(after: string[] | undefined): HotelPosition | undefined {
  if (after === undefined) return undefined;
  const [changeId, hotelId] = after as [string, string];
  return { changeId: Number(changeId), hotelId };
}
