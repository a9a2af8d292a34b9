/** Translates LiteAPI's hotels into supplied hotels. Pure. */

import { type Json, listOf, numberOf, objectOf, textOf } from '../../../platform/json-values.ts';
import { plainText } from '../../../platform/text/plain-text.ts';
import type {
  SuppliedAddress,
  SuppliedHotel,
  SuppliedHotelRoom,
  SuppliedPhoto,
} from '../../port/supplied-content.ts';

const MAX_NAME_LENGTH = 200;
const MAX_TEXT_LENGTH = 20_000;
const MAX_PHOTOS = 200;
const MAX_ROOMS = 500;
const MAX_LIST = 500;
/** The values that LiteAPI sends for a hotel without a chain. */
const NO_CHAIN = /^(?:not available|no chain|independent|none)?$/i;
/** Country codes that are not ISO 3166-1, with the code that is. */
const COUNTRY_NAMES: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };

export interface CodeNames {
  hotelTypes: ReadonlyMap<number, string>;
  facilities: ReadonlyMap<number, string>;
}

export type MappedHotel =
  | { kind: 'HOTEL'; hotel: SuppliedHotel }
  | { kind: 'REMOVED'; supplierId: string }
  /** `supplierId` is undefined if even the id cannot be read. */
  | { kind: 'UNREADABLE'; supplierId: string | undefined };

/** Maps one element of a page. Pages contain no rooms, phone numbers or additional photos. */
export function mapListedHotel(value: unknown, codes: CodeNames, language: string): MappedHotel {
  const hotel = objectOf(value);
  const supplierId = idOf(hotel?.id);
  if (hotel === undefined || supplierId === undefined) return { kind: 'UNREADABLE', supplierId };
  if (textOf(hotel.deletedAt) !== undefined) return { kind: 'REMOVED', supplierId };
  const name = plain(hotel.name, MAX_NAME_LENGTH);
  if (name === null) return { kind: 'UNREADABLE', supplierId };
  const photos = photosOf([hotel.main_photo]);
  const type = numberOf(hotel.hotelTypeId);
  return {
    kind: 'HOTEL',
    hotel: {
      supplierId,
      name,
      address: addressOf(hotel),
      location: locationOf(hotel.latitude, hotel.longitude),
      phones: [],
      web: null,
      chain: chainOf(hotel.chain),
      stars: starsOf(hotel.stars),
      category: (type === undefined ? undefined : codes.hotelTypes.get(type)) ?? null,
      ids: {},
      imagePaths: photos.map(({ url }) => imagePath(url)),
      rooms: [],
      updatedAtMs: null,
      content: {
        photos,
        texts: textsOf(hotel.hotelDescription, language),
        facilities: listOf(hotel.facilityIds).flatMap(id => codes.facilities.get(Number(id)) ?? []),
        policies: [],
      },
    },
  };
}

export function mapHotelDetail(value: unknown, language: string): MappedHotel {
  const hotel = objectOf(value);
  const supplierId = idOf(hotel?.id);
  if (hotel === undefined || supplierId === undefined) return { kind: 'UNREADABLE', supplierId };
  if (textOf(hotel.deletedAt) !== undefined) return { kind: 'REMOVED', supplierId };
  const name = plain(hotel.name, MAX_NAME_LENGTH);
  if (name === null) return { kind: 'UNREADABLE', supplierId };
  const location = objectOf(hotel.location);
  const rooms = listOf(hotel.rooms).slice(0, MAX_ROOMS).flatMap(mapRoom);
  const own = photosOf(listOf(hotel.hotelImages).map(each => objectOf(each)));
  const photos = [...own, ...rooms.flatMap(room => room.photos)].slice(0, MAX_PHOTOS);
  const phone = textOf(hotel.phone);
  return {
    kind: 'HOTEL',
    hotel: {
      supplierId,
      name,
      address: addressOf(hotel),
      location: locationOf(location?.latitude, location?.longitude),
      phones: phone === undefined ? [] : [plainText(phone, MAX_NAME_LENGTH)],
      web: null,
      chain: chainOf(hotel.chain),
      stars: starsOf(hotel.starRating),
      category: plain(hotel.hotelType, MAX_NAME_LENGTH),
      ids: {},
      imagePaths: own.map(({ url }) => imagePath(url)),
      rooms: rooms.map(({ room }) => room),
      updatedAtMs: null,
      content: {
        photos,
        texts: textsOf(hotel.hotelDescription, language),
        facilities: namesOf(hotel.hotelFacilities),
        policies: policiesOf(hotel),
      },
    },
  };
}

