import { afterAll, beforeEach, expect, it } from 'vitest';
import { CHECK_IN, CHECK_OUT } from '../../../../../test/booking-app.ts';
import { firstCompanies, openLink } from '../../../../../test/browser-session.ts';
import { CITY_HOTELS, LIVE_HOTEL, searchApp } from '../../../../../test/search-app.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';

const search = await searchApp();
afterAll(() => search.close());

const hotelId = CITY_HOTELS[0] as string;
const LAST = addDays(CHECK_OUT, -1);
const range = { from: CHECK_IN, to: CHECK_OUT };

const operate = (verb: string, input: object) =>
  search.app.operate(`inventory/${verb}`, { environment: 'sandbox', ...input });
const update = (...cells: object[]) => operate('update', { hotelId, cells });
const calendar = async () => (await operate('calendar', { hotelId, from: CHECK_IN, to: LAST })).json.rooms[0];

function fileOf(id: string): string {
  const room = { roomCode: 'DBL', baseOccupancy: 2, maxAdults: 2, maxChildren: 1, maxTotal: 3 };
  const plan = { name: { en: 'Flexible' }, board: 'BB', priceModel: 'PER_ROOM', rooms: ['DBL'] };
  const saver = { ...plan, code: 'SAVER', name: { en: 'Saver' } };
  const plans = [
    { ...plan, code: 'FLEX' },
    { ...saver, derivedFrom: { plan: 'FLEX', percent: '-12.5' } },
  ];
  return [
    { type: 'property', hotelId: id, currency: 'EUR', rooms: [room], plans },
    { type: 'allotment', hotelId: id, roomCode: 'DBL', ...range, total: 3 },
    { type: 'rate', hotelId: id, roomCode: 'DBL', planCode: 'FLEX', ...range, amount: '5.05' },
  ]
    .map(line => JSON.stringify(line))
    .join('\n');
}

beforeEach(async () => {
  await search.app.database.ownerDb`TRUNCATE inventory_property CASCADE`;
  const { json } = await operate('import', { text: fileOf(hotelId) });
  expect(json).toMatchObject({ written: true, properties: { created: 1 }, allotments: { created: 4 } });
});

const priceOf = async () => (await search.find({ hotelIds: [hotelId] })).json.hotels[0].fromPrice.amount;

it('a change to a night takes effect in the next search, and the audit log records the old and new values', async () => {
  expect(await priceOf()).toBe('13.26');
  const cell = { roomCode: 'DBL', planCode: 'SAVER', from: LAST, to: LAST };
  const { status, json } = await update({ ...cell, amount: '1.00', minStayArrival: 2 });
  expect([status, json]).toEqual([
    200,
    { allotments: { created: 0, changed: 0 }, rates: { created: 1, changed: 0 }, exceeded: [] },
  ]);
  expect(await priceOf()).toBe('9.84');
  await update({ ...cell, planCode: 'FLEX', amount: '7.00' });
  const { entries } = (await search.app.operate('audit/list', { target: hotelId })).json;
  expect(entries[0]).toMatchObject({
    action: 'inventory/update',
    before: { cells: [{ roomCode: 'DBL', planCode: 'FLEX', night: LAST, amount: '5.05' }] },
    after: { environment: 'sandbox', cells: [{ amount: '7.00' }] },
  });
});

it('amounts with fewer decimals than the currency are accepted and shown with all decimals', async () => {
  const cell = { roomCode: 'DBL', planCode: 'FLEX', from: LAST, to: LAST };
  const { status } = await update({ ...cell, amount: '8', extraAdult: '2.5' });
  expect(status).toBe(200);
  const { entries } = (await search.app.operate('audit/list', { target: hotelId })).json;
  expect(entries[0].after.cells).toMatchObject([{ amount: '8.00', extraAdult: '2.50' }]);
  const { plans } = await calendar();
  expect(plans[0].nights.at(-1)).toMatchObject({ amount: '8.00', extraAdult: '2.50' });
  await update({ ...cell, amount: '7.00', extraAdult: null });
});

