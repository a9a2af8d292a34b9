import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SPAIN, writePlaces } from '../../../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../../../test/database.ts';
import { ManualClock } from '../../../../../test/manual-clock.ts';
import { importHotels } from '../../../../content/catalogue-files/import/import-hotels.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import { SupplierWalk } from '../../conformance/supplier-walk.ts';
import { ownDocument } from '../conformance/sold-property.ts';
import { createOwnInventory } from '../create-own-inventory.ts';
import { exportInventory } from './export-inventory.ts';
import { type ImportInventoryOptions, type InventorySummary, importInventory } from './import-inventory.ts';

let database: TestDatabase;
let folder: string;
const HOTELS = ['htl_a', 'htl_b'];

beforeAll(async () => {
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'serai-inventory-'));
  await writePlaces(database.db, SPAIN);
  const occupancy = { maxTotal: 4, maxAdults: 2, maxChildren: 2 };
  const rooms = ['SGL', 'DBL', 'FAM'].map(roomCode => ({ roomCode, name: { en: roomCode }, occupancy }));
  const hotels = HOTELS.map(hotelId => ({
    ...{ hotelId, sourceId: `H-${hotelId}`, name: { en: hotelId }, address: { countryCode: 'ES' } },
    ...{ location: { latitude: 41.3888, longitude: 2.159 }, rooms },
  }));
  await importHotels(database.db, {
    ...{
      file: fileOf(hotels.map(one => JSON.stringify(one)).join('\n'), 'hotels.jsonl'),
      environment: 'sandbox',
    },
    ...{ dryRun: false, skipBad: false, removeMissing: false, roomsFile: undefined },
    ...{ onProblem: problem => expect.fail(problem.message), onWait: () => {}, onProgress: () => {} },
  });
});
beforeEach(async () => {
  await database.ownerDb`TRUNCATE inventory_property CASCADE`;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

function fileOf(text: string, name: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

interface Imported extends InventorySummary {
  told: string[];
  warned: string[];
}

async function load(
  lines: readonly (object | string)[],
  options: Partial<ImportInventoryOptions> = {},
): Promise<Imported> {
  const text = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const file = options.file ?? fileOf(text, 'inventory.jsonl');
  const told: string[] = [];
  const warned: string[] = [];
  const summary = await importInventory(database.db, {
    environment: 'sandbox',
    dryRun: false,
    onProblem: problem => told.push(problem.slice(problem.indexOf(':') + 1)),
    onWarning: warning => warned.push(warning.slice(warning.indexOf(':') + 1)),
    onExcess: night => told.push(night),
    onProgress: () => {},
    ...options,
    file,
  });
  return { ...summary, told, warned };
}

const property = (hotelId: string, members: object = {}) => ({
  type: 'property',
  ...ownDocument(hotelId),
  ...members,
});
const range = { from: '2027-05-01', to: '2027-05-31' };
const rooms = (hotelId: string, members: object) => ({
  ...{ type: 'allotment', hotelId, roomCode: 'DBL', ...range, total: 5 },
  ...members,
});
const rate = (hotelId: string, members: object) => ({
  ...{ type: 'rate', hotelId, planCode: 'FLEX', roomCode: 'DBL', ...range },
  ...members,
});

/** Everything that was imported. */
async function tables(): Promise<unknown> {
  const { ownerDb: db } = database;
  return {
    properties: await db`SELECT environment, hotel_id, document FROM inventory_property ORDER BY 1, 2`,
    rooms: await db`SELECT * FROM inventory_allotment ORDER BY hotel_id, night, room_code`,
    rates: await db`SELECT * FROM inventory_rate ORDER BY hotel_id, night, plan_code, room_code`,
  };
}

it('names every bad line and why, and then writes nothing', async () => {
  const { told, isWritten } = await load([
    property('htl_a'),
    property('htl_none'),
    property('htl_a'),
    property('htl_b', { currency: 'JPY' }),
    rooms('htl_a', { roomCode: 'SUITE' }),
    rooms('htl_none2', {}),
    rate('htl_a', { planCode: 'GOLD', amount: '10.00' }),
    rate('htl_a', { amount: '10.555' }),
    rate('htl_a', { from: '2027-02-30', amount: '10.00' }),
    rate('htl_a', { from: '2027-06-01', amount: '10.00' }),
    rate('htl_a', { children: { teen: '4.00' } }),
    rate('htl_a', {}),
    rate('htl_a', { byAdults: { 2: '90.00' } }),
    { type: 'rates' },
    '{"type": ',
    rate('htl_a', { amont: '10.00' }),
  ]);
  expect(isWritten).toBe(false);
  expect(
    told
      .map(text => text.replace(/^(\d+): /, '$1 '))
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)),
  ).toEqual([
    '2 /hotelId: The catalogue has no hotel htl_none.',
    '3 /hotelId: Line 1 describes this property already.',
    ...[0, 1, 2].map(() => expect.stringMatching(/^4 .*JPY amounts have no decimals\.$/)),
    expect.stringMatching(/^4 .*JPY amounts/),
    expect.stringMatching(/^4 .*JPY amounts/),
    expect.stringMatching(/^4 .*JPY amounts/),
    '5 /roomCode: The property has no room "SUITE".',
    '6 /hotelId: htl_none2 has no inventory; describe the property first.',
    '7 /planCode: The property has no plan "GOLD".',
    '8 /amount: EUR amounts have at most 2 decimals.',
    expect.stringMatching(/^9 \/from: /),
    expect.stringMatching(/^10 \/to: Make to the same day as from/),
    '11 /children/teen: The property has no such age band.',
    '12 The line sets nothing.',
    '13 /byAdults: Only a PER_OCCUPANCY plan has it; give amount.',
    '14 /type: Use one of property, allotment, rate.',
    expect.stringMatching(/^15 Not JSON: /),
    '16 /amont: There is no member "amont" here.',
  ]);
  expect(await tables()).toEqual({ properties: [], rooms: [], rates: [] });
});

it('refuses two lines that set the same of one night, and takes those that do not', async () => {
  const weekend = { weekdays: ['SA', 'SU'] };
  const good = [
    property('htl_a'),
    rate('htl_a', { amount: '10.00', ...weekend }),
    rate('htl_a', { amount: '9.00', weekdays: ['MO', 'TU', 'WE', 'TH', 'FR'] }),
    rate('htl_a', { stopSell: false }),
    rate('htl_a', { children: { kid: '3.00' } }),
    rate('htl_a', { children: { inf: '1.00' } }),
    // A Monday to a Friday.
    rooms('htl_a', { from: '2027-05-03', to: '2027-05-07', ...weekend, total: 1 }),
    rooms('htl_a', { from: '2027-05-03', to: '2027-05-07', total: 2 }),
  ];
  expect((await load(good)).told).toEqual([]);
  const { told } = await load([
    ...good,
    rate('htl_a', { amount: '11.00', weekdays: ['SU', 'MO'], from: '2027-05-30' }),
    rate('htl_a', { children: { kid: null } }),
    rooms('htl_a', { from: '2027-05-07', to: '2027-05-20' }),
  ]);
  expect(told).toEqual([
    '9: Line 2 sets amount of some of these nights already.',
    '10: Line 5 sets children.kid of some of these nights already.',
    '11: Line 8 sets total of some of these nights already.',
  ]);
});

it('sets only what a line names, and null takes it away', async () => {
  await load([
    property('htl_a'),
    rate('htl_a', { amount: '80.00', children: { kid: '5.00', inf: '1.00' }, minStayArrival: 2 }),
  ]);
  const one = { from: '2027-05-10', to: '2027-05-10' };
  await load([rate('htl_a', { ...one, children: { kid: null }, stopSell: true, minStayArrival: null })]);
  const read = (night: string) => database.ownerDb`
    SELECT amount, children, stop_sell, min_stay_arrival FROM inventory_rate WHERE night = ${night}`;
  expect(await read('2027-05-09')).toEqual([
    { amount: 8_000, children: { kid: 500, inf: 100 }, stop_sell: null, min_stay_arrival: 2 },
  ]);
  expect(await read('2027-05-10')).toEqual([
    { amount: 8_000, children: { inf: 100 }, stop_sell: true, min_stay_arrival: null },
  ]);
  await load([rate('htl_a', { ...one, children: { inf: null }, stopSell: null, amount: null })]);
  expect(await read('2027-05-10')).toEqual([]);
});

it('reads cells as CSV, and names bad cells by their line', async () => {
  await load([property('htl_a')]);
  const head = 'hotelId,planCode,roomCode,from,to,weekdays,total,amount,children.kid,stopSell,minStayArrival';
  const csv = (...rows: string[]) => fileOf([head, ...rows].join('\r\n'), 'cells.csv');
  const good = csv(
    'htl_a,,DBL,2027-05-01,2027-05-31,,7,,,,',
    '"htl_a",FLEX,DBL,2027-05-01,2027-05-31,FR|SA,,120.00,9.00,false,2',
  );
  expect(await load([], { file: good })).toMatchObject({
    told: [],
    allotments: { created: 31 },
    rates: { created: 9 },
  });
  const bad = csv('htl_a,FLEX,DBL,2027-05-01,2027-05-31,,,12.0,,yes,x', 'htl_a,FLEX,DBL', 'htl_a,"DBL,2027');
  const { told } = await load([], { file: bad });
  expect(told.filter(text => text.startsWith('2: '))).toEqual([
    expect.stringContaining('/stopSell'),
    expect.stringContaining('/minStayArrival'),
  ]);
  expect(told.slice(2)).toEqual([
    '3: 11 cells are needed, as in the first line; there are 3.',
    expect.stringMatching(/^4: A quote that opens in this row is not closed\./),
  ]);
  await expect(load([], { file: fileOf('hotelId,colour\n', 'cells.csv') })).rejects.toThrow(
    'There is no column "colour".',
  );
});

it.each([
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
])('reads CSV with %s, quotes, a byte order mark and CRLF', async (_, sign) => {
  await load([property('htl_a')]);
  const rows = [
    ['hotelId', 'planCode', 'roomCode', 'from', 'to', 'total', 'amount'],
    ['htl_a', '', 'DBL', '2027-05-01', '2027-05-31', '7', ''],
    ['"htl_a"', 'FLEX', '"DBL"', '2027-05-01', '2027-05-31', '', '120.00'],
  ];
  const text = `\uFEFF${rows.map(cells => cells.join(sign)).join('\r\n')}\r\n`;
  const written = { told: [], allotments: { created: 31 }, rates: { created: 31 } };
  expect(await load([], { file: fileOf(text, 'cells.csv') })).toMatchObject(written);
  // The same as the text of a request.
  expect(await load([], { text })).toMatchObject({ told: [], allotments: { created: 0, changed: 0 } });
});

it('names a row with a misplaced quote and a quote that is never closed, beside the other problems', async () => {
  await load([property('htl_a')]);
  const rows = [
    'hotelId,roomCode,from,to,total',
    'htl_a,"DB" L,2027-05-01,2027-05-01,7',
    'htl_a,DBL,2027',
    'htl_a,"DBL',
  ];
  const { told, isWritten } = await load([], { file: fileOf(rows.join('\n'), 'cells.csv') });
  expect(isWritten).toBe(false);
  expect(told).toEqual([
    expect.stringMatching(/^2: .*closing quote/),
    '3: 5 cells are needed, as in the first line; there are 3.',
    expect.stringMatching(/^4: .*not closed/),
  ]);
});

it('accepts an amount with fewer decimals than its currency, and refuses one with more', async () => {
  const short = property('htl_a', {
    charges: [
      {
        code: 'CITY',
        description: 'City tax',
        type: 'TAX',
        collection: 'PAY_AT_PROPERTY',
        amount: '2',
        basis: 'PER_STAY',
      },
    ],
  });
  const full = { ...short, charges: short.charges.map(charge => ({ ...charge, amount: '2.00' })) };
  expect((await load([short, rate('htl_a', { amount: '99', children: { kid: '7.5' } })])).told).toEqual([]);
  expect(await database.ownerDb`SELECT DISTINCT amount, children FROM inventory_rate`).toEqual([
    { amount: 9_900, children: { kid: 750 } },
  ]);
  // Both ways to write it are the same inventory.
  expect(await load([full, rate('htl_a', { amount: '99.00', children: { kid: '7.50' } })])).toMatchObject({
    properties: { unchanged: 1 },
    rates: { created: 0, changed: 0 },
  });
  const yen = property('htl_b', {
    ...{ currency: 'JPY', plans: [{ ...ownDocument('htl_b').plans[0] }], charges: [] },
    rooms: [{ roomCode: 'DBL', baseOccupancy: 2, maxAdults: 2, maxChildren: 0, maxTotal: 2 }],
  });
  yen.plans = yen.plans.map(plan => ({ ...plan, rooms: ['DBL'] }));
  expect((await load([yen, rate('htl_b', { amount: '99.0' })])).told).toEqual([
    '2: /amount: JPY amounts have no decimals.',
  ]);
  expect((await load([rate('htl_a', { amount: '99.000' })])).told).toEqual([
    '1: /amount: EUR amounts have at most 2 decimals.',
  ]);
  expect((await load([yen, rate('htl_b', { amount: '99' })])).told).toEqual([]);
});

it('accepts the sourceId of the catalogue wherever a line names a hotel', async () => {
  const bySource = <T extends { hotelId: string }>({ hotelId, ...rest }: T) => ({
    ...rest,
    sourceId: `H-${hotelId}`,
  });
  const lines = [property('htl_a'), rooms('htl_a', {}), rate('htl_a', { amount: '80.00' })];
  expect((await load(lines.map(bySource))).told).toEqual([]);
  const before = await tables();
  expect(before).toMatchObject({ properties: [{ hotel_id: 'htl_a', document: { hotelId: 'htl_a' } }] });
  expect(JSON.stringify(before)).not.toContain('sourceId');
  expect(await load(lines)).toMatchObject({ told: [], properties: { unchanged: 1 }, rates: { changed: 0 } });

  const csv = ['sourceId,roomCode,from,to,total', 'H-htl_a,DBL,2027-05-01,2027-05-01,9'].join('\n');
  expect(await load([], { file: fileOf(csv, 'cells.csv') })).toMatchObject({
    told: [],
    allotments: { changed: 1 },
  });

  const { told } = await load([
    bySource(rooms('htl_c', {})),
    { ...rooms('htl_a', {}), sourceId: 'H-htl_b' },
    bySource(rate('htl_a', { amount: '1.00' })),
    rate('htl_a', { amount: '1.00' }),
    { type: 'allotment', roomCode: 'DBL', ...range, total: 1 },
  ]);
  expect(told.toSorted()).toEqual([
    '1: /sourceId: The catalogue has no hotel with the sourceId "H-htl_c".',
    '2: /sourceId: The catalogue has "H-htl_b" as htl_b, not htl_a.',
    '4: Line 3 sets amount of some of these nights already.',
    '5: /hotelId: Give hotelId or sourceId.',
  ]);
});

/** The reason that a search gives for a stay of one night. */
async function reasonOf(
  adults: number,
  childAges: number[],
  checkIn = '2027-05-10',
): Promise<string | undefined> {
  const clock = new ManualClock(Date.UTC(2027, 3, 1));
  const supplier = createOwnInventory({ db: database.db, clock, environment: 'sandbox', kind: 'TEST' });
  const walk = new SupplierWalk(supplier, clock);
  const occupancy = { maxTotal: 4, maxAdults: 2, maxChildren: 2 };
  const hotel = {
    ...{ hotelId: 'htl_a', countryCode: 'ES', timeZone: 'Europe/Madrid' },
    rooms: [{ roomCode: 'DBL', ...occupancy }],
  };
  const stay = { checkIn, checkOut: addDays(checkIn, 1), occupancies: [{ adults, childAges }] };
  const found = await supplier.search(walk.call(), walk.searchRequest(stay, hotel));
  return found.kind === 'OK' ? found.value.unavailable[0]?.reason : found.kind;
}

/** A property with one room and one plan. */
const small = (room: object, members: object = {}) =>
  property('htl_a', {
    rooms: [{ roomCode: 'DBL', baseOccupancy: 2, maxAdults: 2, maxChildren: 1, maxTotal: 3, ...room }],
    plans: [{ ...ownDocument('htl_a').plans[0], rooms: ['DBL'] }],
    ...members,
  });

it('warns of children without a price, with the line and an example, and a search gives that reason', async () => {
  const { warned, warnings, isWritten } = await load([
    small(
      {},
      {
        ageBands: [
          { code: 'kid', fromAge: 3, toAge: 17 },
          { code: 'inf', fromAge: 0, toAge: 2, infant: true },
        ],
      },
    ),
    rooms('htl_a', {}),
    rate('htl_a', { amount: '80.00' }),
  ]);
  expect(warned).toEqual([
    '3: Not sold: DBL FLEX, 2 adults and 1 child aged 7 on 2027-05-01 and 30 more nights: no price for a child of 7.',
  ]);
  expect([warnings, isWritten]).toEqual([1, true]);
  expect(await reasonOf(2, [7])).toBe('CHILDREN_NOT_ALLOWED');
  expect(await reasonOf(2, [])).toBeUndefined();
  // Priced for some nights only: the first night of the others is named.
  const half = await load([
    rate('htl_a', { from: '2027-05-01', to: '2027-05-10', children: { kid: '5.00' } }),
  ]);
  expect(half.warned).toEqual([]);
  expect(await reasonOf(2, [7])).toBeUndefined();
  const { warned: rest } = await load([rate('htl_a', { maxStay: 7 })]);
  expect(rest).toEqual([
    '1: Not sold: DBL FLEX, 2 adults and 1 child aged 7 on 2027-05-11 and 20 more nights: no price for a child of 7.',
  ]);
});

it('warns of children whom no age band has', async () => {
  const nights = [rooms('htl_a', {}), rate('htl_a', { amount: '80.00' })];
  const none = await load([small({}, { ageBands: [] }), ...nights]);
  expect(none.warned).toEqual([
    '1: Not sold: DBL, 2 adults and 1 child aged 17: a child of 17 is in no age band and counts as an adult, and the room takes 2.',
  ]);
  expect(await reasonOf(2, [17])).toBe('MAXIMUM_OCCUPANCY');
  const three = await load([small({ maxAdults: 3 }, { ageBands: [] }), ...nights]);
  expect(three.warned).toContainEqual(expect.stringContaining('2 adults and 1 child aged 17'));
});

it('warns of adults without a price, and of nights without any', async () => {
  const { warned } = await load([
    small({ baseOccupancy: 1, maxChildren: 0 }),
    rooms('htl_a', {}),
    rate('htl_a', { amount: '80.00', weekdays: ['MO'] }),
  ]);
  expect(warned).toEqual([
    '2: Not sold: DBL, 2 adults on 2027-05-01 and 25 more nights: no plan has a price.',
    '3: Not sold: DBL FLEX, 2 adults on 2027-05-03 and 4 more nights: no price for 2 adults.',
  ]);
});

it('gives the party as the reason of a search if only the party has no price', async () => {
  const monday = { amount: '80.00', weekdays: ['MO'] };
  await load([small({ baseOccupancy: 1 }), rooms('htl_a', {}), rate('htl_a', monday)]);
  expect(await reasonOf(1, [])).toBeUndefined();
  expect(await reasonOf(2, [])).toBe('MAXIMUM_OCCUPANCY');
  expect(await reasonOf(1, [7])).toBe('CHILDREN_NOT_ALLOWED');
  expect(await reasonOf(2, [7])).toBe('MAXIMUM_OCCUPANCY');
  expect(await reasonOf(1, [], '2027-05-11')).toBe('STOP_SELL');
  await load([rate('htl_a', { stopSell: true })]);
  expect(await reasonOf(1, [7])).toBe('STOP_SELL');
});

it('warns of prices without an allotment, and not of nights that are closed on purpose', async () => {
  const { warned } = await load([
    small({ maxChildren: 0 }),
    rooms('htl_a', { from: '2027-05-01', to: '2027-05-29', total: 0 }),
    rate('htl_a', { amount: '80.00' }),
    rate('htl_a', { from: '2027-05-31', stopSell: true }),
  ]);
  expect(warned).toEqual(['3: Not sold: DBL, 2 adults on 2027-05-30: no allotment.']);
});

it('warns of a hotel and of rooms that the catalogue has ended, and takes them', async () => {
  await database.ownerDb`UPDATE room SET status = 'INACTIVE' WHERE hotel_id = 'htl_b' AND room_code = 'SGL'`;
  const retired = await load([property('htl_b')]);
  await database.ownerDb`UPDATE hotel SET status = 'INACTIVE' WHERE hotel_id = 'htl_b'`;
  const ended = await load([property('htl_b')]);
  await database.ownerDb`UPDATE room SET status = 'ACTIVE' WHERE hotel_id = 'htl_b'`;
  await database.ownerDb`UPDATE hotel SET status = 'ACTIVE' WHERE hotel_id = 'htl_b'`;
  expect([retired.isWritten, ended.isWritten]).toEqual([true, true]);
  expect(retired.warned).toContain('1: The room SGL is not active in the catalogue, so it is not sold.');
  expect(ended.warned).toEqual([
    '1: The hotel htl_b is not active in the catalogue, so none of its stays is sold.',
  ]);
});

it('cannot change the currency of a property, and tells what it would write', async () => {
  const lines = [property('htl_a'), rooms('htl_a', {}), rate('htl_a', { amount: '80.00' })];
  const dry = await load(lines, { dryRun: true });
  expect(dry).toMatchObject({ isWritten: false, properties: { created: 1 }, allotments: { created: 31 } });
  expect(await tables()).toEqual({ properties: [], rooms: [], rates: [] });
  await load(lines);
  expect((await load([property('htl_a', { currency: 'USD' })])).told).toEqual([
    '1: /currency: The property sells in EUR, and its currency cannot be changed.',
  ]);
});

const line = fc.record({
  hotelId: fc.constantFrom(...HOTELS),
  planCode: fc.constantFrom('FLEX', 'HARD'),
  roomCode: fc.constantFrom('SGL', 'DBL'),
  day: fc.integer({ min: 1, max: 20 }),
  nights: fc.integer({ min: 1, max: 10 }),
  weekdays: fc.option(fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 1 }), {
    nil: undefined,
  }),
  sets: fc.oneof(
    fc.record({ total: fc.nat(9) }),
    fc.record({ amount: fc.nat(30_000).map(minor => (minor / 100).toFixed(2)) }),
    fc.record({
      children: fc.dictionary(fc.constantFrom('kid', 'inf'), fc.constantFrom('1.00', '2.50'), { minKeys: 1 }),
    }),
    fc.record({ stopSell: fc.boolean(), minStayArrival: fc.nat(5) }),
    fc.record({ maxAdvance: fc.nat(100), extraAdult: fc.constant('7.00') }),
  ),
});

