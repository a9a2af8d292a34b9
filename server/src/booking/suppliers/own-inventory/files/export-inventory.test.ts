import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { SPAIN, writePlaces } from '../../../../../test/catalogue-builder.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { mergeRules } from '../../../../app/merge-rules.ts';
import { importHotels } from '../../../../content/catalogue-files/import/import-hotels.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import { arbitraryDocument, arbitraryRates, arbitraryRooms } from '../conformance/arbitrary-inventory.ts';
import { EVERY_DAY, ownDocument, writeProperty } from '../conformance/sold-property.ts';
import { lockProperty } from '../stores/rooms-store.ts';
import { writeAllotments, writeDocument, writeRates } from '../stores/write-store.ts';
import { exportInventory } from './export-inventory.ts';
import { importInventory } from './import-inventory.ts';

const ROOMS = [
  'SGL',
  'DBL',
  'FAM',
  'A',
  'B',
  'C~long room code that does not fit into a rate key of sixty-four',
];
const environment = 'sandbox';

const folder = mkdtempSync(join(tmpdir(), 'serai-export-'));
const database = await testDatabase();
await writePlaces(database.db, SPAIN);
beforeEach(async () => {
  await database.ownerDb`TRUNCATE inventory_property CASCADE`;
  await loadHotel('htl_own', {});
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

async function loadHotel(hotelId: string, { status = 'ACTIVE', rooms = ROOMS }): Promise<void> {
  const occupancy = { maxTotal: 6, maxAdults: 4, maxChildren: 3 };
  const hotel = {
    ...{ hotelId, status, name: { en: hotelId }, address: { countryCode: 'ES' } },
    location: { latitude: 41.3888, longitude: 2.159 },
    rooms: rooms.map(roomCode => ({ roomCode, name: { en: roomCode }, occupancy })),
  };
  await importHotels(database.db, {
    ...{ file: fileOf(JSON.stringify(hotel), 'hotels.jsonl'), environment, roomsFile: undefined },
    ...{ dryRun: false, skipBad: false, removeMissing: false, mergeRules },
    ...{ onProblem: problem => expect.fail(problem.message), onWait: () => {}, onProgress: () => {} },
  });
}

async function exported(): Promise<string> {
  let text = '';
  const write = async (part: string) => {
    text += part;
  };
  await exportInventory(database.db, { environment, write, onProgress: () => {} });
  return text;
}

async function load(text: string) {
  return importInventory(database.db, {
    ...{ file: fileOf(text, 'inventory.jsonl'), environment, dryRun: false },
    onProblem: problem => expect.fail(problem),
    onWarning: () => {},
    onExcess: () => {},
    onProgress: () => {},
  });
}

/** Returns everything that an export contains, in its stored form. */
async function tables(): Promise<unknown> {
  const { ownerDb: db } = database;
  return {
    properties: await db`SELECT environment, hotel_id, document FROM inventory_property ORDER BY 1, 2`,
    rooms: await db`
      SELECT hotel_id, night, room_code, total - excess AS total FROM inventory_allotment ORDER BY 1, 2, 3`,
    rates: await db`SELECT * FROM inventory_rate ORDER BY hotel_id, night, plan_code, room_code`,
  };
}

/** Checks that importing the export changes nothing, and that it recreates the inventory from scratch. */
async function expectRoundTrip(): Promise<string> {
  const before = await tables();
  const text = await exported();
  expect(await load(text)).toMatchObject({
    properties: { created: 0, changed: 0 },
    allotments: { created: 0, changed: 0 },
    rates: { created: 0, changed: 0 },
    isWritten: true,
  });
  expect(await tables()).toEqual(before);
  await database.ownerDb`TRUNCATE inventory_property CASCADE`;
  await load(text);
  expect(await tables()).toEqual(before);
  expect(await exported()).toBe(text);
  return text;
}

async function describeAgain(document: InventoryDocument): Promise<void> {
  await database.db.transaction(tx =>
    writeDocument(tx, { environment, hotelId: document.hotelId }, document),
  );
}

it('an inventory export includes nights for plans, rooms and age bands that the document no longer contains', async () => {
  await writeProperty(database.db, { environment, hotelId: 'htl_own' });
  const document = ownDocument('htl_own');
  const [, , family] = document.rooms;
  const [, hard] = document.plans;
  await describeAgain({
    ...document,
    ageBands: document.ageBands.filter(({ code }) => code === 'inf'),
    rooms: [{ ...family, children: {} } as InventoryDocument['rooms'][number]],
    plans: [{ ...hard, rooms: ['FAM'], derivedFrom: undefined } as InventoryDocument['plans'][number]],
  });
  const text = await expectRoundTrip();
  expect(text.split('\n').filter(line => line.includes('"kept":true'))).not.toEqual([]);
});

it('an export includes the inventory of an inactive hotel', async () => {
  await writeProperty(database.db, { environment, hotelId: 'htl_own' });
  await loadHotel('htl_own', { status: 'INACTIVE' });
  await expectRoundTrip();
});

it('an export includes the inventory of a room that the catalogue has retired', async () => {
  await writeProperty(database.db, { environment, hotelId: 'htl_own' });
  await loadHotel('htl_own', { rooms: ['DBL', 'FAM'] });
  await expectRoundTrip();
});

it('a range of nights that is too long for one line is exported as several lines', async () => {
  await writeProperty(database.db, { environment, hotelId: 'htl_own' });
  const property = { environment, hotelId: 'htl_own' } as const;
  const nights = {
    roomCode: 'DBL',
    from: '2027-01-01',
    to: addDays('2027-01-01', 2_500),
    weekdayBits: EVERY_DAY,
  };
  await database.db.transaction(async tx => {
    await lockProperty(tx, property);
    await writeAllotments(tx, property, [{ ...nights, total: 40 }]);
    await writeRates(tx, property, [{ ...nights, planCode: 'FLEX', amount: 11_150 }]);
  });
  await expectRoundTrip();
});

const anything = fc.record({
  document: arbitraryDocument,
  rates: arbitraryRates,
  rooms: arbitraryRooms,
  /** Replaces the document after the nights were written. Rooms and plans that it lacks count as removed. */
  next: fc.option(arbitraryDocument, { nil: undefined }),
  dropped: fc.record({ plans: fc.nat(3), rooms: fc.nat(2), bands: fc.boolean() }),
  sold: fc.integer({ min: 0, max: 3 }),
  status: fc.constantFrom('ACTIVE', 'ACTIVE', 'INACTIVE'),
  retired: fc.subarray(['A', 'B']),
});

/** Returns the document without its last plans and rooms, as far as it remains consistent. */
function without(
  document: InventoryDocument,
  { plans, rooms, bands }: { plans: number; rooms: number; bands: boolean },
) {
  const left = document.rooms.slice(0, Math.max(1, document.rooms.length - rooms));
  const codes = new Set(left.map(({ roomCode }) => roomCode));
  const remaining = document.plans.slice(0, Math.max(1, document.plans.length - plans)).map(plan => {
    const sells = plan.rooms.filter(code => codes.has(code));
    return { ...plan, rooms: sells.length > 0 ? sells : [left[0]?.roomCode as string] };
  });
  const bare = <T extends object>({ children: _, ...rest }: T & { children?: unknown }) =>
    rest as unknown as T;
  if (!bands) return { ...document, rooms: left, plans: remaining };
  return {
    ...document,
    ageBands: document.ageBands.slice(0, 1),
    rooms: left.map(bare),
    plans: remaining.map(plan => (plan.supplement ? { ...plan, supplement: bare(plan.supplement) } : plan)),
  };
}

it('any exported inventory can be imported again without changing anything', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async ({ document, rates, rooms, next, dropped, sold, status, retired }) => {
      await database.ownerDb`TRUNCATE inventory_property CASCADE`;
      await loadHotel('htl_own', {});
      const property = { environment, hotelId: 'htl_own' } as const;
      const range = (night: string) => ({ from: night, to: night, weekdayBits: EVERY_DAY });
      const lines = rates.map(({ night, ...rate }) => ({
        ...range(night),
        ...Object.fromEntries(Object.entries(rate).filter(([, value]) => value !== null)),
      }));
      await database.db.transaction(async tx => {
        await writeDocument(tx, property, document);
        await lockProperty(tx, property);
        const totals = rooms.map(({ roomCode, night, free }) => ({ ...range(night), roomCode, total: free }));
        if (totals.length > 0) await writeAllotments(tx, property, totals);
        await writeRates(tx, property, lines as never);
        // On some nights, more rooms are sold than the new total allows.
        await tx`UPDATE inventory_allotment SET sold = least(total, ${sold})`;
        const fewer = totals.map(line => ({ ...line, total: Math.max(0, line.total - 1) }));
        if (fewer.length > 0) await writeAllotments(tx, property, fewer);
      });
      await describeAgain(without(next ?? document, dropped));
      await loadHotel('htl_own', { status, rooms: ROOMS.filter(code => !retired.includes(code)) });
      await expectRoundTrip();
    }),
    { numRuns: 25 },
  );
}, 240_000);
