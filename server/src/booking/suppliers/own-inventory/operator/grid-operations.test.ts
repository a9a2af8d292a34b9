import { afterAll, beforeEach, expect, it } from 'vitest';
import { CHECK_IN, CHECK_OUT } from '../../../../../test/booking-app.ts';
import { firstCompanies, openLink } from '../../../../../test/browser-session.ts';
import { CITY_HOTELS, searchApp } from '../../../../../test/search-app.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';

const search = await searchApp();
afterAll(() => search.close());

const hotelId = CITY_HOTELS[0] as string;
const LAST = addDays(CHECK_OUT, -1);
const range = { from: CHECK_IN, to: CHECK_OUT };
const operate = (verb: string, input: object) =>
  search.app.operate(`inventory/${verb}`, { environment: 'sandbox', ...input });

const room = { roomCode: 'DBL', baseOccupancy: 2, maxAdults: 2, maxChildren: 1, maxTotal: 3 };
const plan = { name: { en: 'Flexible' }, board: 'BB', priceModel: 'PER_ROOM', rooms: ['DBL'] };
const document = {
  ...{ hotelId, currency: 'EUR', rooms: [room] },
  plans: [{ ...plan, code: 'FLEX', supplement: { adult: '2.50' } }],
};

beforeEach(async () => {
  await search.app.database.ownerDb`TRUNCATE inventory_property CASCADE`;
  await search.app.database.ownerDb`TRUNCATE inventory_booking CASCADE`;
  const lines = [
    { type: 'property', ...document },
    { type: 'allotment', hotelId, roomCode: 'DBL', ...range, total: 3 },
    { type: 'rate', hotelId, roomCode: 'DBL', planCode: 'FLEX', ...range, amount: '5.05' },
    { type: 'rate', hotelId, roomCode: 'DBL', planCode: 'FLEX', from: LAST, to: LAST, extraAdult: '1.00' },
  ];
  await operate('import', { text: lines.map(line => JSON.stringify(line)).join('\n') });
});

async function book(): Promise<{ bookingId: string }> {
  const found = await search.find({ hotelIds: [hotelId] });
  const quote = await search.call('prebooking', { offerId: found.json.hotels[0].offers[0].offerId });
  const { json } = await search.call('booking', search.bookingOf(quote.json));
  return json.booking;
}

it('the calendar shows what two adults pay, including the board supplement', async () => {
  const { json } = await operate('calendar', { hotelId, from: CHECK_IN, to: CHECK_IN });
  const [shown] = json.rooms[0].plans;
  expect([shown.guestAdults, shown.nights[0].guestPrice]).toEqual([2, '10.05']);
  const found = await search.find({ hotelIds: [hotelId], include: ['nightly'] });
  expect(found.json.hotels[0].offers[0].rooms[0].price.nightly[0].net.amount).toBe('10.05');
});

