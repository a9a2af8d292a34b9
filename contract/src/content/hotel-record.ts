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
  z
    .strictObject({ from: localTime().nullable(), until: localTime().nullable() })
    .describe('Local times at the property.');

const policies = z.strictObject({
  minimumCheckInAge: count(0, 99).nullable(),
  childrenAllowed: flag().nullable(),
  petsAllowed: flag().nullable(),
  texts: z.array(codedText().extend({ code: choice(POLICY_CODES) })),
});

const hotelShape = () => ({
  hotelId: hotelId(),
  status: recordStatus(),
  mergedInto: hotelId().nullable().describe('With `status` `MERGED`: the hotel that replaces this one.'),
  updatedAt: instant(),
  name: z.string(),
  language: nameLanguage(),
  type: choice(HOTEL_TYPES),
  categoryCode: listCode().nullable().describe('Code from the category list.'),
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
  canonicalCityId: placeId().nullable().describe('The place in which the hotel is listed.'),
  checkIn: period(),
  checkOut: period(),
  contact: z.strictObject({
    phone: z.string().nullable(),
    email: z.string().nullable(),
    website: z.string().nullable(),
  }),
  externalIds: z
    .strictObject({ giata: opaque(64).optional() })
    .describe('IDs of the same hotel in other systems, if known.'),
});

export const hotelRecord = () =>
  z.strictObject({
    ...hotelShape(),
    description: localisedText()
      .nullable()
      .optional()
      .describe(
        'Present only with `include: ["description"]`. If the catalogue has no text in the requested language, a provider\'s text is returned, if there is one. A change to such a text alone does not change `updatedAt`.',
      ),
    images: z.array(image()).optional().describe('Present only with `include: ["images"]`.'),
    facilities: z.array(facilityUse()).optional().describe('Present only with `include: ["facilities"]`.'),
    policies: policies.nullable().optional().describe('Present only with `include: ["policies"]`.'),
  });
export type HotelRecord = z.infer<ReturnType<typeof hotelRecord>>;

export const nearbyHotel = () =>
  z.strictObject({
    ...hotelShape(),
    distanceMeters: metres(0, 30_000_000).describe('Distance from the centre of the destination, in metres.'),
  });
export type NearbyHotel = z.infer<ReturnType<typeof nearbyHotel>>;