it('gives the same tables twice, in any order, and from its own export', async () => {
  const date = (day: number) => `2027-05-${String(day).padStart(2, '0')}`;
  const environment = 'sandbox';
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 3, maxLength: 25 }),
      fc.infiniteStream(fc.nat()),
      async (drawn, dice) => {
        await database.ownerDb`TRUNCATE inventory_property CASCADE`;
        const all = drawn.map(({ hotelId, planCode, roomCode, day, nights, weekdays, sets }) => {
          const place = { hotelId, roomCode, from: date(day), to: date(day + nights), weekdays };
          return 'total' in sets
            ? { type: 'allotment', ...place, ...sets }
            : { type: 'rate', planCode, ...place, ...sets };
        });
        // Only independent lines: those that the import takes together.
        const properties = HOTELS.map(hotelId => property(hotelId));
        const { told } = await load([...properties, ...all], { dryRun: true });
        const bad = new Set(told.map(text => Number.parseInt(text, 10) - properties.length - 1));
        const lines = [...properties, ...all.filter((_, i) => !bad.has(i))];
        const first = await load(lines);
        expect(first.told).toEqual([]);
        const before = await tables();

        const again = await load(lines);
        expect([again.properties.unchanged, again.allotments, again.rates]).toEqual([
          2,
          { created: 0, changed: 0 },
          { created: 0, changed: 0 },
        ]);
        expect(await tables()).toEqual(before);

        let exported = '';
        const write = async (text: string) => {
          exported += text;
        };
        await exportInventory(database.db, { environment, write, onProgress: () => {} });
        await database.ownerDb`TRUNCATE inventory_property CASCADE`;
        const shuffled = lines
          .map(record => ({ record, key: dice.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ record }) => record);
        expect((await load(shuffled)).told).toEqual([]);
        expect(await tables()).toEqual(before);

        await database.ownerDb`TRUNCATE inventory_property CASCADE`;
        expect((await load(exported.trimEnd().split('\n'))).told).toEqual([]);
        expect(await tables()).toEqual(before);
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);
