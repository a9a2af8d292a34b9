import { z } from 'zod';
import { recordStatus } from '../content/content-record.ts';
import { roomCode } from '../content/room-record.ts';
import { inventoryCell } from '../inventory/inventory-cells.ts';
import { inventoryDocument } from '../inventory/inventory-document.ts';
import { MAX_EXPECTED_NIGHTS, MAX_UPDATED_CELLS } from '../inventory/inventory-limits.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { hotelId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { calendarDate, count, countryCode, currencyCode, flag, timeZone } from '../shared/values.ts';

const cells = () => z.strictObject({ created: count(0, 1_000_000_000), changed: count(0, 1_000_000_000) });

export const changedCellsShape = () => ({
  allotments: cells().describe(
    'Number of allotments that were created and changed, one per room type and night.',
  ),
  rates: cells().describe(
    'Number of rates that were created and changed, one per rate plan, room type and night.',
  ),
  exceeded: z
    .array(
      z.strictObject({
        hotelId: hotelId(),
        roomCode: roomCode(),
        night: calendarDate(),
        excess: count(1, 1_000_000),
      }),
    )
    .describe('Nights with more rooms sold and held than the new allotment. At most 100 are listed.'),
});

export const MAX_LISTED_NIGHTS = 100;

export const documentVersion = () =>
  count(1, Number.MAX_SAFE_INTEGER).describe(
    'Version of the document. Each change to rooms, rate plans, policies or charges raises it.',
  );

const soldProperty = () =>
  z.strictObject({
    hotelId: hotelId(),
    name: z.string().describe('In English, or in the first language available.'),
    status: recordStatus().describe('Status of the hotel in the catalogue. Only ACTIVE hotels are sold.'),
    city: z.string().nullable(),
    countryCode: countryCode(),
    currency: currencyCode(),
    rooms: count(0, 200).describe('Number of room types.'),
    plans: count(0, 200).describe('Number of active rate plans.'),
    firstNight: calendarDate()
      .nullable()
      .describe('First night with an allotment. Null if no night has one.'),
    lastNight: calendarDate().nullable(),
  });

export const listProperties = defineOperatorOperation({
  name: 'inventory/properties',
  permission: 'inventory:view',
  summary: 'List hotels with own inventory',
  description:
    'Returns the hotels of an environment that have own inventory, sorted by ID. Available to staff only.',
  input: z.strictObject({ environment: environment(), page: pageInput(200, 50) }),
  output: z.strictObject({ properties: z.array(soldProperty()), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'sandbox' },
    answer: {
      properties: [
        {
          hotelId: 'htl_casa_luna',
          name: 'Casa Luna',
          status: 'ACTIVE',
          city: 'Barcelona',
          countryCode: 'ES',
          currency: 'EUR',
          rooms: 1,
          plans: 3,
          firstNight: '2027-06-01',
          lastNight: '2027-06-30',
        },
      ],
      page: { nextCursor: null, hasMore: false },
    },
  },
});

export const showInventory = defineOperatorOperation({
  name: 'inventory/show',
  permission: 'inventory:view',
  summary: "Show a hotel's own inventory",
  description:
    'Returns the room types, rate plans, cancellation policies, taxes and fees of one property, as they were imported. Returns `NOT_FOUND` if the hotel has no own inventory. For allotments and prices per night, see `inventory/calendar`. Available to staff only.',
  input: z.strictObject({ environment: environment(), hotelId: hotelId() }),
  output: z.strictObject({
    hotel: z.strictObject({
      hotelId: hotelId(),
      name: z.string(),
      status: recordStatus(),
      timeZone: timeZone().nullable(),
    }),
    document: inventoryDocument(),
    roomNames: z
      .array(z.strictObject({ roomCode: roomCode(), name: z.string() }))
      .describe('Room names from the catalogue.'),
    firstNight: calendarDate()
      .nullable()
      .describe('First night with an allotment. Null if no night has one.'),
    lastNight: calendarDate().nullable(),
    version: documentVersion(),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { environment: 'sandbox', hotelId: 'htl_casa_luna' },
    answer: {
      hotel: { hotelId: 'htl_casa_luna', name: 'Casa Luna', status: 'ACTIVE', timeZone: 'Europe/Madrid' },
      document: {
        hotelId: 'htl_casa_luna',
        currency: 'EUR',
        ageBands: [],
        rooms: [
          {
            roomCode: 'DBL',
            baseOccupancy: 2,
            maxAdults: 2,
            maxChildren: 2,
            maxInfants: 0,
            maxTotal: 3,
            infantsTakeBed: false,
            freeChildren: 0,
          },
        ],
        plans: [
          {
            code: 'FLEX',
            name: { en: 'Flexible' },
            board: 'RO',
            priceModel: 'PER_ROOM',
            rooms: ['DBL'],
            payment: 'MERCHANT',
            active: true,
          },
        ],
        cancellationPolicies: [],
        charges: [],
      },
      roomNames: [{ roomCode: 'DBL', name: 'Double room' }],
      firstNight: '2027-06-01',
      lastNight: '2027-06-30',
      version: 3,
    },
  },
});

export const updateInventory = defineOperatorOperation({
  name: 'inventory/update',
  permission: 'inventory:edit',
  summary: 'Change allotments, prices and restrictions',
  description: `Sets allotments, prices and restrictions of one property. Each cell covers a range of nights of one room type. A cell with \`planCode\` sets prices and restrictions. A cell without it sets \`total\`. Fields that are omitted stay unchanged, and null clears a value. If any cell is invalid, nothing is written and every invalid cell is reported. Two cells must not set the same value for the same night. With \`expected\`, a cell is written only if its nights still have the values that you read. Otherwise nothing is written, \`INVALID_STATE\` is returned, and \`details\` lists up to 100 nights that changed. Cells with \`expected\` must lie within ${MAX_EXPECTED_NIGHTS} consecutive nights. Changes apply from the next search. A revenue manager who is restricted to certain hotels can change only those hotels.`,
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId(),
    cells: z.array(inventoryCell()).min(1).max(MAX_UPDATED_CELLS),
  }),
  output: z.strictObject(changedCellsShape()),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: {
      environment: 'sandbox',
      hotelId: 'htl_casa_luna',
      cells: [
        { roomCode: 'DBL', from: '2027-06-01', to: '2027-06-30', total: 5 },
        { roomCode: 'DBL', planCode: 'FLEX', from: '2027-06-11', to: '2027-06-11', amount: '145.00' },
      ],
    },
    answer: { allotments: { created: 0, changed: 30 }, rates: { created: 0, changed: 1 }, exceeded: [] },
  },
});

