/**
 * The catalogue file that operators import and export: one hotel with its rooms per line (JSON Lines), or separate
 * files with one row per hotel and per room (CSV). Omitted values are unknown. The records are stored as they are, so
 * importing an export restores the same catalogue.
 */
import { z } from 'zod';
import { CATEGORY_CODES, HOTEL_TYPES, IMAGE_KINDS } from '../content/code-lists.ts';
import { RECORD_STATUSES } from '../content/content-record.ts';
import { FACILITY_CODES } from '../content/facility-list.ts';
import { POLICY_CODES } from '../content/hotel-record.ts';
import { ROOM_CLASSES, ROOM_VIEWS, roomCode } from '../content/room-record.ts';
import { hotelId, placeId } from '../shared/ids.ts';
import { location } from '../shared/location.ts';
import { BED_TYPES, bed, stars } from '../shared/lodging.ts';
import { loggable } from '../shared/loggable.ts';
import { rule } from '../shared/rule.ts';
import { freeText, lineOfText } from '../shared/text.ts';
import {
  choice,
  count,
  countryCode,
  flag,
  languageTag,
  listCode,
  localTime,
  opaque,
  timeZone,
} from '../shared/values.ts';

/** A text in several languages, by language tag. The first language is the fallback. */
const inLanguages = <Text extends z.ZodType>(text: Text) =>
  z.record(languageTag(), text).refine(texts => Object.keys(texts).length > 0, {
    error: 'Provide the text in at least one language.',
    params: { code: 'TOO_SMALL' },
  });

/** A code chosen by the operator. It appears in lists, files and URLs, so it must be a single line. */
const ownCode = <Code extends z.ZodString>(code: Code) =>
  code.refine(text => !/[\p{Cc}\p{Cs}]/u.test(text), {
    error: 'Control characters are not allowed.',
    params: { code: 'CONTROL_CHARACTER' },
  });

export const names = () =>
  inLanguages(lineOfText(200)).describe('By language tag: `{"en": "Harbour House"}`.');
export const texts = () =>
  inLanguages(
    freeText(20_000)
      .min(1)
      .refine(text => !/[\0\p{Cs}]/u.test(text), {
        error: 'NUL characters and unpaired surrogates are not allowed.',
        params: { code: 'CONTROL_CHARACTER' },
      }),
  ).describe('By language tag.');

export const facility = () =>
  z.strictObject({
    code: choice(FACILITY_CODES),
    surcharge: flag()
      .nullable()
      .default(null)
      .describe('Whether the guest pays extra. Null or omitted if it is not known.'),
  });

export const picture = () =>
  z.strictObject({
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    kind: choice(IMAGE_KINDS).default('OTHER').describe('Default: OTHER.'),
    caption: texts().optional(),
    width: count(1, 100_000).optional().describe('Pixels.'),
    height: count(1, 100_000).optional().describe('Pixels.'),
  });

export const period = () =>
  z.strictObject({ from: localTime().optional(), until: localTime().optional() }).describe('Local times.');

const mergeRule = rule<{ status: string; mergedInto?: string | undefined }>(
  ['status', 'mergedInto'],
  function* ({ status, mergedInto }) {
    if ((status === 'MERGED') === (mergedInto !== undefined)) return;
    yield {
      path: ['mergedInto'],
      code: 'REASON_MISMATCH',
      message: '`mergedInto` is required with status MERGED and not allowed otherwise.',
    };
  },
);

export const catalogueRoom = () =>
  z
    .strictObject({
      roomCode: ownCode(roomCode()),
      status: choice(RECORD_STATUSES).default('ACTIVE').describe('Default: ACTIVE.'),
      mergedInto: roomCode()
        .optional()
        .describe('With `status` MERGED: the room code, in the same hotel, that replaces this one.'),
      name: names(),
      description: texts().optional(),
      standardName: z
        .strictObject({
          class: choice(ROOM_CLASSES).optional(),
          beds: choice(BED_TYPES).optional(),
          view: choice(ROOM_VIEWS).optional(),
        })
        .optional(),
      beds: z.array(bed()).max(20).default([]),
      occupancy: z.strictObject({
        maxTotal: count(1, 100),
        maxAdults: count(1, 100),
        maxChildren: count(0, 100),
      }),
      sizeSqm: loggable(z.number().positive().max(100_000)).optional().describe('Square metres.'),
      images: z.array(picture()).max(500).default([]),
      amenities: z.array(facility()).max(500).default([]),
    })
    .check(mergeRule);
export type CatalogueRoom = z.infer<ReturnType<typeof catalogueRoom>>;

/** The operator's own id for a hotel. */
export const sourceId = () => ownCode(opaque(200));

export const identityRule = rule<{ hotelId?: string | undefined; sourceId?: string | undefined }>(
  ['hotelId', 'sourceId'],
  function* (hotel) {
    if (hotel.hotelId !== undefined || hotel.sourceId !== undefined) return;
    yield { path: ['hotelId'], code: 'EXACTLY_ONE_REQUIRED', message: 'Specify hotelId or sourceId.' };
  },
);

