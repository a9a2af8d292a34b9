/**
 * The nights of own inventory: allotments, prices and restrictions. A line covers a range of nights and sets
 * only the given fields; null clears a value. A night without rooms or without a price is closed.
 */
import { z } from 'zod';
import { MAX_NIGHTS } from '../booking/availability.ts';
import { identityRule } from '../catalogue/catalogue-file.ts';
import { roomCode } from '../content/room-record.ts';
import { rule } from '../shared/rule.ts';
import { choice, count, flag } from '../shared/values.ts';
import { namedHotelShape, propertyRecord } from './inventory-document.ts';
import { byBand, inventoryCode, nightRangeRule, nightRangeShape, plainAmount } from './inventory-values.ts';

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
const MAX_DAYS = 1_000;

const nightsShape = () => ({
  roomCode: roomCode(),
  ...nightRangeShape(),
  weekdays: z
    .array(choice(WEEKDAYS))
    .min(1)
    .max(7)
    .optional()
    .describe('Only nights that start on these weekdays. Default: all nights of the range.'),
});

/**
 * Exports mark lines with a code that the document does not contain. On unmarked lines, such a code is rejected as a
 * misspelling.
 */
const keptShape = () => ({
  kept: z
    .literal(true)
    .optional()
    .describe(
      'Allows a room, plan or age band that the document does not contain. Its nights are stored but not sold. Exports mark such lines.',
    ),
});

const allotmentShape = () => ({
  ...nightsShape(),
  total: count(0, 100_000).describe(
    'Number of rooms of this type for all rate plans together, including rooms already sold.',
  ),
});
const allotmentRecord = () =>
  z
    .strictObject({ ...namedHotelShape(), ...allotmentShape(), ...keptShape() })
    .check(identityRule, nightRangeRule);
export type AllotmentLine = LineOf<ReturnType<typeof allotmentRecord>>;

/** A line after its hotel has been identified. */
type LineOf<Record extends z.ZodType> = Omit<z.infer<Record>, 'hotelId' | 'sourceId'> & { hotelId: string };

const days = (max: number) => count(0, max).nullable().optional();

/** Prices and restrictions of a rate plan for each night. Each field is set separately; null clears it. */
export const rateFieldsShape = () => ({
  amount: plainAmount()
    .nullable()
    .optional()
    .describe('Price per night for the room (PER_ROOM) or for each adult (PER_PERSON).'),
  byAdults: z
    .record(z.string().regex(/^([1-9]|1\d|20)$/), plainAmount().nullable())
    .optional()
    .describe(
      'Price per night for the room, by number of adults (PER_OCCUPANCY): `{"1": "80.00", "2": "95.00"}`.',
    ),
  extraAdult: plainAmount()
    .nullable()
    .optional()
    .describe('Price per night for each adult beyond the base occupancy.'),
  children: byBand(plainAmount().nullable())
    .optional()
    .describe('Price per night for each child, by age band.'),
  stopSell: flag()
    .nullable()
    .optional()
    .describe('If true, this rate plan and room type are not sold for the night.'),
  closedToArrival: flag().nullable().optional().describe('If true, no stay may start on this date.'),
  closedToDeparture: flag().nullable().optional().describe('If true, no stay may end on this date.'),
  minStayArrival: days(MAX_NIGHTS).describe('Minimum number of nights for stays that start on this date.'),
  minStayThrough: days(MAX_NIGHTS).describe('Minimum number of nights for stays that include this night.'),
  maxStay: days(MAX_NIGHTS).describe(
    'Maximum number of nights for stays that start on this date. 0 means no limit.',
  ),
  minAdvance: days(MAX_DAYS).describe(
    'Minimum number of days between booking and arrival, for stays that start on this date.',
  ),
  maxAdvance: days(MAX_DAYS).describe(
    'Maximum number of days between booking and arrival, for stays that start on this date.',
  ),
});

const rateRecord = () =>
  z
    .strictObject({
      ...namedHotelShape(),
      ...nightsShape(),
      planCode: inventoryCode(),
      ...rateFieldsShape(),
      ...keptShape(),
    })
    .check(identityRule, nightRangeRule);
export type RateLine = LineOf<ReturnType<typeof rateRecord>>;

export const RATE_FIELDS = [
  'amount',
  'byAdults',
  'extraAdult',
  'children',
  'stopSell',
  'closedToArrival',
  'closedToDeparture',
  'minStayArrival',
  'minStayThrough',
  'maxStay',
  'minAdvance',
  'maxAdvance',
] as const satisfies readonly (keyof ReturnType<typeof rateFieldsShape>)[];

const allotmentOrRate = rule<Readonly<Record<string, unknown>>>(['planCode'], function* (cell) {
  const members = RATE_FIELDS.filter(name => cell[name] !== undefined);
  if (cell.planCode !== undefined) {
    if (cell.total !== undefined) {
      yield {
        path: ['total'],
        code: 'NOT_ALLOWED',
        message: 'Allotments apply to all plans together. Omit planCode or total.',
      };
    }
    return;
  }
  for (const name of members) {
    yield {
      path: [name],
      code: 'NOT_ALLOWED',
      message: 'This field belongs to a rate plan. Specify its planCode.',
    };
  }
  if (members.length === 0 && cell.total === undefined) {
    yield {
      path: ['total'],
      code: 'REQUIRED',
      message: 'Specify total, or a planCode with at least one price or restriction.',
    };
  }
});

const expectedFits = rule<{ planCode?: unknown; expected?: Readonly<Record<string, unknown>> | undefined }>(
  ['planCode', 'expected'],
  function* ({ planCode, expected = {} }) {
    const isRate = planCode !== undefined;
    const message = isRate
      ? 'A rate plan has no total. Omit planCode or total.'
      : 'This field belongs to a rate plan. Specify its planCode.';
    for (const name of isRate ? ['total'] : RATE_FIELDS) {
      if (expected[name] !== undefined) yield { path: ['expected', name], code: 'NOT_ALLOWED', message };
    }
  },
);

/** The values of the nights before a change, as the client read them. Null means that no value was set. */
const expectedValues = () =>
  z.strictObject({ total: count(0, 100_000).nullable().optional(), ...rateFieldsShape() });

/** An allotment, or with `planCode` a rate. The property is given elsewhere. */
export const inventoryCell = () =>
  z
    .strictObject({
      ...nightsShape(),
      planCode: inventoryCode().optional(),
      total: count(0, 100_000)
        .optional()
        .describe('Number of rooms of this type for all rate plans together.'),
      ...rateFieldsShape(),
      expected: expectedValues()
        .optional()
        .describe(
          'Values that the rate plan or room type itself sets on every night of the cell, as you read them. Null means not set. If a night has another value by now, nothing is written.',
        ),
    })
    .check(nightRangeRule, allotmentOrRate, expectedFits);
export type InventoryCell = z.infer<ReturnType<typeof inventoryCell>>;

/** The kinds of lines in an inventory file, by their `type`. */
export const INVENTORY_RECORDS = {
  property: propertyRecord,
  allotment: allotmentRecord,
  rate: rateRecord,
} as const;
export type InventoryRecordType = keyof typeof INVENTORY_RECORDS;
