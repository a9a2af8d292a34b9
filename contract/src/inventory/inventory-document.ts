/**
 * Defines how a property sells its own rooms. There is one document per property, which is stored, imported and
 * exported in this form. Allotments, prices and restrictions per night are in `inventory-cells.ts`.
 */
import { z } from 'zod';
import { MAX_CHILD_AGE } from '../booking/occupancy.ts';
import { PAYMENT_TYPES } from '../booking/offer.ts';
import { identityRule, sourceId } from '../catalogue/catalogue-file.ts';
import { roomCode } from '../content/room-record.ts';
import { hotelId } from '../shared/ids.ts';
import { isoCountryCode, isoCurrencyCode } from '../shared/iso-codes.ts';
import { boardCode } from '../shared/lodging.ts';
import { exactlyOneOf } from '../shared/rule.ts';
import { lineOfText } from '../shared/text.ts';
import {
  calendarDate,
  choice,
  count,
  flag,
  languageTag,
  listCode,
  localTime,
  percent,
} from '../shared/values.ts';
import { documentRules } from './document-rules.ts';
import { byBand, inventoryCode, plainAmount, signedAmount, signedPercent } from './inventory-values.ts';

/** The unit that a price is for: a room, each adult, or a room with a given number of adults. */
export const PRICE_MODELS = ['PER_ROOM', 'PER_PERSON', 'PER_OCCUPANCY'] as const;

/** The units that the amount of a tax or fee is multiplied by. */
export const CHARGE_BASES = [
  'PER_STAY',
  'PER_NIGHT',
  'PER_ROOM',
  'PER_ROOM_PER_NIGHT',
  'PER_PERSON',
  'PER_PERSON_PER_NIGHT',
] as const;

/** A range of child ages at check-in. */
const ageBand = () =>
  z.strictObject({
    code: inventoryCode(),
    fromAge: count(0, MAX_CHILD_AGE),
    toAge: count(0, MAX_CHILD_AGE).describe('Included.'),
    infant: flag()
      .default(false)
      .describe(
        'Whether children in this band are infants. Infants need no bed, unless the room sets `infantsTakeBed`. Default: false.',
      ),
  });

const soldRoom = () =>
  z.strictObject({
    roomCode: roomCode().describe(
      'Room code from the hotel catalogue. The occupancy limits of the catalogue apply as well.',
    ),
    baseOccupancy: count(1, 20).describe(
      'Number of people that a PER_ROOM amount covers: adults first, then children from the oldest to the youngest.',
    ),
    maxAdults: count(1, 20),
    maxChildren: count(0, 20).describe('Maximum number of children with a bed.'),
    maxInfants: count(0, 20).default(0).describe('Maximum number of infants without a bed. Default: 0.'),
    maxTotal: count(1, 20).describe('Maximum number of people who need a bed.'),
    infantsTakeBed: flag()
      .default(false)
      .describe('Whether infants need a bed and count as children. Default: false.'),
    freeChildren: count(0, 20)
      .default(0)
      .describe('Number of children who stay free of charge, youngest first. Default: 0.'),
    extraAdult: plainAmount()
      .optional()
      .describe('Price per night for each adult beyond the base occupancy, unless the night sets its own.'),
    children: byBand(plainAmount())
      .optional()
      .describe('Price per night for each child, by age band, unless the night sets its own.'),
  });

/**
 * How the prices of a plan are derived from its parent. Values that the plan sets itself for a night are not
 * derived.
 */
const derivation = () =>
  z
    .strictObject({
      plan: inventoryCode().describe('The parent plan. A plan may have at most three levels of parents.'),
      percent: signedPercent()
        .optional()
        .describe('Change to all inherited prices: `"-10"` makes them 10 % cheaper.'),
      amount: signedAmount()
        .optional()
        .describe(
          'Change to the inherited room or adult price. It does not apply to extra adults and children.',
        ),
    })
    .check(exactlyOneOf('percent', 'amount'))
    .describe('How the prices are derived from another plan: by `percent` or by `amount`.');

const markets = () =>
  z
    .strictObject({
      include: z.array(isoCountryCode()).min(1).max(250).optional(),
      exclude: z.array(isoCountryCode()).min(1).max(250).optional(),
    })
    .check(exactlyOneOf('include', 'exclude'))
    .describe(
      'Nationalities to which the plan is sold: only those in `include`, or all except those in `exclude`. Default: all.',
    );

const ratePlan = () =>
  z.strictObject({
    code: inventoryCode(),
    name: z.record(languageTag(), lineOfText(200)).describe('By language tag: `{"en": "Flexible"}`.'),
    board: boardCode(),
    priceModel: choice(PRICE_MODELS).describe('A derived plan must use the price model of its parent.'),
    payment: choice(PAYMENT_TYPES).default('MERCHANT').describe('Default: MERCHANT.'),
    rooms: z.array(roomCode()).min(1).max(200).describe('The rooms that the plan sells.'),
    derivedFrom: derivation().optional(),
    markets: markets().optional(),
    bookingWindow: z
      .strictObject({ from: calendarDate().optional(), to: calendarDate().optional() })
      .optional()
      .describe('Dates at the property on which the plan can be booked, including `from` and `to`.'),
    cancellationPolicy: inventoryCode().optional().describe('A plan without a policy is non-refundable.'),
    supplement: z
      .strictObject({ adult: plainAmount(), children: byBand(plainAmount()).optional() })
      .optional()
      .describe(
        'Board supplement per person and night, added to the price of the night. Derived plans do not inherit it. If an age band is not listed, its children pay the adult supplement, or nothing if they are infants.',
      ),
    active: flag().default(true).describe('Whether the plan is sold. Default: true.'),
  });