/** Version 2 listed hotels with numeric ids. */
function idOf(value: unknown): string | undefined {
  return textOf(value) ?? (numberOf(value) === undefined ? undefined : String(value));
}

function plain(value: unknown, maxLength: number): string | null {
  const text = textOf(value);
  return text === undefined ? null : plainText(text, maxLength) || null;
}

function textsOf(description: unknown, language: string): Record<string, string> {
  const text = plain(description, MAX_TEXT_LENGTH);
  return text === null ? {} : { [language]: text };
}

function namesOf(values: unknown): string[] {
  return listOf(values)
    .slice(0, MAX_LIST)
    .flatMap(each => plain(each, MAX_NAME_LENGTH) ?? []);
}

function addressOf(hotel: Json): SuppliedAddress {
  const line = plain(hotel.address, MAX_NAME_LENGTH);
  const country = textOf(hotel.country)?.toUpperCase() ?? '';
  return {
    lines: line === null ? [] : [line],
    houseNumber: null,
    city: plain(hotel.city, MAX_NAME_LENGTH),
    region: null,
    postalCode: plain(hotel.zip, MAX_NAME_LENGTH),
    countryCode: /^[A-Z]{2}$/.test(country) ? (COUNTRY_NAMES[country] ?? country) : null,
  };
}

/** LiteAPI sends the coordinates 0, 0 if it does not know them. */
function locationOf(latitude: unknown, longitude: unknown): SuppliedHotel['location'] {
  const lat = numberOf(latitude);
  const lng = numberOf(longitude);
  if (lat === undefined || lng === undefined || (lat === 0 && lng === 0)) return null;
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

function chainOf(value: unknown): string | null {
  const name = plain(value, MAX_NAME_LENGTH);
  return name === null || NO_CHAIN.test(name) ? null : name;
}

/** 0 means that the hotel has no stars. Other values are rounded to half a star. */
function starsOf(value: unknown): number | null {
  const stars = numberOf(value);
  return stars === undefined || stars <= 0 || stars > 5 ? null : Math.round(stars * 2) / 2;
}

function photosOf(values: readonly unknown[], supplierRoomId: string | null = null): SuppliedPhoto[] {
  return values.slice(0, MAX_PHOTOS).flatMap(each => {
    const photo = objectOf(each);
    const url = textOf(photo === undefined ? each : photo.url);
    if (url === undefined || !isWebAddress(url)) return [];
    const caption = plain(photo?.caption ?? photo?.imageDescription, MAX_NAME_LENGTH);
    return [{ url, caption, supplierRoomId }];
  });
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url);
}

/** Path segments that only select the size of a photo. */
const SIZES = /\/(?:thumbnail|small|medium|large|max\d+|\d+x\d+|square\d+)(?=\/)/gi;

function imagePath(url: string): string {
  return new URL(url).pathname.replace(SIZES, '');
}

function mapRoom(value: unknown): { room: SuppliedHotelRoom; photos: SuppliedPhoto[] }[] {
  const room = objectOf(value);
  const id = idOf(room?.id);
  const name = plain(room?.roomName, MAX_NAME_LENGTH);
  if (room === undefined || id === undefined || name === null) return [];
  const beds = listOf(room.bedTypes).flatMap(each => {
    const bed = objectOf(each);
    const type = plain(bed?.bedType, MAX_NAME_LENGTH);
    return type === null ? [] : [`${numberOf(bed?.quantity) ?? 1} ${type}`];
  });
  return [
    {
      room: {
        supplierRoomId: id,
        name,
        maxTotal: countOf(room.maxOccupancy),
        maxAdults: countOf(room.maxAdults),
        maxChildren: numberOf(room.maxChildren) ?? null,
        beds,
        attributes: {},
      },
      photos: photosOf(listOf(room.photos), id),
    },
  ];
}

/** LiteAPI sends a capacity of 0 if it does not know it. */
function countOf(value: unknown): number | null {
  const count = numberOf(value);
  return count === undefined || count <= 0 ? null : count;
}

function policiesOf(hotel: Json): string[] {
  const described = listOf(hotel.policies).map(each => objectOf(each)?.description);
  return namesOfTexts([...described, hotel.hotelImportantInformation]);
}

function namesOfTexts(values: readonly unknown[]): string[] {
  return values.slice(0, MAX_LIST).flatMap(each => plain(each, MAX_TEXT_LENGTH) ?? []);
}

/** RFC 3339 in UTC, as LiteAPI expects it for changes since a time. */
export function sinceText(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d+Z$/, 'Z');
}
