/**
 * The catalogue as operators bring it and take it away: one hotel with its rooms a line of JSON Lines, or a row of CSV.
 * What is left out is unknown. What is stored is this record, so an export read back is the same catalogue.
 */
import { z } from 'zod';
import { CATEGORY_CODES, HOTEL_TYPES } from '../content/code-lists.ts';
import { IMAGE_KINDS, RECORD_STATUSES } from '../content/content-record.ts';
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

/** One text in several languages, by language tag. The first is the one given when no other serves. */
const inLanguages = <Text extends z.ZodType>(text: Text) =>
  z.record(languageTag(), text).refine(texts => Object.keys(texts).length > 0, {
    error: 'Give the text in at least one language.',
    params: { code: 'TOO_SMALL' },
  });

/** A code of the operator's own. It stands in lists, files and addresses, so it is one line. */
const ownCode = <Code extends z.ZodString>(code: Code) =>
  code.refine(text => !/[\p{Cc}\p{Cs}]/u.test(text), {
    error: 'Control characters are not allowed.',
    params: { code: 'CONTROL_CHARACTER' },
  });

const names = () => inLanguages(lineOfText(200)).describe('By language tag: `{"en": "Harbour House"}`.');
const texts = () =>
  inLanguages(
    freeText(20_000)
      .min(1)
      .refine(text => !/[\0\p{Cs}]/u.test(text), {
        error: 'Zero characters and halves of a surrogate pair are not allowed.',
        params: { code: 'CONTROL_CHARACTER' },
      }),
  ).describe('By language tag.');

const facility = () =>
  z.strictObject({
    code: choice(FACILITY_CODES),
    surcharge: flag()
      .nullable()
      .default(null)
      .describe('Whether the guest pays extra. Null or absent: not known.'),
  });

const picture = () =>
  z.strictObject({
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    kind: choice(IMAGE_KINDS).default('OTHER').describe('When absent, OTHER.'),
    caption: texts().optional(),
    width: count(1, 100_000).optional().describe('Pixels.'),
    height: count(1, 100_000).optional().describe('Pixels.'),
  });

const period = () =>
  z.strictObject({ from: localTime().optional(), until: localTime().optional() }).describe('Local times.');

const mergeRule = rule<{ status: string; mergedInto?: string | undefined }>(
  ['status', 'mergedInto'],
  function* ({ status, mergedInto }) {
    if ((status === 'MERGED') === (mergedInto !== undefined)) return;
    yield {
      path: ['mergedInto'],
      code: 'REASON_MISMATCH',
      message: 'Give mergedInto with status MERGED, and only then.',
    };
  },
);

export const catalogueRoom = () =>
  z
    .strictObject({
      roomCode: ownCode(roomCode()),
      status: choice(RECORD_STATUSES).default('ACTIVE').describe('When absent, ACTIVE.'),
      mergedInto: roomCode()
        .optional()
        .describe('The room code of the same hotel that took over, with `status` MERGED.'),
      name: names(),
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

/** The operator's own id of a hotel. */
export const sourceId = () => ownCode(opaque(200));

export const identityRule = rule<{ hotelId?: string | undefined; sourceId?: string | undefined }>(
  ['hotelId', 'sourceId'],
  function* (hotel) {
    if (hotel.hotelId !== undefined || hotel.sourceId !== undefined) return;
    yield { path: ['hotelId'], code: 'EXACTLY_ONE_REQUIRED', message: 'Give hotelId or sourceId.' };
  },
);

const roomsRule = rule<{ rooms?: readonly { roomCode: string }[] | undefined }>(
  ['rooms.*.roomCode'],
  function* ({ rooms = [] }) {
    const seen = new Set<string>();
    for (const [i, { roomCode: code }] of rooms.entries()) {
      if (seen.has(code)) {
        yield { path: ['rooms', i, 'roomCode'], code: 'DUPLICATE', message: 'Name each room code once.' };
      }
      seen.add(code);
    }
  },
);

const identityShape = () => ({
  hotelId: hotelId()
    .refine(id => /^htl_[A-Za-z0-9_-]{1,60}$/.test(id), {
      error: 'A hotel id is htl_ and 1 to 60 letters, digits, - or _.',
      params: { code: 'INVALID_FORMAT' },
    })
    .optional()
    .describe('Ours: `htl_` and 1 to 60 letters, digits, `-` or `_`. Either this or `sourceId`.'),
  sourceId: sourceId()
    .optional()
    .describe('Yours. The hotel gets an id of ours, and the same one every time.'),
  status: choice(RECORD_STATUSES).default('ACTIVE').describe('When absent, ACTIVE.'),
  mergedInto: ownCode(opaque(200))
    .optional()
    .describe('The hotel that took over, with `status` MERGED: its `hotelId`, or its `sourceId`.'),
});

const placeShape = () => ({
  address: z.strictObject({
    street: lineOfText(300).optional(),
    postalCode: lineOfText(20).optional(),
    city: lineOfText(200).optional(),
    region: lineOfText(200).optional(),
    countryCode: countryCode(),
  }),
  location: location(),
  timeZone: timeZone()
    .refine(isTimeZone, { error: 'Not a time zone of the IANA list.', params: { code: 'INVALID_FORMAT' } })
    .optional()
    .describe('When absent, that of the city.'),
  canonicalCityId: placeId().optional().describe('When absent, the city around its location.'),
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

const contact = () =>
  z.strictObject({
    phone: lineOfText(50).optional(),
    email: lineOfText(254).optional(),
    website: lineOfText(500).optional(),
  });

export const catalogueHotel = () =>
  z
    .strictObject({
      ...identityShape(),
      name: names(),
      type: choice(HOTEL_TYPES).default('HOTEL').describe('When absent, HOTEL.'),
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
          'All rooms of the hotel: one that is missing becomes INACTIVE. When absent, rooms stay as they are.',
        ),
    })
    .check(mergeRule, identityRule, roomsRule);
export type CatalogueHotel = z.infer<ReturnType<typeof catalogueHotel>>;

/** A hotel that ends and of which no more is said: it keeps the data it has. */
export const catalogueTombstone = () =>
  z
    .strictObject({ ...identityShape(), status: choice(['INACTIVE', 'MERGED']) })
    .check(mergeRule, identityRule);
export type CatalogueTombstone = z.infer<ReturnType<typeof catalogueTombstone>>;

/** Whether a record names a hotel and its end, and nothing else. */
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
