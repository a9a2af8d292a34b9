/** Own inventory: properties, import, export and changes. The calendar is in `inventory-calendar.ts`. */
import { z } from 'zod';
import { recordStatus } from '../content/content-record.ts';
import { roomCode } from '../content/room-record.ts';
import { inventoryCell } from '../inventory/inventory-cells.ts';
import { inventoryDocument } from '../inventory/inventory-document.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { hotelId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { calendarDate, count, countryCode, currencyCode, flag, timeZone } from '../shared/values.ts';

const cells = () => z.strictObject({ created: count(0, 1_000_000_000), changed: count(0, 1_000_000_000) });

export const changedCellsShape = () => ({
  allotments: cells().describe('Nights of rooms. What was so already is not counted.'),
  rates: cells().describe('Nights of rates.'),
  exceeded: z
    .array(
      z.strictObject({
        hotelId: hotelId(),
        roomCode: roomCode(),
        night: calendarDate(),
        excess: count(1, 1_000_000),
      }),
    )
    .describe('Nights with more sold and held than their new allotment; at most 100 are named.'),
});

export const MAX_NAMED_NIGHTS = 100;

const soldProperty = () =>
  z.strictObject({
    hotelId: hotelId(),
    name: z.string().describe('In English, else in the first language it has.'),
    status: recordStatus().describe('Of the hotel in the catalogue; only an ACTIVE one is sold.'),
    city: z.string().nullable(),
    countryCode: countryCode(),
    currency: currencyCode(),
    rooms: count(0, 200).describe('Room types.'),
    plans: count(0, 200).describe('Plans that are active.'),
    firstNight: calendarDate()
      .nullable()
      .describe('The first night with an allotment; null where there is none.'),
    lastNight: calendarDate().nullable(),
  });

export const listProperties = defineOperatorOperation({
  name: 'inventory/properties',
  role: 'read-only',
  summary: 'List hotels with own inventory',
  description:
    'The hotels of an environment that have rooms of our own to sell, in the order of their ids. Only the organisation that runs the service sees them.',
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
  role: 'read-only',
  summary: 'Show how a hotel sells its own rooms',
  description:
    'Room types, plans, cancellation policies, taxes and fees of one property, as its file gave them. NOT_FOUND where the hotel has no inventory of its own. The nights are in `inventory/calendar`. Only the organisation that runs the service sees it.',
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
      .describe('As the catalogue calls them.'),
    firstNight: calendarDate()
      .nullable()
      .describe('The first night with an allotment; null where there is none.'),
    lastNight: calendarDate().nullable(),
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
    },
  },
});

export const updateInventory = defineOperatorOperation({
  name: 'inventory/update',
  role: 'developer',
  summary: 'Change nights of own inventory',
  description:
    'Sets rooms, prices and restrictions of one property. Each cell is a range of nights of a room type, with a `planCode` for prices and restrictions and without one for `total`; it sets only what it names, and null takes a value away. All cells are written or none, every bad one is named, and the next search sells the result. Two cells must not set the same of the same night. In production it needs the role admin, and everywhere the organisation that runs the service.',
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId(),
    cells: z.array(inventoryCell()).min(1).max(500),
  }),
  output: z.strictObject(changedCellsShape()),
  errors: ['NOT_FOUND'],
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

/** Characters; a request may have 1 MiB, and quotes double in it. */
export const MAX_IMPORT_TEXT = 800_000;

export const MAX_NAMED_WARNINGS = 100;

export const importInventory = defineOperatorOperation({
  name: 'inventory/import',
  role: 'developer',
  summary: 'Import a file of own inventory',
  description: `JSON Lines with properties, allotments and rates, or CSV with allotments and rates, as \`serai import inventory\` reads them. Hotels are named by \`hotelId\` or \`sourceId\`. Either the whole file is written or nothing. The first 200 bad lines are reported, each with its number in \`line\`. A file may have ${MAX_IMPORT_TEXT} characters and a request 1 MiB; import larger files with \`serai import inventory\`, which has no such limit. Requires the organisation that runs the service and, in production, the role admin.`,
  input: z.strictObject({
    environment: environment(),
    text: z.string().min(1).max(MAX_IMPORT_TEXT).describe('The whole file.'),
    dryRun: flag().optional().describe('Only tells what would happen.'),
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
        `What is written but cannot be sold, each with an example stay; at most ${MAX_NAMED_WARNINGS} are named.`,
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
  role: 'read-only',
  summary: 'Export own inventory',
  description:
    'JSON Lines that `inventory/import` and `serai import inventory` read; importing them again changes nothing. INVALID_STATE where they are longer than 8 million characters: `serai export inventory` writes any number. NOT_FOUND where the hotel has no inventory of its own. Only the organisation that runs the service sees it.',
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId().optional().describe('Only this property; all of them when absent.'),
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
