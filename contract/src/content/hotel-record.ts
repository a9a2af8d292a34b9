/** A hotel of the catalogue. */
import { z } from 'zod';
import { hotelId, placeId } from '../shared/ids.ts';
import { location } from '../shared/location.ts';
import { stars } from '../shared/lodging.ts';
import { codedText, localisedText } from '../shared/text.ts';
import {
  choice,
  count,
  countryCode,
  flag,
  instant,
  listCode,
  localTime,
  metres,
  opaque,
  timeZone,
} from '../shared/values.ts';
import { HOTEL_TYPES } from './code-lists.ts';
import { facilityUse, image, nameLanguage, recordStatus } from './content-record.ts';

/** Codes of the texts in `policies`. */
export const POLICY_CODES = [
  'CHECK_IN',
  'CHECK_OUT',
  'CHILDREN',
  'EXTRA_BEDS',
  'PETS',
  'DEPOSIT',
  'PAYMENT',
  'MANDATORY_FEES',
  'OPTIONAL_FEES',
  'GOOD_TO_KNOW',
] as const;

const period = () =>
  z.strictObject({ from: localTime().nullable(), until: localTime().nullable() }).describe('Local times.');

const policies = z.strictObject({
  minimumCheckInAge: count(0, 99).nullable(),
  childrenAllowed: flag().nullable(),
  petsAllowed: flag().nullable(),
  texts: z.array(codedText().extend({ code: choice(POLICY_CODES) })),
});

const hotelShape = () => ({
  hotelId: hotelId(),
  status: recordStatus(),
  mergedInto: hotelId().nullable().describe('The hotel that took over, where `status` is MERGED.'),
  updatedAt: instant(),
  name: z.string(),
  language: nameLanguage(),
  type: choice(HOTEL_TYPES),
  categoryCode: listCode().nullable().describe('As the category list explains it.'),
  stars: stars().nullable(),
  chain: z.strictObject({ code: listCode(), name: z.string() }).nullable(),
  address: z.strictObject({
    street: z.string().nullable(),
    postalCode: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    countryCode: countryCode(),
  }),
  location: location(),
  timeZone: timeZone().nullable(),
  canonicalCityId: placeId().nullable().describe('The place the hotel belongs to.'),
  checkIn: period(),
  checkOut: period(),
  contact: z.strictObject({
    phone: z.string().nullable(),
    email: z.string().nullable(),
    website: z.string().nullable(),
  }),
  externalIds: z
    .strictObject({ giata: opaque(64).optional() })
    .describe('Ids of the same hotel elsewhere, where they are known.'),
});

export const hotelRecord = () =>
  z.strictObject({
    ...hotelShape(),
    description: localisedText().nullable().optional().describe('With `include`.'),
    images: z.array(image()).optional().describe('With `include`.'),
    facilities: z.array(facilityUse()).optional().describe('With `include`.'),
    policies: policies.nullable().optional().describe('With `include`.'),
  });
export type HotelRecord = z.infer<ReturnType<typeof hotelRecord>>;

/** A hotel found around a place. */
export const nearbyHotel = () =>
  z.strictObject({
    ...hotelShape(),
    distanceMeters: metres(0, 30_000_000).describe('From the centre of the destination.'),
  });
export type NearbyHotel = z.infer<ReturnType<typeof nearbyHotel>>;
