/** Translates Hotelbeds' hotel descriptions. Pure. */
import { plainText } from '../../../platform/text/plain-text.ts';
import type { SuppliedContent, SuppliedHotel, SuppliedHotelRoom } from '../../port/supplied-content.ts';
import { fromCountry } from './codes.ts';
import { asCount, asDate, asList, asObject, asText, type Json } from './json.ts';

/** Names by code. The key of a facility is `group:code`. */
export interface CodeNames {
  rooms: Map<string, string>;
  chains: Map<string, string>;
  accommodations: Map<string, string>;
  facilities: Map<string, string>;
}

const MAX_NAME = 300;
const MAX_TEXT = 20_000;
const MAX_URL = 500;
const MAX_IMAGES = 200;
const PHOTO_BASE = 'https://photos.hotelbeds.com/giata/bigger/';
const BED_FACILITIES = 61;
/** `4EST` and `5LUX` have whole stars, `H3_5` has three and a half. Other categories, such as the keys of apartments, are not stars. */
const WHOLE_STARS = /^([1-5])(?:EST|LUX)$/;
const HALF_STARS = /^H([1-4])_5$/;

export function starsOf(categoryCode: string): number | null {
  const whole = WHOLE_STARS.exec(categoryCode)?.[1];
  const half = HALF_STARS.exec(categoryCode)?.[1];
  if (whole !== undefined) return Number(whole);
  return half === undefined ? null : Number(half) + 0.5;
}

/** Returns undefined if the hotel has no code or name. */
export function mapHotel(json: unknown, names: CodeNames, language: string): SuppliedHotel | undefined {
  const hotel = asObject(json) ?? {};
  const code = asCount(hotel.code);
  const name = contentOf(hotel.name, MAX_NAME);
  if (code === undefined || name === null) return undefined;
  const images = objects(hotel.images).flatMap(image => {
    const path = asText(image.path)?.slice(0, MAX_URL);
    return path === undefined || path === '' ? [] : [{ path, roomCode: asText(image.roomCode) ?? null }];
  });
  const country = asText(hotel.countryCode);
  const giata = asCount(hotel.giataCode);
  const updatedAt = asDate(hotel.lastUpdate);
  return {
    supplierId: String(code),
    name,
    address: {
      lines: [contentOf(hotel.address, MAX_NAME)].filter(line => line !== null),
      houseNumber: shortText(asObject(hotel.address)?.number),
      city: contentOf(hotel.city, MAX_NAME),
      region: null,
      postalCode: shortText(hotel.postalCode),
      countryCode: country === undefined ? null : fromCountry(country),
    },
    location: locationOf(hotel.coordinates),
    phones: objects(hotel.phones)
      .filter(({ phoneType }) => phoneType !== 'FAXNUMBER')
      .flatMap(({ phoneNumber }) => shortText(phoneNumber) ?? []),
    web: shortText(hotel.web),
    chain: named(hotel.chainCode, names.chains) ?? shortText(hotel.chainCode),
    stars: starsOf(asText(hotel.categoryCode) ?? ''),
    category: named(hotel.accommodationTypeCode, names.accommodations),
    ids: giata === undefined ? {} : { giata: String(giata) },
    imagePaths: images.slice(0, MAX_IMAGES).map(({ path }) => path),
    rooms: roomsOf(hotel, names),
    updatedAtMs: updatedAt === undefined ? null : Date.parse(updatedAt),
    content: { ...textsOf(hotel, names, language), photos: images.slice(0, MAX_IMAGES).map(toPhoto) },
  };
}

function toPhoto({ path, roomCode }: { path: string; roomCode: string | null }) {
  return { url: `${PHOTO_BASE}${path}`, caption: null, supplierRoomId: roomCode };
}

function textsOf(hotel: Json, names: CodeNames, language: string): Omit<SuppliedContent, 'photos'> {
  const description = contentOf(hotel.description, MAX_TEXT);
  const facilities = objects(hotel.facilities)
    .filter(({ indYesOrNo, indLogic }) => indYesOrNo !== false && indLogic !== false)
    .flatMap(facility => facilityName(facility, names) ?? []);
  return {
    texts: description === null ? {} : { [language]: description },
    facilities: [...new Set(facilities)],
    policies: [],
  };
}

function roomsOf(hotel: Json, names: CodeNames): SuppliedHotelRoom[] {
  const own = new Map(
    objects(hotel.wildcards).map(({ roomType, hotelRoomDescription }) => [
      asText(roomType) ?? '',
      contentOf(hotelRoomDescription, MAX_NAME),
    ]),
  );
  return objects(hotel.rooms).flatMap(room => {
    const code = asText(room.roomCode);
    if (code === undefined) return [];
    const type = asText(room.roomType);
    const characteristic = asText(room.characteristicCode);
    return [
      {
        supplierRoomId: code,
        name: own.get(code) ?? shortText(room.description) ?? names.rooms.get(code) ?? code,
        maxTotal: asCount(room.maxPax) ?? null,
        maxAdults: asCount(room.maxAdults) ?? null,
        maxChildren: asCount(room.maxChildren) ?? null,
        beds: bedsOf(room, names),
        attributes: {
          ...(type !== undefined && { type }),
          ...(characteristic !== undefined && { characteristic }),
        },
      },
    ];
  });
}

function bedsOf(room: Json, names: CodeNames): string[] {
  const facilities = objects(room.roomStays).flatMap(stay => objects(stay.roomStayFacilities));
  return facilities
    .filter(({ facilityGroupCode }) => facilityGroupCode === BED_FACILITIES)
    .flatMap(facility => {
      const name = facilityName(facility, names);
      return name === undefined ? [] : [`${asCount(facility.number) ?? 1} ${name}`];
    });
}

function facilityName({ facilityGroupCode, facilityCode }: Json, names: CodeNames): string | undefined {
  return names.facilities.get(`${facilityGroupCode}:${facilityCode}`);
}

function objects(value: unknown): Json[] {
  return (asList(value) ?? []).map(each => asObject(each) ?? {});
}

/** Hotelbeds sends most texts as `{ content }`. */
export function contentOf(value: unknown, maxLength: number): string | null {
  const text = asText(asObject(value)?.content);
  return text === undefined ? null : plainText(text, maxLength) || null;
}

function shortText(value: unknown): string | null {
  return typeof value === 'string' ? plainText(value, MAX_NAME) || null : null;
}

function named(code: unknown, names: Map<string, string>): string | null {
  return typeof code === 'string' ? (names.get(code) ?? null) : null;
}

/** Hotelbeds sends the coordinates 0, 0 if it does not know them. */
function locationOf(value: unknown): { lat: number; lng: number } | null {
  const { latitude, longitude } = asObject(value) ?? {};
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth && (latitude !== 0 || longitude !== 0) ? { lat: latitude, lng: longitude } : null;
}
