import { afterEach, expect, it } from 'vitest';
import { type DatabasePool, openDatabase } from '../../../platform/database/connect.ts';
import { quietLog } from '../../../platform/database/database-log.ts';
import type { Booked } from '../../port/outcomes.ts';
import type { SoldHotel } from '../../port/supplier.ts';
import type { SupplierClient } from '../conformance/supplier-client.ts';
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
  await stage?.checkLedger();
  await stage?.close();
});

function openNodes(count: number, connections: number): SupplierClient[] {
  const { address } = stage.database;
  nodes = Array.from({ length: count }, () => openDatabase({ address, log: quietLog, max: connections }));
  return nodes.map(pool => stage.another(pool.asService('a test')));
}

/** Retries bookings that were certainly not executed, as the booking operation does. */
async function retryUnexecuted(book: () => Promise<Booked>): Promise<Booked> {
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

it('exactly five of two hundred concurrent bookings get the last five rooms', async () => {
  stage = await inventoryStage({ total: 5 });
  const clients = openNodes(5, 5);
  const request = await stage.order('DBL');
  await stage.supplier.release(stage.client.call(), request.quoteId);
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      const client = clients[i % clients.length] as SupplierClient;
      // No booking has a hold.
      const own = { ...request, reference: `LAST${String(i).padStart(16, '0')}`, quoteId: `quo_${i}` };
      return retryUnexecuted(() => client.supplier.book(client.call(), own));
    }),
  );
  expect(tally(outcomes.map(kindOf))).toEqual({ CONFIRMED: 5, SOLD_OUT: 195 });
  const [cell] = await stage.database.ownerDb<{ sold: number }[]>`
    SELECT DISTINCT sold FROM inventory_allotment WHERE room_code = 'DBL' AND night BETWEEN '2027-05-14' AND '2027-05-16'`;
  expect(cell?.sold).toBe(5);
});

it('concurrent requests with the same reference sell the last room once and never report it as sold out', async () => {
  stage = await inventoryStage({ total: 1 });
  const clients = openNodes(3, 2);
  const request = await stage.order('DBL');
  for (const client of clients)
    await client.supplier.search(client.call(), client.searchRequest(MAY, stage.hotel));
  const twins = await stage.behindLock(clients.length, () =>
    Promise.all(clients.map(client => retryUnexecuted(() => client.supplier.book(client.call(), request)))),
  );
  expect(tally(twins.map(kindOf))).toEqual({ CONFIRMED: 1, DUPLICATE: 2 });
});

it('concurrent bookings of overlapping stays and room types cause no deadlock errors, and every night is counted', async () => {
  stage = await inventoryStage({ total: 6 });
  const clients = openNodes(4, 5);
  const stays = Array.from({ length: 60 }, (_, i) => ({
    checkIn: `2027-05-${String(10 + (i % 7)).padStart(2, '0')}`,
    checkOut: `2027-05-${String(11 + (i % 7) + (i % 4)).padStart(2, '0')}`,
    occupancies: i % 3 === 0 ? [...PAIR, { adults: 1, childAges: [] }] : PAIR,
  }));
  const kinds = await Promise.all(
    stays.map(async (stay, i) => {
      const client = clients[i % clients.length] as SupplierClient;
      const request = await ordered(client, stage.hotel, i % 2 === 0 ? 'DBL' : 'FAM', stay);
      if (request === undefined) return 'NOTHING';
      const outcome = await retryUnexecuted(() => client.supplier.book(client.call(), request));
      if (outcome.kind === 'CONFIRMED' && i % 5 === 0) {
        const cancelled = await client.supplier.cancel(client.call(), knownOf(request));
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
});

it("concurrent quotes at many properties never exceed the partner's limit of open holds", async () => {
  stage = await inventoryStage({ total: 200 });
  const hotels = Array.from({ length: 8 }, (_, i) => ({ ...stage.hotel, hotelId: `htl_own_${i}` }));
  for (const { hotelId } of hotels) await stage.write({ hotelId, total: 200 });
  const clients = openNodes(2, 8);
  const held = await Promise.all(
    Array.from({ length: MAX_OPEN_HOLDS + 30 }, async (_, i) => {
      const client = clients[i % 2] as SupplierClient;
      const hotel = hotels[i % 8] as SoldHotel;
      return (await client.quoted(client.quoteRequest(MAY, hotel, 'FLEX~DBL'))).inventoryHeld;
    }),
  );
  expect(held.filter(Boolean)).toHaveLength(MAX_OPEN_HOLDS);
});

it('only one of several concurrent cancellations of a booking succeeds', async () => {
  stage = await inventoryStage({ total: 2 });
  const clients = openNodes(3, 4);
  const request = await stage.order('DBL');
  expect((await stage.sell(request)).kind).toBe('CONFIRMED');
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, i) => {
      const client = clients[i % 3] as SupplierClient;
      return client.supplier.cancel(client.call(), knownOf(request));
    }),
  );
  expect(tally(outcomes.map(({ kind }) => kind))).toEqual({ ALREADY: 11, CANCELLED: 1 });
});

it('after a price change during concurrent bookings, every later booking at the old price is refused', async () => {
  stage = await inventoryStage({ total: 100 });
  const clients = openNodes(3, 4);
  const request = await stage.order('DBL');
  const bookings = (from: number, to: number) =>
    Array.from({ length: to - from }, async (_, i) => {
      const client = clients[i % 3] as SupplierClient;
      const own = {
        ...request,
        reference: `RISE${String(from + i).padStart(16, '0')}`,
        quoteId: `quo_${from + i}`,
      };
      return kindOf(await retryUnexecuted(() => client.supplier.book(client.call(), own)));
    });
  const before = bookings(0, 30);
  const night = { from: '2027-05-15', to: '2027-05-15', weekdayBits: 127 };
  await stage.write({ total: 100, rates: [{ ...night, planCode: 'FLEX', roomCode: 'DBL', amount: 20_000 }] });
  const after = await Promise.all(bookings(30, 60));
  expect(tally(after)).toEqual({ PRICE_CHANGED: 30 });
  for (const kind of await Promise.all(before)) expect(['CONFIRMED', 'PRICE_CHANGED']).toContain(kind);
});
