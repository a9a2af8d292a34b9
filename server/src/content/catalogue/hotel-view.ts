/** Converts hotels and room types into the form that the API returns. Pure. */
import type { HotelRecord } from '@serai/contract/content/hotel-record.ts';
import type { HOTEL_INCLUDES } from '@serai/contract/content/hotels.ts';
import type { HotelContent, RecordStatus, RoomContent } from './catalogue-hotel.ts';
import { textIn } from './language-choice.ts';

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

export interface StoredRoom {
  hotelId: string;
  roomCode: string;
  status: RecordStatus;
  mergedInto: string | null;
  updatedAt: Date;
  content: RoomContent;
}

export function roomView(room: StoredRoom, language: string | undefined) {
  const { content } = room;
  const name = textIn(content.name, language);
  return {
    hotelId: room.hotelId,
    roomCode: room.roomCode,
    status: room.status,
    mergedInto: room.mergedInto,
    updatedAt: room.updatedAt.toISOString(),
    name: name.text,
    language: name.language,
    description: content.description === undefined ? null : textIn(content.description, language),
    standardName: {
      class: content.standardName?.class ?? null,
      beds: content.standardName?.beds ?? null,
      view: content.standardName?.view ?? null,
    },
    beds: content.beds,
    occupancy: content.occupancy,
    sizeSqm: content.sizeSqm ?? null,
    images: content.images.map(image => imageView(image, language)),
    amenities: content.amenities,
  };
}

function imageView(image: HotelContent['images'][number], language: string | undefined) {
  return {
    url: image.url,
    kind: image.kind,
    caption: image.caption === undefined ? null : textIn(image.caption, language),
    width: image.width ?? null,
    height: image.height ?? null,
  };
}