const roomsRule = rule<{ rooms?: readonly { roomCode: string }[] | undefined }>(
  ['rooms.*.roomCode'],
  function* ({ rooms = [] }) {
    const seen = new Set<string>();
    for (const [i, { roomCode: code }] of rooms.entries()) {
      if (seen.has(code)) {
        yield {
          path: ['rooms', i, 'roomCode'],
          code: 'DUPLICATE',
          message: 'Each room code may appear only once.',
        };
      }
      seen.add(code);
    }
  },
);

const identityShape = () => ({
  hotelId: hotelId()
    .refine(id => /^htl_[A-Za-z0-9_-]{1,60}$/.test(id), {
      error: 'Use htl_ followed by 1 to 60 letters, digits, - or _.',
      params: { code: 'INVALID_FORMAT' },
    })
    .optional()
    .describe(
      'Hotel ID: `htl_` followed by 1 to 60 letters, digits, `-` or `_`. Required unless `sourceId` is given.',
    ),
  sourceId: sourceId()
    .optional()
    .describe(
      "The operator's own ID for the hotel. `hotelId` is derived from it and is the same in every import.",
    ),
  status: choice(RECORD_STATUSES).default('ACTIVE').describe('Default: ACTIVE.'),
  mergedInto: ownCode(opaque(200))
    .optional()
    .describe('With `status` MERGED: the `hotelId` or `sourceId` of the hotel that replaces this one.'),
});

export const address = () =>
  z.strictObject({
    street: lineOfText(300).optional().describe('Street and number.'),
    postalCode: lineOfText(20).optional().describe('Postal code.'),
    city: lineOfText(200).optional().describe('Name of the city.'),
    region: lineOfText(200).optional().describe('Region, province or state.'),
    countryCode: countryCode(),
  });

const placeShape = () => ({
  address: address(),
  location: location(),
  timeZone: timeZone()
    .refine(isTimeZone, { error: 'This is not an IANA time zone.', params: { code: 'INVALID_FORMAT' } })
    .optional()
    .describe('Default: the time zone of the city.'),
  canonicalCityId: placeId().optional().describe('Default: the city at the location of the hotel.'),
});

const policies = () =>
  z.strictObject({
    minimumCheckInAge: count(0, 99).optional(),
    childrenAllowed: flag().optional(),
    petsAllowed: flag().optional(),
    texts: z
      .array(z.strictObject({ code: choice(POLICY_CODES), text: texts() }))
      .max(100)
      .default([]),
  });

export const contact = () =>
  z.strictObject({
    phone: lineOfText(50).optional().describe('Phone number for guests.'),
    email: lineOfText(254).optional().describe('Email address for guests.'),
    website: lineOfText(500).optional().describe('Address of the website.'),
  });

export const catalogueHotel = () =>
  z
    .strictObject({
      ...identityShape(),
      name: names(),
      type: choice(HOTEL_TYPES).default('HOTEL').describe('Default: HOTEL.'),
      categoryCode: choice(CATEGORY_CODES).optional(),
      stars: stars().optional(),
      chain: z.strictObject({ code: listCode(), name: lineOfText(200) }).optional(),
      ...placeShape(),
      checkIn: period().optional(),
      checkOut: period().optional(),
      contact: contact().optional(),
      externalIds: z.strictObject({ giata: opaque(64).optional() }).optional(),
      description: texts().optional(),
      images: z.array(picture()).max(2_000).default([]),
      facilities: z.array(facility()).max(500).default([]),
      policies: policies().optional(),
      rooms: z
        .array(catalogueRoom())
        .max(2_000)
        .optional()
        .describe(
          'All rooms of the hotel. Rooms that are missing from the list become INACTIVE. If the field is omitted, the rooms stay unchanged.',
        ),
    })
    .check(mergeRule, identityRule, roomsRule);
export type CatalogueHotel = z.infer<ReturnType<typeof catalogueHotel>>;

/** A tombstone: retires or merges a hotel, which keeps its last data. */
export const catalogueTombstone = () =>
  z
    .strictObject({ ...identityShape(), status: choice(['INACTIVE', 'MERGED']) })
    .check(mergeRule, identityRule);
export type CatalogueTombstone = z.infer<ReturnType<typeof catalogueTombstone>>;

/** Whether a record is a tombstone: it contains only the identity of a hotel and its final status. */
export function isTombstone(record: object): boolean {
  const { status } = record as { status?: unknown };
  const names = Object.keys(record);
  const identity = ['hotelId', 'sourceId', 'status', 'mergedInto'];
  return status !== undefined && status !== 'ACTIVE' && names.every(name => identity.includes(name));
}

const knownZones = new Set<string>();

function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    knownZones.add(name);
    return true;
  } catch {
    return false;
  }
}