it('nights after the year 2999 are refused, because the day after the last night must be a date', async () => {
  const late = { from: '9999-12-31', to: '9999-12-31' };
  const refused = [
    await operate('calendar', { hotelId, ...late }),
    await operate('performance', { hotelId, ...late }),
    await operate('update', { hotelId, cells: [{ roomCode: 'DBL', ...late, total: 5 }] }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
});

it('the calendar lists the prices by adults that a plan sets itself, so that they can be sent as expected values', async () => {
  const flex = { ...plan, code: 'FLEX', priceModel: 'PER_OCCUPANCY' };
  const saver = { ...flex, code: 'SAVER', derivedFrom: { plan: 'FLEX', percent: '-10' } };
  const cell = { roomCode: 'DBL', ...range };
  await search.app.database.ownerDb`TRUNCATE inventory_property CASCADE`;
  const lines = [
    { type: 'property', ...document, plans: [flex, saver] },
    { type: 'rate', hotelId, ...cell, planCode: 'FLEX', byAdults: { 1: '8.00', 2: '10.00' } },
    { type: 'rate', hotelId, ...cell, planCode: 'SAVER', byAdults: { 1: '5.00' }, maxStay: 3 },
  ];
  await operate('import', { text: lines.map(line => JSON.stringify(line)).join('\n') });
  const { json } = await operate('calendar', { hotelId, from: CHECK_IN, to: CHECK_IN });
  expect(json.rooms[0].plans[1].nights[0]).toMatchObject({
    byAdults: { 1: '5.00', 2: '9.00' },
    own: ['byAdults.1', 'maxStay'],
  });
  const { status } = await operate('update', {
    hotelId,
    cells: [{ ...cell, planCode: 'SAVER', byAdults: { 2: '7.00' }, expected: { byAdults: { 2: null } } }],
  });
  expect(status).toBe(200);
});

it('an update with expected values writes nothing if a value has changed, and reports every changed night', async () => {
  const cell = { roomCode: 'DBL', planCode: 'FLEX', ...range, amount: '9.00' };
  const rooms = { roomCode: 'DBL', ...range, total: 5, expected: { total: 2 } };
  const { status, json } = await operate('update', {
    hotelId,
    cells: [{ ...cell, expected: { amount: '5.00', maxStay: 4 } }, rooms],
  });
  expect([status, json.error.code]).toEqual([409, 'INVALID_STATE']);
  expect(json.error.details).toHaveLength(12);
  expect(json.error.details[0]).toMatchObject({
    ...{ path: '/cells/0/expected/amount', code: 'CHANGED', night: CHECK_IN, current: '5.05' },
    message: 'Price is now 5.05. It was 5.00 before.',
  });
  expect(json.error.details[1].message).toBe('Maximum stay is no longer set. It was 4 before.');
  const before = await operate('calendar', { hotelId, from: CHECK_IN, to: CHECK_IN });
  expect([before.json.rooms[0].nights[0].allotment, before.json.rooms[0].plans[0].nights[0].amount]).toEqual([
    ...[3, '5.05'],
  ]);
  const good = await operate('update', {
    hotelId,
    cells: [
      { ...cell, expected: { amount: '5.05', maxStay: null } },
      { ...rooms, expected: { total: 3 } },
    ],
  });
  expect(good.json).toMatchObject({ rates: { changed: 4 }, allotments: { changed: 4 } });
});

it('expected values that do not belong to the cell are rejected', async () => {
  const { status, json } = await operate('update', {
    hotelId,
    cells: [
      { roomCode: 'DBL', planCode: 'FLEX', ...range, amount: '9.00', expected: { total: 2 } },
      { roomCode: 'DBL', ...range, total: 5, expected: { amount: '5.05', maxStay: null } },
    ],
  });
  expect(status).toBe(400);
  expect(json.error.details.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
    ['/cells/0/expected/total', 'NOT_ALLOWED'],
    ['/cells/1/expected/amount', 'NOT_ALLOWED'],
    ['/cells/1/expected/maxStay', 'NOT_ALLOWED'],
  ]);
});

it('a concurrent update with the same expected values is rejected', async () => {
  const cells = [
    { roomCode: 'DBL', planCode: 'FLEX', ...range, amount: '9.00', expected: { amount: '5.05' } },
  ];
  const other = [{ ...cells[0], amount: '8.00' }];
  const answers = await Promise.all([
    operate('update', { hotelId, cells }),
    operate('update', { hotelId, cells: other }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('occupancy, ADR, revenue and pickup count each sold night at its own price', async () => {
  await operate('update', {
    hotelId,
    cells: [{ roomCode: 'DBL', planCode: 'FLEX', from: LAST, to: LAST, amount: '8.00' }],
  });
  const { bookingId } = await book();
  const { json } = await operate('performance', { hotelId, from: CHECK_IN, to: LAST });
  expect(json.total).toEqual({
    ...{ allotment: 9, sold: 3, occupancyPercent: '33.3', pickupRooms: 3 },
    revenue: { amount: '33.10', currency: 'EUR' },
    adr: { amount: '11.03', currency: 'EUR' },
    pickupRevenue: { amount: '33.10', currency: 'EUR' },
  });
  expect(json.nights.map(({ revenue }: { revenue: { amount: string } }) => revenue.amount)).toEqual([
    ...['10.05', '10.05', '13.00'],
  ]);
  const maxPenalty = { amount: '33.10', currency: 'EUR' };
  const cancelled = await search.call('cancel', { bookingId, maxPenalty });
  expect(cancelled.json.booking.status).toBe('CANCELLED');
  const after = await operate('performance', { hotelId, from: CHECK_IN, to: LAST, pickupDays: 1 });
  expect(after.json.total).toMatchObject({ sold: 0, adr: null, pickupRooms: 0 });
});

it('figures as known some days ago leave out later bookings and later cancellations', async () => {
  const [first, second] = [await book(), await book()];
  const { ownerDb } = search.app.database;
  const move = (bookingId: string, days: number) => ownerDb`
    UPDATE inventory_booking AS sold SET created_at = sold.created_at - make_interval(days => ${days}::integer)
    FROM booking WHERE booking.supplier_ref = sold.supplier_ref AND booking_id = ${bookingId}`;
  await move(first.bookingId, 20);
  await move(second.bookingId, 4);
  const maxPenalty = { amount: '99.00', currency: 'EUR' };
  await search.call('cancel', { bookingId: first.bookingId, maxPenalty });
  const figures = async (knownDaysAgo?: number) => {
    const { json } = await operate('performance', { hotelId, from: CHECK_IN, to: CHECK_IN, knownDaysAgo });
    return [json.total.sold, json.total.pickupRooms];
  };
  expect(await figures()).toEqual([1, 0]);
  await ownerDb`
    UPDATE inventory_booking SET cancelled_at = cancelled_at - interval '2 days' WHERE cancelled_at IS NOT NULL`;
  expect(await figures(1)).toEqual([1, 0]);
  // Nothing was cancelled by then.
  expect(await figures(3)).toEqual([2, 1]);
  expect(await figures(10)).toEqual([1, 0]);
  expect(await figures(15)).toEqual([1, 1]);
  expect(await figures(25)).toEqual([0, 0]);
});

it('a sold night lists its bookings with their partner, but without guests', async () => {
  const { bookingId } = await book();
  const input = { hotelId, night: CHECK_IN, roomCode: 'DBL' };
  const { json } = await operate('bookings', input);
  expect(json.bookings).toMatchObject([
    { bookingId, status: 'CONFIRMED', planCode: 'FLEX', rooms: [{ roomCode: 'DBL', count: 1 }] },
  ]);
  expect(json.bookings[0].partnerName).toBeTruthy();
  expect(JSON.stringify(json)).not.toContain('Lovelace');
  await book();
  const first = await operate('bookings', { ...input, page: { limit: 1 } });
  const rest = await operate('bookings', {
    ...input,
    page: { limit: 1, cursor: first.json.page.nextCursor },
  });
  expect(rest.json.bookings).toMatchObject([{ bookingId }]);
  expect((await operate('bookings', { ...input, night: CHECK_OUT })).json.bookings).toEqual([]);
});

it('a document is validated like a file, and every problem is reported with its field', async () => {
  const wrong = {
    ...document,
    rooms: [room, { ...room, roomCode: 'NONE' }],
    currency: 'USD',
  };
  const { status, json } = await operate('set-property', { document: wrong });
  expect([status, json.error.details.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['/document/rooms/1/roomCode', '/document/currency'],
  ]);
  const shape = await operate('set-property', { document: { ...document, plans: [{ ...plan, code: '!' }] } });
  expect(shape.json.error.details[0].path).toBe('/document/plans/0/code');
});

it('a dry run of a document returns warnings and three sample stays, and changes nothing', async () => {
  const dry = await operate('set-property', {
    ...{
      document: { ...document, plans: [{ ...plan, code: 'FLEX' }] },
      dryRun: true,
      sampleCheckIn: CHECK_IN,
    },
  });
  expect(dry.json).toMatchObject({ written: false, change: 'changed' });
  expect(dry.json.warnings.join()).toContain('belongs to no age band');
  expect(dry.json.samples).toMatchObject([
    { adults: 2, reason: null, offers: [{ planCode: 'FLEX', price: { amount: '5.05' }, refundable: false }] },
    { adults: 2, childAges: [7], reason: 'MAXIMUM_OCCUPANCY', offers: [] },
    { adults: 1, offers: [] },
  ]);
  const { json } = await operate('show', { hotelId });
  expect(json.document.plans[0].supplement).toEqual({ adult: '2.50' });
});

it('a document is saved only if nobody has changed it since it was read', async () => {
  const { version } = (await operate('show', { hotelId })).json;
  const changed = { ...document, plans: [{ ...plan, code: 'FLEX', board: 'HB' }] };
  const saved = await operate('set-property', { document: changed, version });
  expect(saved.json).toMatchObject({ written: true, change: 'changed', version: version + 1 });
  const late = await operate('set-property', { document, version });
  expect([late.status, late.json.error.code]).toEqual([409, 'INVALID_STATE']);
  const { entries } = (await search.app.operate('audit/list', { target: hotelId })).json;
  expect(entries[0]).toMatchObject({ action: 'inventory/set-property' });
});

it('partner users can neither see figures and bookings of a night nor change a document', async () => {
  const { partnerId } = await firstCompanies(search.app);
  const ask = await openLink(search.app, partnerId, 'partner-admin');
  for (const [verb, input] of [
    ['performance', { hotelId, from: CHECK_IN, to: LAST }],
    ['bookings', { hotelId, night: CHECK_IN }],
    ['set-property', { document }],
  ] as const) {
    const { status } = await ask(`inventory/${verb}`, { environment: 'sandbox', ...input });
    expect([verb, status]).toEqual([verb, 403]);
  }
});
