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
