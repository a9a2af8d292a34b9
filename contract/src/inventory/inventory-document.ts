/**
 * How a property sells its own rooms: everything but the nights. One document a property; it is what is stored, and what files
 * bring and take away. Prices, restrictions and rooms of the nights are in `inventory-cells.ts`.
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

/** What a plan's amounts are for: a room, each adult, or a room with so many adults. */
export const PRICE_MODELS = ['PER_ROOM', 'PER_PERSON', 'PER_OCCUPANCY'] as const;

/** What an amount of a tax or fee is multiplied by. */
export const CHARGE_BASES = [
  'PER_STAY',
  'PER_NIGHT',
  'PER_ROOM',
  'PER_ROOM_PER_NIGHT',
  'PER_PERSON',
  'PER_PERSON_PER_NIGHT',
] as const;

/** Children of these ages, at check-in. */
const ageBand = () =>
  z.strictObject({
    code: inventoryCode(),
    fromAge: count(0, MAX_CHILD_AGE),
    toAge: count(0, MAX_CHILD_AGE).describe('Included.'),
    infant: flag()
      .default(false)
      .describe('Infants need no bed, unless the room says so. False when absent.'),
  });

const soldRoom = () =>
  z.strictObject({
    roomCode: roomCode().describe("As in the hotel catalogue. The catalogue's limits count as well."),
    baseOccupancy: count(1, 20).describe(
      'People whom a PER_ROOM amount covers: adults first, then the oldest children.',
    ),
    maxAdults: count(1, 20),
    maxChildren: count(0, 20).describe('Children with a bed.'),
    maxInfants: count(0, 20).default(0).describe('Infants without a bed. 0 when absent.'),
    maxTotal: count(1, 20).describe('Everyone who needs a bed.'),
    infantsTakeBed: flag()
      .default(false)
      .describe('Then infants are children like others. False when absent.'),
    freeChildren: count(0, 20)
      .default(0)
      .describe('So many children pay nothing for the room, the youngest first. 0 when absent.'),
    extraAdult: plainAmount()
      .optional()
      .describe('A night of an adult beyond the base occupancy, where the night names no price.'),
    children: byBand(plainAmount())
      .optional()
      .describe('A night of a child, where the night names no price.'),
  });

/** How a plan's prices follow from its parent's. Only what the plan itself does not name for a night is inherited. */
const derivation = () =>
  z
    .strictObject({
      plan: inventoryCode().describe('The parent. At most three plans stand above one.'),
      percent: signedPercent().optional().describe('On all inherited prices: `"-10"` is a tenth cheaper.'),
      amount: signedAmount().optional().describe('On inherited amounts, not on extra adults and children.'),
    })
    .check(exactlyOneOf('percent', 'amount'))
    .describe('How its prices follow from those of another plan: by `percent` or by `amount`.');

const markets = () =>
  z
    .strictObject({
      include: z.array(isoCountryCode()).min(1).max(250).optional(),
      exclude: z.array(isoCountryCode()).min(1).max(250).optional(),
    })
    .check(exactlyOneOf('include', 'exclude'))
    .describe(
      'Nationalities of guests: only those of `include`, or all but those of `exclude`. Sold to everyone when absent.',
    );

const ratePlan = () =>
  z.strictObject({
    code: inventoryCode(),
    name: z.record(languageTag(), lineOfText(200)).describe('By language tag: `{"en": "Flexible"}`.'),
    board: boardCode(),
    priceModel: choice(PRICE_MODELS).describe("A derived plan has its parent's."),
    payment: choice(PAYMENT_TYPES).default('MERCHANT').describe('MERCHANT when absent.'),
    rooms: z.array(roomCode()).min(1).max(200).describe('The rooms it sells.'),
    derivedFrom: derivation().optional(),
    markets: markets().optional(),
    bookingWindow: z
      .strictObject({ from: calendarDate().optional(), to: calendarDate().optional() })
      .optional()
      .describe('Dates at the property on which it can be booked, both included.'),
    cancellationPolicy: inventoryCode()
      .optional()
      .describe('Without a policy nothing is given back: the plan is non-refundable.'),
    supplement: z
      .strictObject({ adult: plainAmount(), children: byBand(plainAmount()).optional() })
      .optional()
      .describe(
        "For the board, for each person and night, on top of the night's price and never derived. Children whose band is not named pay as adults, infants nothing.",
      ),
    active: flag().default(true).describe('True when absent.'),
  });