/** In characters. JSON escaping makes the text longer, and a request body may have at most 1 MiB. */
export const MAX_IMPORT_TEXT = 800_000;

export const MAX_LISTED_WARNINGS = 100;

export const importInventory = defineOperatorOperation({
  name: 'inventory/import',
  permission: 'inventory:edit',
  summary: 'Import an own-inventory file',
  description: `Imports properties, allotments and rates from JSON Lines, or allotments and rates from CSV, in the format of \`serai import inventory\`. Hotels are identified by \`hotelId\` or \`sourceId\`. If any line is invalid, nothing is written; the first 200 invalid lines are reported, each with its number in \`line\`. The text may have up to ${MAX_IMPORT_TEXT} characters and the request body 1 MiB. Import larger files with \`serai import inventory\`. Not available to revenue managers who are restricted to certain hotels.`,
  input: z.strictObject({
    environment: environment(),
    text: z.string().min(1).max(MAX_IMPORT_TEXT).describe('Content of the file.'),
    dryRun: flag()
      .optional()
      .describe('If true, the file is validated and the result returned, but nothing is written.'),
  }),
  output: z.strictObject({
    written: flag(),
    properties: z.strictObject({
      created: count(0, 1_000_000),
      changed: count(0, 1_000_000),
      unchanged: count(0, 1_000_000),
    }),
    ...changedCellsShape(),
    warnings: z
      .array(z.strictObject({ line: count(1, 1_000_000_000), message: z.string() }))
      .describe(
        `Warnings about imported data that cannot be sold, each with an example stay. At most ${MAX_LISTED_WARNINGS} are listed.`,
      ),
  }),
  examples: {
    request: {
      environment: 'sandbox',
      text: 'hotelId,roomCode,from,to,total\nhtl_casa_luna,DBL,2027-07-01,2027-07-31,4\n',
    },
    answer: {
      written: true,
      properties: { created: 0, changed: 0, unchanged: 0 },
      allotments: { created: 31, changed: 0 },
      rates: { created: 0, changed: 0 },
      exceeded: [],
      warnings: [
        {
          line: 2,
          message: 'Not sold: DBL, 2 adults on 2027-07-01 and 30 more nights: no plan has a price.',
        },
      ],
    },
  },
});

export const exportInventory = defineOperatorOperation({
  name: 'inventory/export',
  permission: 'inventory:view',
  summary: 'Export own inventory',
  description:
    'Returns JSON Lines that `inventory/import` and `serai import inventory` can read. Importing them unchanged has no effect. Returns `INVALID_STATE` if the text would exceed 8 million characters; use `serai export inventory` instead. Returns `NOT_FOUND` if the hotel has no own inventory. Available to staff only.',
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId().optional().describe('Only this property. Default: all properties.'),
  }),
  output: z.strictObject({
    text: z.string(),
    properties: count(0, 1_000_000),
    lines: count(0, 100_000_000),
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { environment: 'sandbox', hotelId: 'htl_casa_luna' },
    answer: {
      text: '{"type":"allotment","hotelId":"htl_casa_luna","roomCode":"DBL","from":"2027-06-01","to":"2027-06-30","total":4}\n',
      properties: 1,
      lines: 1,
    },
  },
});
