import { afterEach, expect, it } from 'vitest';
import type { Database } from '../../../../platform/database/connect.ts';
import { type InventoryStage, inventoryStage, MAY } from '../conformance/inventory-stage.ts';
import { InventoryCache, type LoadedProperty } from './inventory-cache.ts';

let stage: InventoryStage;
afterEach(() => stage?.close());

/** Wraps the database so that `beforeDocuments` runs before documents are read and can delay the read. */
function slowDocuments(db: Database, beforeDocuments: () => Promise<void>): Database {
  const query = (strings: TemplateStringsArray, ...values: never[]) =>
    strings.join('').includes('document FROM')
      ? beforeDocuments().then(() => db(strings, ...values))
      : db(strings, ...values);
  return Object.assign(query, db) as unknown as Database;
}

function freeDoubles({ property, cells }: LoadedProperty): number | undefined {
  return cells.free[property.rooms.findIndex(({ roomCode }) => roomCode === 'DBL')]?.[cells.at];
}

it('held rooms are counted even if a concurrent search reads a newer state', async () => {
  stage = await inventoryStage({ total: 8 });
  const { hotelId } = stage.hotel;
  await stage.write({ hotelId: 'htl_new', total: 8 });
  const hold = () => stage.client.quoted(stage.client.quoteRequest(MAY, stage.hotel, 'FLEX~DBL'));
  await hold();
  let pause = () => Promise.resolve();
  const cache = new InventoryCache(
    slowDocuments(stage.database.db, () => pause()),
    'sandbox',
  );
  await cache.load([hotelId], MAY);
  const documents = Promise.withResolvers<void>();
  const reading = Promise.withResolvers<void>();
  pause = () => {
    reading.resolve();
    return documents.promise;
  };
  const slow = cache.load([hotelId, 'htl_new'], MAY);
  await reading.promise;
  await hold();
  await cache.load([hotelId], MAY);
  documents.resolve();
  expect(freeDoubles((await slow).get(hotelId) as LoadedProperty)).toBeLessThanOrEqual(7);
});

it('the inventory cache evicts entries above the configured number and still returns correct data', async () => {
  stage = await inventoryStage({ total: 8 });
  const { hotelId } = stage.hotel;
  await stage.write({ hotelId: 'htl_new', total: 5 });
  let rateReads = 0;
  const { db } = stage.database;
  const query = (strings: TemplateStringsArray, ...values: never[]) => {
    if (strings.join('').includes('FROM inventory_rate')) rateReads += 1;
    return db(strings, ...values);
  };
  const counting = Object.assign(query, db) as unknown as Database;
  const readsWith = async (entries: number) => {
    const cache = new InventoryCache(counting, 'sandbox', entries);
    rateReads = 0;
    for (const id of [hotelId, 'htl_new', hotelId, 'htl_new']) {
      const loaded = (await cache.load([id], MAY)).get(id) as LoadedProperty;
      expect(freeDoubles(loaded)).toBe(id === hotelId ? 8 : 5);
    }
    return rateReads;
  };
  expect(await readsWith(100)).toBe(2);
  expect(await readsWith(1)).toBe(4);
});