const penalty = () =>
  z
    .strictObject({
      percent: percent().optional().describe('Of the price of the stay.'),
      nights: count(1, 30).optional().describe('The price of the first nights of every room.'),
      amount: plainAmount().optional().describe('For each room.'),
    })
    .check(exactlyOneOf('percent', 'nights', 'amount'))
    .describe('One of `percent`, `nights` and `amount`; never more than the price of the stay.');

/** From when on a cancellation costs: always, or so long before arrival on the property's clocks. */
const penaltyRule = () =>
  z
    .strictObject({
      always: z.literal(true).optional(),
      daysBefore: count(0, 365).optional().describe('From `at` so many days before the day of arrival.'),
      hoursBefore: count(0, 8_760).optional().describe('So many hours before `at` on the day of arrival.'),
      at: localTime().default('00:00').describe('00:00 when absent.'),
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
        'Each with one of `always`, `daysBefore` and `hoursBefore`. In any order; the highest penalty that has begun counts.',
      ),
    noShow: penalty().describe('The penalty of a guest who never arrives, from the day after arrival.'),
  });

const charge = () =>
  z
    .strictObject({
      code: listCode(),
      description: lineOfText(200),
      type: choice(['TAX', 'FEE']),
      collection: choice(['INCLUDED', 'PAY_AT_PROPERTY']).describe(
        'INCLUDED: the prices contain it already. PAY_AT_PROPERTY: on top, paid there.',
      ),
      percent: percent()
        .optional()
        .describe('Of the price: without the charges in it where INCLUDED, else of all of it.'),
      amount: plainAmount().optional().describe('Instead of `percent`, with a `basis`.'),
      basis: choice(CHARGE_BASES).optional().describe('Of an `amount`.'),
      minimumAge: count(0, MAX_CHILD_AGE + 1)
        .optional()
        .describe('Younger children are not counted, where an `amount` is for each person.'),
      maximumNights: count(1, 365)
        .optional()
        .describe('Later nights are not counted, where an `amount` is for each night.'),
    })
    .check(exactlyOneOf('percent', 'amount'));

const documentShape = () => ({
  currency: isoCurrencyCode().describe('Of every amount of the property.'),
  ageBands: z
    .array(ageBand())
    .max(8)
    .default([])
    .describe('Age bands must not overlap. A child outside every band counts as an adult.'),
  rooms: z.array(soldRoom()).min(1).max(200),
  plans: z.array(ratePlan()).min(1).max(200),
  cancellationPolicies: z.array(cancellationPolicy()).max(50).default([]),
  charges: z.array(charge()).max(50).default([]),
});

export const inventoryDocument = () =>
  z
    .strictObject({ hotelId: hotelId().describe('A hotel of the catalogue.'), ...documentShape() })
    .check(...documentRules);

/** How a line of a file names its hotel: by our id or by the operator's own. */
export const namedHotelShape = () => ({
  hotelId: hotelId().optional().describe('A hotel of the catalogue. Either this or `sourceId`.'),
  sourceId: sourceId().optional().describe('The hotel by your own id, as in the catalogue file.'),
});

/** A document on a line of a file. */
export const propertyRecord = () =>
  z.strictObject({ ...namedHotelShape(), ...documentShape() }).check(identityRule, ...documentRules);
export type InventoryDocument = z.infer<ReturnType<typeof inventoryDocument>>;
export type InventoryPlan = InventoryDocument['plans'][number];
export type InventoryRoom = InventoryDocument['rooms'][number];
export type InventoryPolicy = InventoryDocument['cancellationPolicies'][number];
export type InventoryPenalty = InventoryPolicy['noShow'];
export type InventoryCharge = InventoryDocument['charges'][number];
