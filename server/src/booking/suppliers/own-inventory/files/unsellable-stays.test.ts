import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { ManualClock } from '../../../../../test/manual-clock.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import { SupplierClient } from '../../conformance/supplier-client.ts';
import { importStage, property, rate, rooms } from '../conformance/import-stage.ts';
import { ownDocument } from '../conformance/sold-property.ts';
import { createOwnInventory } from '../create-own-inventory.ts';

/** Number of prices that each read returned. */
const reads = vi.hoisted((): number[] => []);

vi.mock('../stores/read-store.ts', async original => {
  const real = await original<typeof import('../stores/read-store.ts')>();
  const readRates: typeof real.readRates = async (...args) => {
    const rows = await real.readRates(...args);
    reads.push(rows.length);
    return rows;
  };
  return { ...real, readRates };
});

const stage = await importStage();
const { load } = stage;
beforeEach(() => stage.clear());
afterAll(() => stage.close());

/** Returns the reason that a search gives for a stay of one night. */
async function reasonOf(
  adults: number,
  childAges: number[],
  checkIn = '2027-05-10',
): Promise<string | undefined> {
  const clock = new ManualClock(Date.UTC(2027, 3, 1));
  const supplier = createOwnInventory({ db: stage.database.db, clock, environment: 'sandbox', kind: 'TEST' });
  const client = new SupplierClient(supplier, clock);
  const occupancy = { maxTotal: 4, maxAdults: 2, maxChildren: 2 };
  const hotel = {
    ...{ hotelId: 'htl_a', countryCode: 'ES', timeZone: 'Europe/Madrid' },
    rooms: [{ roomCode: 'DBL', ...occupancy }],
  };
  const stay = { checkIn, checkOut: addDays(checkIn, 1), occupancies: [{ adults, childAges }] };
  const found = await supplier.search(client.call(), client.searchRequest(stay, hotel));
  return found.kind === 'OK' ? found.value.unavailable[0]?.reason : found.kind;
}

const small = (room: object, fields: object = {}) =>
  property('htl_a', {
    rooms: [{ roomCode: 'DBL', baseOccupancy: 2, maxAdults: 2, maxChildren: 1, maxTotal: 3, ...room }],
    plans: [{ ...ownDocument('htl_a').plans[0], rooms: ['DBL'] }],
    ...fields,
  });

it('an inventory import warns about children without a price, and a search returns the matching reason', async () => {
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
    '3: Not sold: DBL FLEX, 2 adults and 1 child aged 7 on 2027-05-01 and 30 more nights: no price for a child aged 7.',
  ]);
  expect([warnings, isWritten]).toEqual([1, true]);
  expect(await reasonOf(2, [7])).toBe('CHILDREN_NOT_ALLOWED');
  expect(await reasonOf(2, [])).toBeUndefined();
  // If only some nights have prices, the warning shows the first night without a price.
  const half = await load([
    rate('htl_a', { from: '2027-05-01', to: '2027-05-10', children: { kid: '5.00' } }),
  ]);
  expect(half.warned).toEqual([]);
  expect(await reasonOf(2, [7])).toBeUndefined();
  const { warned: rest } = await load([rate('htl_a', { maxStay: 7 })]);
  expect(rest).toEqual([
    '1: Not sold: DBL FLEX, 2 adults and 1 child aged 7 on 2027-05-11 and 20 more nights: no price for a child aged 7.',
  ]);
});

it('an inventory import warns about children who belong to no age band', async () => {
  const nights = [rooms('htl_a', {}), rate('htl_a', { amount: '80.00' })];
  const none = await load([small({}, { ageBands: [] }), ...nights]);
  expect(none.warned).toEqual([
    '1: Not sold: DBL, 2 adults and 1 child aged 7: a child aged 7 belongs to no age band and counts as an adult, but the room takes only 2 adults.',
  ]);
  expect(await reasonOf(2, [7])).toBe('MAXIMUM_OCCUPANCY');
  const three = await load([small({ maxAdults: 3 }, { ageBands: [] }), ...nights]);
  expect(three.warned).toContainEqual(expect.stringContaining('2 adults and 1 child aged 7'));
});

it('an inventory import warns about adults without a price and nights without any price', async () => {
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

it('a search returns an occupancy reason if only the requested party has no price', async () => {
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

it('an inventory import warns about prices without an allotment, but not about deliberately closed nights', async () => {
  const { warned } = await load([
    small({ maxChildren: 0 }),
    rooms('htl_a', { from: '2027-05-01', to: '2027-05-29', total: 0 }),
    rate('htl_a', { amount: '80.00' }),
    rate('htl_a', { from: '2027-05-31', stopSell: true }),
  ]);
  expect(warned).toEqual(['3: Not sold: DBL, 2 adults on 2027-05-30: no allotment.']);
});

it('an inventory import accepts inactive hotels and rooms with a warning', async () => {
  await stage.database
    .ownerDb`UPDATE room SET status = 'INACTIVE' WHERE hotel_id = 'htl_b' AND room_code = 'SGL'`;
  const retired = await load([property('htl_b')]);
  await stage.database.ownerDb`UPDATE hotel SET status = 'INACTIVE' WHERE hotel_id = 'htl_b'`;
  const ended = await load([property('htl_b')]);
  await stage.database.ownerDb`UPDATE room SET status = 'ACTIVE' WHERE hotel_id = 'htl_b'`;
  await stage.database.ownerDb`UPDATE hotel SET status = 'ACTIVE' WHERE hotel_id = 'htl_b'`;
  expect([retired.isWritten, ended.isWritten]).toEqual([true, true]);
  expect(retired.warned).toContain('1: The room SGL is inactive in the catalogue, so it is not sold.');
  expect(ended.warned).toEqual([
    '1: The hotel htl_b is inactive in the catalogue, so its rooms are not sold.',
  ]);
});

it('the prices of a large property are read in batches, and one warning covers the nights of all batches', async () => {
  const document = ownDocument('htl_a');
  const codes = Array.from({ length: 20 }, (_, i) => `P${i}`);
  const [plan] = document.plans;
  const long = { from: '2027-05-01', to: addDays('2027-05-01', 499) };
  const sold = ['SGL', 'DBL', 'FAM'];
  const rates = codes.flatMap(planCode =>
    sold.map(roomCode => rate('htl_a', { ...long, planCode, roomCode, amount: '80.00' })),
  );
  reads.length = 0;
  const { warned } = await load([
    property('htl_a', {
      ageBands: [{ code: 'kid', fromAge: 0, toAge: 17 }],
      rooms: sold.map(roomCode => ({
        ...{ roomCode, baseOccupancy: 2, maxAdults: 2, maxChildren: 1, maxTotal: 3 },
      })),
      plans: codes.map(code => ({ ...plan, code, rooms: sold })),
    }),
    ...sold.map(roomCode => rooms('htl_a', { ...long, roomCode })),
    ...rates,
  ]);
  expect(warned).toHaveLength(sold.length);
  for (const [i, roomCode] of sold.entries()) {
    expect(warned[i]).toMatch(`Not sold: ${roomCode} ${codes.join(', ')}, 2 adults and 1 child aged 7`);
    expect(warned[i]).toContain('on 2027-05-01 and 499 more nights: no price for a child aged 7.');
  }
  expect(reads.reduce((sum, rows) => sum + rows, 0)).toBe(rates.length * 500);
  expect(Math.max(...reads)).toBeLessThanOrEqual(20_000);
});
