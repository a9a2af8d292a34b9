import fc from 'fast-check';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { HOTELS, importStage, property, range, rate, rooms } from '../conformance/import-stage.ts';
import { ownDocument } from '../conformance/sold-property.ts';
import { exportInventory } from './export-inventory.ts';

const stage = await importStage();
const { load, fileOf, tables } = stage;
beforeEach(() => stage.clear());
afterAll(() => stage.close());

it('an inventory import reports every invalid line and writes nothing', async () => {
  const { problemTexts, isWritten } = await load([
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
    problemTexts
      .map(text => text.replace(/^(\d+): /, '$1 '))
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)),
  ).toEqual([
    '2 /hotelId: The catalogue has no hotel htl_none.',
    '3 /hotelId: Line 1 already describes this property.',
    ...[0, 1, 2].map(() => expect.stringMatching(/^4 .*JPY amounts have no decimals\.$/)),
    expect.stringMatching(/^4 .*JPY amounts/),
    expect.stringMatching(/^4 .*JPY amounts/),
    expect.stringMatching(/^4 .*JPY amounts/),
    '5 /roomCode: The property has no room "SUITE".',
    '6 /hotelId: htl_none2 has no inventory. Add a property line first.',
    '7 /planCode: The property has no plan "GOLD".',
    '8 /amount: EUR amounts have at most 2 decimals.',
    expect.stringMatching(/^9 \/from: /),
    expect.stringMatching(/^10 \/to: `to` must not be before/),
    '11 /children/teen: The property has no such age band.',
    '12 The line does not set any values.',
    '13 /byAdults: Only a PER_OCCUPANCY plan has byAdults. Use amount instead.',
    '14 /type: Use one of property, allotment, rate.',
    expect.stringMatching(/^15 Not JSON: /),
    '16 /amont: Unknown field "amont".',
  ]);
  expect(await tables()).toEqual({ properties: [], rooms: [], rates: [] });
});

it('an inventory import rejects two lines that set the same field for a night, and accepts disjoint lines', async () => {
  const weekend = { weekdays: ['SA', 'SU'] };
  const good = [
    property('htl_a'),
    rate('htl_a', { amount: '10.00', ...weekend }),
    rate('htl_a', { amount: '9.00', weekdays: ['MO', 'TU', 'WE', 'TH', 'FR'] }),
    rate('htl_a', { stopSell: false }),
    rate('htl_a', { children: { kid: '3.00' } }),
    rate('htl_a', { children: { inf: '1.00' } }),
    // Monday to Friday.
    rooms('htl_a', { from: '2027-05-03', to: '2027-05-07', ...weekend, total: 1 }),
    rooms('htl_a', { from: '2027-05-03', to: '2027-05-07', total: 2 }),
  ];
  expect((await load(good)).problemTexts).toEqual([]);
  const { problemTexts } = await load([
    ...good,
    rate('htl_a', { amount: '11.00', weekdays: ['SU', 'MO'], from: '2027-05-30' }),
    rate('htl_a', { children: { kid: null } }),
    rooms('htl_a', { from: '2027-05-07', to: '2027-05-20' }),
  ]);
  expect(problemTexts).toEqual([
    '9: Line 2 already sets amount for some of these nights.',
    '10: Line 5 already sets children.kid for some of these nights.',
    '11: Line 8 already sets total for some of these nights.',
  ]);
});

