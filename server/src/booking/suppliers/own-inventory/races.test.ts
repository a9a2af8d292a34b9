import { afterEach, expect, it } from 'vitest';
import { type DatabasePool, openDatabase } from '../../../platform/database/connect.ts';
import { quietLog } from '../../../platform/database/database-log.ts';
import type { Booked } from '../../port/outcomes.ts';
import type { SoldHotel } from '../../port/supplier.ts';
import type { SupplierWalk } from '../conformance/supplier-walk.ts';
import {
  type InventoryStage,
  inventoryStage,
  knownOf,
  MAY,
  ordered,
  PAIR,
} from './conformance/inventory-stage.ts';
import { MAX_OPEN_HOLDS } from './quote-stay.ts';

let stage: InventoryStage;
let nodes: DatabasePool[] = [];

afterEach(async () => {
  await Promise.all(nodes.map(node => node.close()));
  nodes = [];
  await stage?.close();
});

/** Several processes, each with connections of its own. */
function openNodes(count: number, connections: number): SupplierWalk[] {
  const { address } = stage.database;
  nodes = Array.from({ length: count }, () => openDatabase({ address, log: quietLog, max: connections }));
  return nodes.map(pool => stage.another(pool.asService('a test')));
}

/** As the core does: what was certainly not done is tried again. */
async function insist(book: () => Promise<Booked>): Promise<Booked> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await book();
    if (outcome.kind !== 'NOT_EXECUTED' || attempt === 20) return outcome;
  }
}

const kindOf = (outcome: Booked) => (outcome.kind === 'REFUSED' ? outcome.reason : outcome.kind);
const tally = (kinds: readonly string[]) =>
  Object.fromEntries(
    [...new Set(kinds)].sort().map(kind => [kind, kinds.filter(one => one === kind).length]),
  );

it('sells the last five rooms to exactly five of two hundred', async () => {
  stage = await inventoryStage({ total: 5 });
  const walks = openNodes(5, 5);
  const request = await ordered(stage.walk, stage.hotel, 'DBL', MAY);
  if (request === undefined) return expect.fail('nothing to book');
  await stage.supplier.release(stage.walk.call(), request.quoteId);
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      const walk = walks[i % walks.length] as SupplierWalk;
      // All bookers have a quote without a hold.
      const own = { ...request, reference: `LAST${String(i).padStart(16, '0')}`, quoteId: `quo_${i}` };
      return insist(() => walk.supplier.book(walk.call(), own));
    }),
  );
  expect(tally(outcomes.map(kindOf))).toEqual({ CONFIRMED: 5, SOLD_OUT: 195 });
  await stage.checkBooks();
  const [cell] = await stage.database.ownerDb<{ sold: number }[]>`
    SELECT DISTINCT sold FROM inventory_allotment WHERE room_code = 'DBL' AND night BETWEEN '2027-05-14' AND '2027-05-16'`;
  expect(cell?.sold).toBe(5);
});

it('tells twins that wait for the last room from strangers: it is sold once, and never called sold out to them', async () => {
  stage = await inventoryStage({ total: 1 });
  const walks = openNodes(3, 2);
  const request = await ordered(stage.walk, stage.hotel, 'DBL', MAY);
  if (request === undefined) return expect.fail('nothing to book');
  for (const walk of walks) await walk.supplier.search(walk.call(), walk.searchRequest(MAY, stage.hotel));
  const twins = await stage.behindLock(walks.length, () =>
    Promise.all(walks.map(walk => insist(() => walk.supplier.book(walk.call(), request)))),
  );
  expect(tally(twins.map(kindOf))).toEqual({ CONFIRMED: 1, DUPLICATE: 2 });
  await stage.checkBooks();
});