it('an inventory update with invalid cells changes nothing and reports every invalid cell', async () => {
  const good = { roomCode: 'DBL', planCode: 'FLEX', ...range, amount: '1.00' };
  const { status, json } = await update(
    good,
    { ...good, planCode: 'GOLD' },
    { ...good, amount: '1.555', from: addDays(CHECK_OUT, 1), to: addDays(CHECK_OUT, 2) },
    { roomCode: 'SUITE', ...range, total: 3 },
    { ...good, from: CHECK_IN, to: CHECK_IN },
  );
  expect([status, json.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(json.error.details.map(({ path }: { path: string }) => path)).toEqual([
    '/cells/1/planCode',
    '/cells/2/amount',
    '/cells/3/roomCode',
    '/cells/4',
  ]);
  expect((await calendar()).plans[0].nights[0].amount).toBe('5.05');
  const mixed = await update({ roomCode: 'DBL', ...range, amount: '1.00' }, { roomCode: 'DBL', ...range });
  expect(mixed.json.error.details.map(({ path }: { path: string }) => path)).toEqual([
    '/cells/0/amount',
    '/cells/1/total',
  ]);
});

it("the calendar shows derived and inherited values and each night's sold, held and free rooms", async () => {
  const cell = { roomCode: 'DBL', from: CHECK_IN, to: CHECK_IN };
  await update(
    { ...cell, planCode: 'FLEX', stopSell: true, maxStay: 5 },
    { ...cell, planCode: 'SAVER', stopSell: false },
  );
  const found = await search.find({ hotelIds: [hotelId] });
  const own = found.json.hotels[0].offers[0];
  const quoted = await search.call('prebooking', { offerId: own.offerId });
  const room = await calendar();
  expect(room.nights[0]).toEqual({ night: CHECK_IN, allotment: 3, sold: 0, held: 1, free: 2, excess: 0 });
  const booked = await search.call('booking', search.bookingOf(quoted.json));
  expect(booked.json.booking.status).toBe('CONFIRMED');
  const after = await calendar();
  expect(after.nights[0]).toMatchObject({ sold: 1, held: 0, free: 2 });
  const [flex, saver] = after.plans;
  expect(flex.nights[0]).toEqual({
    ...{ night: CHECK_IN, amount: '5.05', guestPrice: '5.05', stopSell: true, maxStay: 5 },
    own: ['amount', 'stopSell', 'maxStay'],
  });
  expect([saver.derivedFrom, saver.nights[0]]).toEqual([
    'FLEX',
    {
      ...{ night: CHECK_IN, amount: '4.42', guestPrice: '4.42', stopSell: false, maxStay: 5 },
      own: ['stopSell'],
    },
  ]);
  const { json } = await update({ roomCode: 'DBL', ...range, total: 0 });
  expect(json.exceeded[0]).toEqual({ hotelId, roomCode: 'DBL', night: CHECK_IN, excess: 1 });
  expect((await calendar()).nights[0]).toMatchObject({ allotment: 0, sold: 1, free: 0, excess: 1 });
});

it('properties can be listed and shown, and their export can be imported unchanged', async () => {
  const { json: listed } = await operate('properties', {});
  expect(listed.properties).toMatchObject([
    { hotelId, rooms: 1, plans: 2, currency: 'EUR', firstNight: CHECK_IN, lastNight: CHECK_OUT },
  ]);
  const { json: shown } = await operate('show', { hotelId });
  expect([shown.roomNames, shown.document.plans.length]).toEqual([[{ roomCode: 'DBL', name: 'Double' }], 2]);
  const { json: exported } = await operate('export', { hotelId });
  expect([exported.properties, exported.lines]).toEqual([1, 3]);
  const { json: again } = await operate('import', { text: exported.text });
  expect(again).toMatchObject({ properties: { unchanged: 1 }, rates: { created: 0, changed: 0 } });
  for (const verb of ['show', 'export']) {
    const none = await operate(verb, { hotelId: CITY_HOTELS[1] });
    expect([none.status, none.json.error.code]).toEqual([404, 'NOT_FOUND']);
  }
  const hotels = await search.app.operate('hotels/list', { environment: 'sandbox', query: hotelId });
  expect(hotels.json.hotels[0].ownInventory).toBe(true);
  const { json: hotel } = await search.app.operate('hotels/show', { environment: 'sandbox', hotelId });
  expect([hotel.ownInventory, hotel.providers[0]]).toEqual([true, 'own']);
});

it('an inventory import reports invalid lines, writes nothing if there are any, and supports dry runs', async () => {
  const csv = `hotelId,roomCode,planCode,from,to,amount,total\r\n${hotelId},DBL,FLEX,${CHECK_IN},${CHECK_IN},9.99,\r\n${hotelId},DBL,,${CHECK_IN},x,,2\n\n${hotelId},TWIN,,${CHECK_IN},${CHECK_IN},,2`;
  const { status, json } = await operate('import', { text: csv });
  expect([status, json.error.details.map(({ line }: { line: number }) => line)]).toEqual([400, [3, 5]]);
  const head = await operate('import', { text: 'hello\nworld' });
  expect(head.json.error.details).toMatchObject([{ path: '/text', line: 1 }]);
  const dry = await operate('import', { text: csv.split('\r\n').slice(0, 2).join('\n'), dryRun: true });
  expect(dry.json).toMatchObject({ written: false, rates: { changed: 1 } });
  expect((await calendar()).plans[0].nights[0].amount).toBe('5.05');
});

it('the calendar limits the length of its period and rejects rooms that do not belong to the property', async () => {
  const days = (count: number) => ({ hotelId, from: CHECK_IN, to: addDays(CHECK_IN, count - 1) });
  expect((await operate('calendar', days(92))).status).toBe(200);
  expect((await operate('calendar', days(93))).json.error.details[0].path).toBe('/to');
  expect((await operate('calendar', { ...days(1), roomCode: 'X' })).json.error.details[0].path).toBe(
    '/roomCode',
  );
});

it('partner users can neither read nor change own inventory', async () => {
  const { app } = search;
  const { partnerId } = await firstCompanies(app);
  const ask = await openLink(app, partnerId, 'partner-admin');
  for (const [verb, input] of [
    ['properties', {}],
    ['show', { hotelId }],
    ['calendar', { hotelId, from: CHECK_IN, to: LAST }],
    ['export', {}],
    ['update', { hotelId, cells: [{ roomCode: 'DBL', ...range, total: 0 }] }],
    ['import', { text: fileOf(hotelId) }],
  ] as const) {
    const { status, json } = await ask(`inventory/${verb}`, { environment: 'sandbox', ...input });
    expect([verb, status, json.error.code]).toEqual([verb, 403, 'FORBIDDEN']);
  }
  expect((await operate('show', { hotelId })).status).toBe(200);
});

it('own inventory from production is not visible in the sandbox', async () => {
  const live = await search.app.operate('inventory/import', {
    environment: 'production',
    text: fileOf(LIVE_HOTEL),
  });
  expect(live.json.written).toBe(true);
  expect((await operate('show', { hotelId: LIVE_HOTEL })).status).toBe(404);
});

it('an inventory import reports the stays that it leaves unsellable, with their lines', async () => {
  const unpriced = { roomCode: 'DBL', from: '2027-09-01', to: '2027-09-02', total: 1 };
  const text = [{ type: 'allotment', hotelId, ...unpriced }].map(line => JSON.stringify(line)).join('\n');
  const input = { environment: 'sandbox', text, dryRun: true };
  const { status, json } = await search.app.operate('inventory/import', input);
  expect([status, json.warnings]).toEqual([
    200,
    [
      {
        line: 1,
        message: 'Not sold: DBL, 2 adults on 2027-09-01 and 1 more night: no plan has a price.',
      },
    ],
  ]);
});