it('a line of an inventory file sets only the fields it contains, and null clears a value', async () => {
  await load([
    property('htl_a'),
    rate('htl_a', { amount: '80.00', children: { kid: '5.00', inf: '1.00' }, minStayArrival: 2 }),
  ]);
  const one = { from: '2027-05-10', to: '2027-05-10' };
  await load([rate('htl_a', { ...one, children: { kid: null }, stopSell: true, minStayArrival: null })]);
  const read = (night: string) => stage.database.ownerDb`
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

it('allotments and rates can be imported as CSV, and invalid cells are reported by line', async () => {
  await load([property('htl_a')]);
  const head = 'hotelId,planCode,roomCode,from,to,weekdays,total,amount,children.kid,stopSell,minStayArrival';
  const csv = (...rows: string[]) => fileOf([head, ...rows].join('\r\n'), 'cells.csv');
  const good = csv(
    'htl_a,,DBL,2027-05-01,2027-05-31,,7,,,,',
    '"htl_a",FLEX,DBL,2027-05-01,2027-05-31,FR|SA,,120.00,9.00,false,2',
  );
  expect(await load([], { file: good })).toMatchObject({
    problemTexts: [],
    allotments: { created: 31 },
    rates: { created: 9 },
  });
  const bad = csv('htl_a,FLEX,DBL,2027-05-01,2027-05-31,,,12.0,,yes,x', 'htl_a,FLEX,DBL', 'htl_a,"DBL,2027');
  const { problemTexts } = await load([], { file: bad });
  expect(problemTexts.filter(text => text.startsWith('2: '))).toEqual([
    expect.stringContaining('/stopSell'),
    expect.stringContaining('/minStayArrival'),
  ]);
  expect(problemTexts.slice(2)).toEqual([
    '3: Expected 11 cells, as in the first line, but found 3.',
    expect.stringMatching(/^4: A quote that opens in this row is not closed\./),
  ]);
  await expect(load([], { file: fileOf('hotelId,colour\n', 'cells.csv') })).rejects.toThrow(
    'Unknown column "colour".',
  );
});

it.each([
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
])(
  'an inventory CSV file may use %s as separators, and may contain quotes, a byte order mark and CRLF line endings',
  async (_, sign) => {
    await load([property('htl_a')]);
    const rows = [
      ['hotelId', 'planCode', 'roomCode', 'from', 'to', 'total', 'amount'],
      ['htl_a', '', 'DBL', '2027-05-01', '2027-05-31', '7', ''],
      ['"htl_a"', 'FLEX', '"DBL"', '2027-05-01', '2027-05-31', '', '120.00'],
    ];
    const text = `\uFEFF${rows.map(cells => cells.join(sign)).join('\r\n')}\r\n`;
    const written = { problemTexts: [], allotments: { created: 31 }, rates: { created: 31 } };
    expect(await load([], { file: fileOf(text, 'cells.csv') })).toMatchObject(written);
    // The same content, sent as the text of a request.
    expect(await load([], { text })).toMatchObject({
      problemTexts: [],
      allotments: { created: 0, changed: 0 },
    });
  },
);

it('an inventory import reports misplaced and unclosed quotes together with other problems', async () => {
  await load([property('htl_a')]);
  const rows = [
    'hotelId,roomCode,from,to,total',
    'htl_a,"DB" L,2027-05-01,2027-05-01,7',
    'htl_a,DBL,2027',
    'htl_a,"DBL',
  ];
  const { problemTexts, isWritten } = await load([], { file: fileOf(rows.join('\n'), 'cells.csv') });
  expect(isWritten).toBe(false);
  expect(problemTexts).toEqual([
    expect.stringMatching(/^2: .*closing quote/),
    '3: Expected 5 cells, as in the first line, but found 3.',
    expect.stringMatching(/^4: .*not closed/),
  ]);
});

it('an imported amount may have fewer decimals than its currency, but not more', async () => {
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
  expect(
    (await load([short, rate('htl_a', { amount: '99', children: { kid: '7.5' } })])).problemTexts,
  ).toEqual([]);
  expect(await stage.database.ownerDb`SELECT DISTINCT amount, children FROM inventory_rate`).toEqual([
    { amount: 9_900, children: { kid: 750 } },
  ]);
  // Both ways to write an amount mean the same inventory.
  expect(await load([full, rate('htl_a', { amount: '99.00', children: { kid: '7.50' } })])).toMatchObject({
    properties: { unchanged: 1 },
    rates: { created: 0, changed: 0 },
  });
  const yen = property('htl_b', {
    ...{ currency: 'JPY', plans: [{ ...ownDocument('htl_b').plans[0] }], charges: [] },
    rooms: [{ roomCode: 'DBL', baseOccupancy: 2, maxAdults: 2, maxChildren: 0, maxTotal: 2 }],
  });
  yen.plans = yen.plans.map(plan => ({ ...plan, rooms: ['DBL'] }));
  expect((await load([yen, rate('htl_b', { amount: '99.0' })])).problemTexts).toEqual([
    '2: /amount: JPY amounts have no decimals.',
  ]);
  expect((await load([rate('htl_a', { amount: '99.000' })])).problemTexts).toEqual([
    '1: /amount: EUR amounts have at most 2 decimals.',
  ]);
  expect((await load([yen, rate('htl_b', { amount: '99' })])).problemTexts).toEqual([]);
});

it('a line of an inventory file may identify its hotel by the sourceId from the catalogue', async () => {
  const bySource = <T extends { hotelId: string }>({ hotelId, ...rest }: T) => ({
    ...rest,
    sourceId: `H-${hotelId}`,
  });
  const lines = [property('htl_a'), rooms('htl_a', {}), rate('htl_a', { amount: '80.00' })];
  expect((await load(lines.map(bySource))).problemTexts).toEqual([]);
  const before = await tables();
  expect(before).toMatchObject({ properties: [{ hotel_id: 'htl_a', document: { hotelId: 'htl_a' } }] });
  expect(JSON.stringify(before)).not.toContain('sourceId');
  expect(await load(lines)).toMatchObject({
    problemTexts: [],
    properties: { unchanged: 1 },
    rates: { changed: 0 },
  });

  const csv = ['sourceId,roomCode,from,to,total', 'H-htl_a,DBL,2027-05-01,2027-05-01,9'].join('\n');
  expect(await load([], { file: fileOf(csv, 'cells.csv') })).toMatchObject({
    problemTexts: [],
    allotments: { changed: 1 },
  });

  const { problemTexts } = await load([
    bySource(rooms('htl_c', {})),
    { ...rooms('htl_a', {}), sourceId: 'H-htl_b' },
    bySource(rate('htl_a', { amount: '1.00' })),
    rate('htl_a', { amount: '1.00' }),
    { type: 'allotment', roomCode: 'DBL', ...range, total: 1 },
  ]);
  expect(problemTexts.toSorted()).toEqual([
    '1: /sourceId: The catalogue has no hotel with the sourceId "H-htl_c".',
    '2: /sourceId: In the catalogue, the sourceId "H-htl_b" belongs to htl_b, not to htl_a. Correct one of them, or omit hotelId.',
    '4: Line 3 already sets amount for some of these nights.',
    '5: /hotelId: Specify hotelId or sourceId.',
  ]);
});

it('an inventory import cannot change the currency of a property, and a dry run reports what would be written', async () => {
  const lines = [property('htl_a'), rooms('htl_a', {}), rate('htl_a', { amount: '80.00' })];
  const dry = await load(lines, { dryRun: true });
  expect(dry).toMatchObject({ isWritten: false, properties: { created: 1 }, allotments: { created: 31 } });
  expect(await tables()).toEqual({ properties: [], rooms: [], rates: [] });
  await load(lines);
  expect((await load([property('htl_a', { currency: 'USD' })])).problemTexts).toEqual([
    '1: /currency: The property sells in EUR. Its currency cannot be changed.',
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

it('an inventory import produces the same tables when it is repeated, in any line order, and from its own export', async () => {
  const date = (day: number) => `2027-05-${String(day).padStart(2, '0')}`;
  const environment = 'sandbox';
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 3, maxLength: 25 }),
      fc.infiniteStream(fc.nat()),
      async (drawn, dice) => {
        await stage.database.ownerDb`TRUNCATE inventory_property CASCADE`;
        const all = drawn.map(({ hotelId, planCode, roomCode, day, nights, weekdays, sets }) => {
          const scope = { hotelId, roomCode, from: date(day), to: date(day + nights), weekdays };
          return 'total' in sets
            ? { type: 'allotment', ...scope, ...sets }
            : { type: 'rate', planCode, ...scope, ...sets };
        });
        // Keep only lines that the import accepts together.
        const properties = HOTELS.map(hotelId => property(hotelId));
        const { problemTexts } = await load([...properties, ...all], { dryRun: true });
        const bad = new Set(problemTexts.map(text => Number.parseInt(text, 10) - properties.length - 1));
        const lines = [...properties, ...all.filter((_, i) => !bad.has(i))];
        const first = await load(lines);
        expect(first.problemTexts).toEqual([]);
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
        await exportInventory(stage.database.db, { environment, write, onProgress: () => {} });
        await stage.database.ownerDb`TRUNCATE inventory_property CASCADE`;
        const shuffled = lines
          .map(record => ({ record, key: dice.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ record }) => record);
        expect((await load(shuffled)).problemTexts).toEqual([]);
        expect(await tables()).toEqual(before);

        await stage.database.ownerDb`TRUNCATE inventory_property CASCADE`;
        expect((await load(exported.trimEnd().split('\n'))).problemTexts).toEqual([]);
        expect(await tables()).toEqual(before);
      },
    ),
    { numRuns: 25 },
  );
});