it('lets no deadlock out where stays and room types overlap, and counts every night', async () => {
  stage = await inventoryStage({ total: 6 });
  const walks = openNodes(4, 5);
  const stays = Array.from({ length: 60 }, (_, i) => ({
    checkIn: `2027-05-${String(10 + (i % 7)).padStart(2, '0')}`,
    checkOut: `2027-05-${String(11 + (i % 7) + (i % 4)).padStart(2, '0')}`,
    occupancies: i % 3 === 0 ? [...PAIR, { adults: 1, childAges: [] }] : PAIR,
  }));
  const kinds = await Promise.all(
    stays.map(async (stay, i) => {
      const walk = walks[i % walks.length] as SupplierWalk;
      const request = await ordered(walk, stage.hotel, i % 2 === 0 ? 'DBL' : 'FAM', stay);
      if (request === undefined) return 'NOTHING';
      const outcome = await insist(() => walk.supplier.book(walk.call(), request));
      if (outcome.kind === 'CONFIRMED' && i % 5 === 0) {
        const cancelled = await walk.supplier.cancel(walk.call(), knownOf(request));
        return cancelled.kind;
      }
      return kindOf(outcome);
    }),
  );
  const counts = tally(kinds);
  expect(
    Object.keys(counts).filter(kind => !['NOTHING', 'CONFIRMED', 'CANCELLED', 'SOLD_OUT'].includes(kind)),
  ).toEqual([]);
  expect((counts.CONFIRMED ?? 0) + (counts.CANCELLED ?? 0)).toBeGreaterThan(10);
  await stage.checkBooks();
});

it('keeps an organisation within its holds although it quotes at many properties at once', async () => {
  stage = await inventoryStage({ total: 200 });
  const hotels = Array.from({ length: 8 }, (_, i) => ({ ...stage.hotel, hotelId: `htl_own_${i}` }));
  for (const { hotelId } of hotels) await stage.write({ hotelId, total: 200 });
  const walks = openNodes(2, 8);
  const held = await Promise.all(
    Array.from({ length: MAX_OPEN_HOLDS + 30 }, async (_, i) => {
      const walk = walks[i % 2] as SupplierWalk;
      const hotel = hotels[i % 8] as SoldHotel;
      return (await walk.quoted(walk.quoteRequest(MAY, hotel, 'FLEX~DBL'))).inventoryHeld;
    }),
  );
  expect(held.filter(Boolean)).toHaveLength(MAX_OPEN_HOLDS);
  await stage.checkBooks();
});

it('cancels once, however many ask at the same moment', async () => {
  stage = await inventoryStage({ total: 2 });
  const walks = openNodes(3, 4);
  const request = await ordered(stage.walk, stage.hotel, 'DBL', MAY);
  if (request === undefined) return expect.fail('nothing to book');
  expect((await stage.supplier.book(stage.walk.call(), request)).kind).toBe('CONFIRMED');
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, i) => {
      const walk = walks[i % 3] as SupplierWalk;
      return walk.supplier.cancel(walk.call(), knownOf(request));
    }),
  );
  expect(tally(outcomes.map(({ kind }) => kind))).toEqual({ ALREADY: 11, CANCELLED: 1 });
  await stage.checkBooks();
});

it('changes a price while bookings run, and none is made below it afterwards', async () => {
  stage = await inventoryStage({ total: 100 });
  const walks = openNodes(3, 4);
  const request = await ordered(stage.walk, stage.hotel, 'DBL', MAY);
  if (request === undefined) return expect.fail('nothing to book');
  const bookings = (from: number, to: number) =>
    Array.from({ length: to - from }, async (_, i) => {
      const walk = walks[i % 3] as SupplierWalk;
      const own = {
        ...request,
        reference: `RISE${String(from + i).padStart(16, '0')}`,
        quoteId: `quo_${from + i}`,
      };
      return kindOf(await insist(() => walk.supplier.book(walk.call(), own)));
    });
  const before = bookings(0, 30);
  const night = { from: '2027-05-15', to: '2027-05-15', weekdayBits: 127 };
  await stage.write({ total: 100, rates: [{ ...night, planCode: 'FLEX', roomCode: 'DBL', amount: 20_000 }] });
  const after = await Promise.all(bookings(30, 60));
  expect(tally(after)).toEqual({ PRICE_CHANGED: 30 });
  for (const kind of await Promise.all(before)) expect(['CONFIRMED', 'PRICE_CHANGED']).toContain(kind);
  await stage.checkBooks();
});
