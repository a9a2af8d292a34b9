/** A hotel as the API shows it. Pure. */
import type { HotelRecord } from '@serai/contract/content/hotel-record.ts';
import type { HOTEL_INCLUDES } from '@serai/contract/content/hotels.ts';
import { textIn } from '../language-choice.ts';
import type { HotelContent, RecordStatus } from '../stored-content.ts';
import { imageView } from './image-view.ts';

export interface StoredHotel {
  hotelId: string;
  status: RecordStatus;
  mergedInto: string | null;
  updatedAt: Date;
  stars: number | null;
  timeZone: string | null;
  canonicalCityId: string | null;
  content: HotelContent;
}

export type HotelInclude = (typeof HOTEL_INCLUDES)[number];

/** What every list of hotels shows. */
export function hotelHeader(hotel: StoredHotel, language: string | undefined) {
  const { content } = hotel;
  const { address, checkIn, checkOut, contact } = content;
  const name = textIn(content.name, language);
  return {
    hotelId: hotel.hotelId,
    status: hotel.status,
    mergedInto: hotel.mergedInto,
    updatedAt: hotel.updatedAt.toISOString(),
    name: name.text,
    language: name.language,
    type: content.type,
    categoryCode: content.categoryCode ?? null,
    stars: hotel.stars,
    chain: content.chain ?? null,
    address: {
      street: address.street ?? null,
      postalCode: address.postalCode ?? null,
      city: address.city ?? null,
      region: address.region ?? null,
      countryCode: address.countryCode,
    },
    location: content.location,
    timeZone: hotel.timeZone,
    canonicalCityId: hotel.canonicalCityId,
    checkIn: { from: checkIn?.from ?? null, until: checkIn?.until ?? null },
    checkOut: { from: checkOut?.from ?? null, until: checkOut?.until ?? null },
    contact: {
      phone: contact?.phone ?? null,
      email: contact?.email ?? null,
      website: contact?.website ?? null,
    },
    externalIds: content.externalIds ?? {},
  };
}

export function hotelView(
  hotel: StoredHotel,
  language: string | undefined,
  include: ReadonlySet<HotelInclude>,
) {
  const { description, images, facilities, policies } = hotel.content;
  return {
    ...hotelHeader(hotel, language),
    ...(include.has('description') && {
      description: description === undefined ? null : textIn(description, language),
    }),
    ...(include.has('images') && { images: images.map(image => imageView(image, language)) }),
    ...(include.has('facilities') && { facilities }),
    ...(include.has('policies') && {
      policies: policies === undefined ? null : policiesView(policies, language),
    }),
  };
}

function policiesView(
  policies: NonNullable<HotelContent['policies']>,
  language: string | undefined,
): NonNullable<HotelRecord['policies']> {
  return {
    minimumCheckInAge: policies.minimumCheckInAge ?? null,
    childrenAllowed: policies.childrenAllowed ?? null,
    petsAllowed: policies.petsAllowed ?? null,
    texts: policies.texts.map(({ code, text }) => ({ code, ...textIn(text, language) })),
  };
}