const penalty = () =>
  z
    .strictObject({
      percent: percent().optional().describe('Percentage of the price of the stay.'),
      nights: count(1, 30)
        .optional()
        .describe('Number of nights, charged at the price of the first nights of each room.'),
      amount: plainAmount().optional().describe('Amount per room.'),
    })
    .check(exactlyOneOf('percent', 'nights', 'amount'))
    .describe('One of `percent`, `nights` and `amount`. Never more than the price of the stay.');

/** When a penalty applies: always, or from a given time before arrival in the time zone of the property. */
const penaltyRule = () =>
  z
    .strictObject({
      always: z.literal(true).optional(),
      daysBefore: count(0, 365)
        .optional()
        .describe('The penalty starts at `at`, this number of days before the day of arrival.'),
      hoursBefore: count(0, 8_760)
        .optional()
        .describe('The penalty starts this number of hours before `at` on the day of arrival.'),
      at: localTime().default('00:00').describe('Default: 00:00.'),
      penalty: penalty(),
    })
    .check(exactlyOneOf('always', 'daysBefore', 'hoursBefore'));

const cancellationPolicy = () =>
  z.strictObject({
    code: inventoryCode(),
    rules: z
      .array(penaltyRule())
      .max(20)
      .describe(
        'Each rule has exactly one of `always`, `daysBefore` or `hoursBefore`. Their order does not matter. If several rules apply, the highest penalty is charged.',
      ),
    noShow: penalty().describe(
      'Penalty if the guest does not arrive. It applies from the day after the arrival date.',
    ),
  });

const charge = () =>
  z
    .strictObject({
      code: listCode(),
      description: lineOfText(200),
      type: choice(['TAX', 'FEE']),
      collection: choice(['INCLUDED', 'PAY_AT_PROPERTY']).describe(
        'INCLUDED: already part of the prices. PAY_AT_PROPERTY: paid at the property in addition to the price.',
      ),
      percent: percent()
        .optional()
        .describe(
          'Percentage of the price. For INCLUDED, it applies to the price without the included charges, otherwise to the full price.',
        ),
      amount: plainAmount().optional().describe('Alternative to `percent`. Requires a `basis`.'),
      basis: choice(CHARGE_BASES).optional().describe('The units that `amount` is multiplied by.'),
      minimumAge: count(0, MAX_CHILD_AGE + 1)
        .optional()
        .describe('Minimum age to be charged, if the `amount` is per person.'),
      maximumNights: count(1, 365)
        .optional()
        .describe('Maximum number of nights to be charged, if the `amount` is per night.'),
    })
    .check(exactlyOneOf('percent', 'amount'));

const documentShape = () => ({
  currency: isoCurrencyCode().describe('Currency of all amounts of the property.'),
  ageBands: z
    .array(ageBand())
    .max(8)
    .default([])
    .describe('Age bands must not overlap. A child outside all bands counts as an adult.'),
  rooms: z.array(soldRoom()).min(1).max(200).describe('The rooms that the property sells.'),
  plans: z.array(ratePlan()).min(1).max(200).describe('The rate plans.'),
  cancellationPolicies: z
    .array(cancellationPolicy())
    .max(50)
    .default([])
    .describe('The cancellation policies of the rate plans.'),
  charges: z.array(charge()).max(50).default([]).describe('Taxes and fees.'),
});

export const inventoryDocument = () =>
  z
    .strictObject({ hotelId: hotelId().describe('ID of a hotel in the catalogue.'), ...documentShape() })
    .check(...documentRules);

/** How a line in a file identifies its hotel: by hotel id or by the operator's own id. */
export const namedHotelShape = () => ({
  hotelId: hotelId()
    .optional()
    .describe('ID of a hotel in the catalogue. Required unless `sourceId` is given.'),
  sourceId: sourceId().optional().describe("The operator's own ID for the hotel, as in the catalogue file."),
});

/** A document as a line in a file. */
export const propertyRecord = () =>
  z.strictObject({ ...namedHotelShape(), ...documentShape() }).check(identityRule, ...documentRules);
export type InventoryDocument = z.infer<ReturnType<typeof inventoryDocument>>;
export type InventoryPlan = InventoryDocument['plans'][number];
export type InventoryRoom = InventoryDocument['rooms'][number];
export type InventoryPolicy = InventoryDocument['cancellationPolicies'][number];
export type InventoryPenalty = InventoryPolicy['noShow'];
export type InventoryCharge = InventoryDocument['charges'][number];
