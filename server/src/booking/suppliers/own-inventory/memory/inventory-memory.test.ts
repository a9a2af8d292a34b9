import { afterEach, expect, it } from 'vitest';
import type { Database } from '../../../../platform/database/connect.ts';
import { type InventoryStage, inventoryStage, MAY } from '../conformance/inventory-stage.ts';
import { InventoryMemory, type LoadedProperty } from './inventory-memory.ts';

let stage: InventoryStage;
afterEach(() => stage?.close());

/** The same database, where `slowly` is told before documents are read, and may let them wait. */
function slowDocuments(db: Database, slowly: () => Promise<void>): Database {
  const ask = (strings: TemplateStringsArray, ...values: never[]) =>
    strings.join('').includes('document FROM')
      ? slowly().then(() => db(strings, ...values))
      : db(strings, ...values);
  return Object.assign(ask, db) as unknown as Database;
}

function freeDoubles({ property, cells }: LoadedProperty): number | undefined {
  return cells.free[property.rooms.findIndex(({ roomCode }) => roomCode === 'DBL')]?.[cells.at];
}

it('counts what is held although another search read more of it meanwhile', async () => {
  stage = await inventoryStage({ total: 8 });
  const { hotelId } = stage.hotel;
  await stage.write({ hotelId: 'htl_new', total: 8 });
  const hold = () => stage.walk.quoted(stage.walk.quoteRequest(MAY, stage.hotel, 'FLEX~DBL'));
  await hold();
  let pause = () => Promise.resolve();
  const memory = new InventoryMemory(
    slowDocuments(stage.database.db, () => pause()),
    'sandbox',
  );
  await memory.load([hotelId], MAY);
  const documents = Promise.withResolvers<void>();
  const reading = Promise.withResolvers<void>();
  pause = () => {
    reading.resolve();
    return documents.promise;
  };
  const slow = memory.load([hotelId, 'htl_new'], MAY);
  await reading.promise;
  await hold();
  await memory.load([hotelId], MAY);
  documents.resolve();
  expect(freeDoubles((await slow).get(hotelId) as LoadedProperty)).toBeLessThanOrEqual(7);
});

it('caches as many properties and blocks as it is told to, and stays exact with fewer', async () => {
  stage = await inventoryStage({ total: 8 });
  const { hotelId } = stage.hotel;
  await stage.write({ hotelId: 'htl_new', total: 5 });
  let rateReads = 0;
  const { db } = stage.database;
  const ask = (strings: TemplateStringsArray, ...values: never[]) => {
    if (strings.join('').includes('FROM inventory_rate')) rateReads += 1;
    return db(strings, ...values);
  };
  const counting = Object.assign(ask, db) as unknown as Database;
  const readsWith = async (entries: number) => {
    const memory = new InventoryMemory(counting, 'sandbox', entries);
    rateReads = 0;
    for (const id of [hotelId, 'htl_new', hotelId, 'htl_new']) {
      const loaded = (await memory.load([id], MAY)).get(id) as LoadedProperty;
      expect(freeDoubles(loaded)).toBe(id === hotelId ? 8 : 5);
    }
    return rateReads;
  };
  expect(await readsWith(100)).toBe(2);
  expect(await readsWith(1)).toBe(4);
});
