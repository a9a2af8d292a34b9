/** Translates Rapid's properties into supplied hotels. Pure. */

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

/** Returns undefined if the id or the name is missing. */
export function mapContent(value: unknown, language: string): SuppliedHotel | undefined {
  const property = objectOf(value);
  const supplierId = textOf(property?.property_id);
  const name = plain(property?.name, MAX_NAME_LENGTH);
  if (property === undefined || supplierId === undefined || name === null) return undefined;
  const rooms = Object.values(objectOf(property.rooms) ?? {})
    .slice(0, MAX_ROOMS)
    .flatMap(mapRoom);
  const own = photosOf(property.images, null);
  const phone = plain(property.phone, MAX_NAME_LENGTH);
  return {
    supplierId,
    name,
    address: addressOf(objectOf(property.address)),
    location: locationOf(objectOf(property.location)),
    phones: phone === null ? [] : [phone],
    web: null,
    chain: nameOf(property.brand) ?? nameOf(property.chain),
    stars: starsOf(objectOf(objectOf(property.ratings)?.property)),
    category: nameOf(property.category),
    ids: {},
    imagePaths: own.map(({ url }) => imagePath(url)),
    rooms: rooms.map(({ room }) => room),
    updatedAtMs: instantOf(objectOf(property.dates)?.updated),
    content: {
      photos: [...own, ...rooms.flatMap(({ photos }) => photos)].slice(0, MAX_PHOTOS),
      texts: textsOf(objectOf(property.descriptions), language),
      facilities: namesOf(property.amenities),
      policies: policiesOf(property),
    },
  };
}

function plain(value: unknown, maxLength: number): string | null {
  const text = textOf(value);
  return text === undefined ? null : plainText(text, maxLength) || null;
}

function nameOf(value: unknown): string | null {
  return plain(objectOf(value)?.name, MAX_NAME_LENGTH);
}

/** The names of entries by id, for example amenities. */
function namesOf(entries: unknown): string[] {
  return Object.values(objectOf(entries) ?? {})
    .slice(0, MAX_LIST)
    .flatMap(each => nameOf(each) ?? []);
}

function addressOf(address: Json | undefined): SuppliedAddress {
  const country = textOf(address?.country_code)?.toUpperCase() ?? '';
  return {
    lines: [address?.line_1, address?.line_2].flatMap(line => plain(line, MAX_NAME_LENGTH) ?? []),
    houseNumber: null,
    city: plain(address?.city, MAX_NAME_LENGTH),
    region: plain(address?.state_province_name ?? address?.state_province_code, MAX_NAME_LENGTH),
    postalCode: plain(address?.postal_code, MAX_NAME_LENGTH),
    countryCode: /^[A-Z]{2}$/.test(country) ? country : null,
  };
}

/** The coordinates 0, 0 represent a missing value. A property that hides its position has only approximate coordinates. */
function locationOf(location: Json | undefined): SuppliedHotel['location'] {
  const isHidden = location?.obfuscation_required === true;
  const point = objectOf(isHidden ? location?.obfuscated_coordinates : location?.coordinates);
  const lat = numberOf(point?.latitude);
  const lng = numberOf(point?.longitude);
  if (lat === undefined || lng === undefined || (lat === 0 && lng === 0)) return null;
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

/** The rating is a string such as `3.5`. */
function starsOf(rating: Json | undefined): number | null {
  const stars = Number(textOf(rating?.rating) ?? Number.NaN);
  return stars > 0 && stars <= 5 ? Math.round(stars * 2) / 2 : null;
}

function instantOf(value: unknown): number | null {
  const ms = Date.parse(textOf(value) ?? '');
  return Number.isNaN(ms) ? null : ms;
}

/** The largest size of each picture. The name of a size is its width, for example `1000px`. */
function photosOf(images: unknown, supplierRoomId: string | null): SuppliedPhoto[] {
  return listOf(images)
    .slice(0, MAX_PHOTOS)
    .flatMap(each => {
      const image = objectOf(each);
      const sizes = Object.entries(objectOf(image?.links) ?? {}).sort(
        ([a], [b]) => Number.parseInt(b, 10) - Number.parseInt(a, 10),
      );
      const url = textOf(objectOf(sizes[0]?.[1])?.href);
      if (url === undefined || !/^https?:\/\//.test(url) || !URL.canParse(url)) return [];
      return [{ url, caption: plain(image?.caption, MAX_NAME_LENGTH), supplierRoomId }];
    });
}

/** Removes the last part of the file name, which only selects the size. */
function imagePath(url: string): string {
  return new URL(url).pathname.replace(/_[a-z](?=\.\w+$)/, '');
}

function mapRoom(value: unknown): { room: SuppliedHotelRoom; photos: SuppliedPhoto[] }[] {
  const room = objectOf(value);
  const id = textOf(room?.id);
  const name = plain(room?.name, MAX_NAME_LENGTH);
  if (room === undefined || id === undefined || name === null) return [];
  const allowed = objectOf(objectOf(room.occupancy)?.max_allowed);
  const [view] = namesOf(room.views);
  return [
    {
      room: {
        supplierRoomId: id,
        name,
        maxTotal: countOf(allowed?.total, 1),
        maxAdults: countOf(allowed?.adults, 1),
        maxChildren: countOf(allowed?.children, 0),
        beds: Object.values(objectOf(room.bed_groups) ?? {}).flatMap(
          each => plain(objectOf(each)?.description, MAX_NAME_LENGTH) ?? [],
        ),
        attributes: view === undefined ? {} : { view },
      },
      photos: photosOf(room.images, id),
    },
  ];
}

function countOf(value: unknown, min: number): number | null {
  const count = numberOf(value);
  return count === undefined || !Number.isInteger(count) || count < min ? null : count;
}

/** All paragraphs of the description, in Rapid's order. */
function textsOf(descriptions: Json | undefined, language: string): Record<string, string> {
  const paragraphs = Object.values(descriptions ?? {}).flatMap(each => plain(each, MAX_TEXT_LENGTH) ?? []);
  return paragraphs.length === 0
    ? {}
    : { [language]: paragraphs.join('\n').slice(0, MAX_TEXT_LENGTH).toWellFormed() };
}

function policiesOf(property: Json): string[] {
  const checkin = objectOf(property.checkin);
  const fees = objectOf(property.fees);
  return [
    checkin?.instructions,
    checkin?.special_instructions,
    fees?.mandatory,
    fees?.optional,
    objectOf(property.policies)?.know_before_you_go,
  ].flatMap(each => plain(each, MAX_TEXT_LENGTH) ?? []);
}
