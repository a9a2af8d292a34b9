/**
 * The nights of own inventory: how many rooms there are, and what a plan asks for them. A line is about a range of nights and sets
 * only what it names; null takes a value away. A night without rooms or without a price is closed.
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
    .describe('Only nights that begin on these days. All nights of the range when absent.'),
});

/** Exports mark these lines, so that a code that was misspelt is still refused everywhere else. */
const keptShape = () => ({
  kept: z
    .literal(true)
    .optional()
    .describe(
      'Allows a room, plan or age band that the document lacks. Its nights are kept and not sold. The export marks such lines.',
    ),
});

const allotmentShape = () => ({
  ...nightsShape(),
  total: count(0, 100_000).describe('Rooms of the type, for all plans together; sold ones are counted.'),
});
const allotmentRecord = () =>
  z
    .strictObject({ ...namedHotelShape(), ...allotmentShape(), ...keptShape() })
    .check(identityRule, nightRangeRule);
export type AllotmentLine = LineOf<ReturnType<typeof allotmentRecord>>;

/** A line once its hotel is known, however the file names it. */
type LineOf<Record extends z.ZodType> = Omit<z.infer<Record>, 'hotelId' | 'sourceId'> & { hotelId: string };

const days = (max: number) => count(0, max).nullable().optional();

/** What a plan asks for a room, night by night, and when it may be sold. Each member is set alone; null takes it away. */
export const rateMembersShape = () => ({
  amount: plainAmount()
    .nullable()
    .optional()
    .describe('A night of the room (PER_ROOM) or of each adult (PER_PERSON).'),
  byAdults: z
    .record(z.string().regex(/^([1-9]|1\d|20)$/), plainAmount().nullable())
    .optional()
    .describe('A night of the room with so many adults (PER_OCCUPANCY): `{"1": "80.00", "2": "95.00"}`.'),
  extraAdult: plainAmount().nullable().optional().describe('A night of an adult beyond the base occupancy.'),
  children: byBand(plainAmount().nullable()).optional().describe('A night of a child, by age band.'),
  stopSell: flag().nullable().optional().describe('The night is not sold.'),
  closedToArrival: flag().nullable().optional().describe('No stay begins on this date.'),
  closedToDeparture: flag().nullable().optional().describe('No stay ends on this date.'),
  minStayArrival: days(MAX_NIGHTS).describe('Least nights of a stay that begins on this date.'),
  minStayThrough: days(MAX_NIGHTS).describe('Least nights of a stay that has this night.'),
  maxStay: days(MAX_NIGHTS).describe('Most nights of a stay that begins on this date; 0 is no limit.'),
  minAdvance: days(MAX_DAYS).describe(
    'Least days from booking to arrival, for stays that begin on this date.',
  ),
  maxAdvance: days(MAX_DAYS).describe(
    'Most days from booking to arrival, for stays that begin on this date.',
  ),
});

const rateRecord = () =>
  z
    .strictObject({
      ...namedHotelShape(),
      ...nightsShape(),
      planCode: inventoryCode(),
      ...rateMembersShape(),
      ...keptShape(),
    })
    .check(identityRule, nightRangeRule);
export type RateLine = LineOf<ReturnType<typeof rateRecord>>;

/** Everything a rate can name. */
export const RATE_MEMBERS = [
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
] as const satisfies readonly (keyof ReturnType<typeof rateMembersShape>)[];

const ofOneKind = rule<Readonly<Record<string, unknown>>>(['planCode'], function* (cell) {
  const members = RATE_MEMBERS.filter(name => cell[name] !== undefined);
  if (cell.planCode !== undefined) {
    if (cell.total !== undefined) {
      yield {
        path: ['total'],
        code: 'NOT_ALLOWED',
        message: 'Rooms are for all plans together; leave out planCode.',
      };
    }
    return;
  }
  for (const name of members) {
    yield { path: [name], code: 'NOT_ALLOWED', message: 'A plan asks this; give its planCode.' };
  }
  if (members.length === 0 && cell.total === undefined) {
    yield { path: ['total'], code: 'REQUIRED', message: 'Give total, or a planCode and what it asks.' };
  }
});

/** An allotment or a rate of a property that is named elsewhere: the latter where it has a `planCode`. */
export const inventoryCell = () =>
  z
    .strictObject({
      ...nightsShape(),
      planCode: inventoryCode().optional(),
      total: count(0, 100_000).optional().describe('Rooms of the type, for all plans together.'),
      ...rateMembersShape(),
    })
    .check(nightRangeRule, ofOneKind);
export type InventoryCell = z.infer<ReturnType<typeof inventoryCell>>;

/** What can stand on a line of a file: one of the three, by its `type`. */
export const INVENTORY_RECORDS = {
  property: propertyRecord,
  allotment: allotmentRecord,
  rate: rateRecord,
} as const;
export type InventoryRecordType = keyof typeof INVENTORY_RECORDS;
