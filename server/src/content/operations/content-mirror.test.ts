/** A partner keeps a copy of the catalogue while the catalogue changes. In the end, the copy must equal the catalogue. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeHotels,
  SPAIN,
  seededRandom,
  testHotel,
  writeHotels,
  writePlaces,
} from '../../../test/catalogue-builder.ts';
import { type TestApp, testApp } from '../../../test/test-app.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { CatalogueWrite } from '../catalogue/catalogue-hotel.ts';
import { mergeHotels } from '../catalogue/writing/merge-hotels.ts';
import { mergeInto, retireHotels } from '../catalogue/writing/tombstones-store.ts';

const HOTELS = 10_000;
const BATCH = 1_000;

let app: TestApp;
let key: string;

const idOf = (nr: number) => `htl_${String((nr * 7919) % 1_000_003).padStart(7, '0')}`;
const hotel = (nr: number, text: string) => ({
  hotelId: idOf(nr),
  name: { en: text },
  rooms: [{ roomCode: 'DBL', name: { en: text }, occupancy: { maxTotal: 2, maxAdults: 2, maxChildren: 0 } }],
});

beforeAll(async () => {
  app = await testApp();
  ({ secret: key } = await app.createKey());
  await writePlaces(app.database.db, SPAIN);
  for (let start = 0; start < HOTELS; start += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, i) => hotel(start + i, 'first'));
    await writeHotels(app.database.db, 'sandbox', batch);
  }
});
afterAll(() => app.close());

interface Shown {
  hotelId: string;
  roomCode?: string;
  name: string;
  status: string;
  mergedInto: string | null;
}

const LISTS = { hotels: '/content/hotels/v1/hotels', rooms: '/content/hotels/v1/rooms' };
type List = keyof typeof LISTS;

/** Simulates the partner's program: one full run, then repeated runs for the changes since the previous run. */
class Mirror {
  readonly copy = new Map<string, Shown>();
  readonly #list: List;
  readonly #limit: number;
  readonly #clock: 'ours' | 'theirs';
  #since: string | undefined;

  constructor(list: List, limit: number, clock: 'ours' | 'theirs') {
    this.#list = list;
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Returns whether anything was new. */
  async run(): Promise<boolean> {
    const since = this.#since;
    const startedAt = new Date().toISOString();
    const seen = new Set<string>();
    let isNew = false;
    let cursor: string | null = null;
    do {
      const body = {
        ...(since && { updatedSince: since }),
        page: { limit: this.#limit, ...(cursor && { cursor }) },
      };
      const { status, json } = await app.post(LISTS[this.#list], body, { key });
      expect(status).toBe(200);
      if (cursor === null) this.#since = this.#clock === 'ours' ? json.meta.processedAt : startedAt;
      for (const { hotelId, roomCode, name, status: state, mergedInto } of json[this.#list] as Shown[]) {
        const id = `${hotelId} ${roomCode ?? ''}`.trim();
        expect(seen.has(id)).toBe(false);
        seen.add(id);
        const shown = { hotelId, name, status: state, mergedInto };
        isNew ||= JSON.stringify(this.copy.get(id)) !== JSON.stringify(shown);
        this.copy.set(id, shown);
      }
      cursor = json.page.nextCursor;
    } while (cursor !== null);
    return isNew;
  }

  active(): [string, string][] {
    const records = [...this.copy].filter(([, { status }]) => status === 'ACTIVE');
    return records.map(([id, { name }]): [string, string] => [id, name]).sort();
  }

  ended(): [string, string, string | null][] {
    const records = [...this.copy].filter(([, { status }]) => status !== 'ACTIVE');
    return records
      .map(([id, { status, mergedInto }]): [string, string, string | null] => [id, status, mergedInto])
      .sort();
  }
}

/** Delays the commit of each transaction. */
function slowCommit(db: Database, waitMs: () => number): Database {
  return Object.assign(((...args: Parameters<Database>) => db(...args)) as Database, {
    ...db,
    transaction: <T>(work: (tx: Database) => Promise<T>) =>
      db.transaction(async tx => {
        const result = await work(tx);
        await sleep(waitMs());
        return result;
      }),
  });
}

interface Pace {
  beforeMs: number;
  commitMs: number;
  pauseMs: number;
}

async function disturb(seed: number, pace: Pace, isOver: () => boolean): Promise<number> {
  const random = seededRandom(seed);
  const pick = (below: number) => Math.floor(random() * below);
  const db = slowCommit(app.database.db, () => pick(pace.commitMs));
  let added = HOTELS + seed * 100_000;
  let changes = 0;
  const act = async (tx: Database, write: CatalogueWrite) => {
    for (let n = pick(20); n >= 0; n--) {
      const nr = pick(HOTELS);
      const other = (nr + 1 + pick(HOTELS - 1)) % HOTELS;
      const text = `${seed} ${changes++}`;
      const kind = pick(5);
      if (kind === 0) await mergeHotels(tx, write, [testHotel(hotel(added++, text))]);
      else if (kind === 1) await mergeHotels(tx, write, [testHotel(hotel(nr, text))]);
      else if (kind === 2) await retireHotels(tx, write, [idOf(nr)]);
      else if (kind === 3) await mergeInto(tx, write, [{ hotelId: idOf(nr), mergedInto: idOf(other) }]);
      else await mergeHotels(tx, write, [testHotel({ ...hotel(nr, text), rooms: [] })]);
    }
    await sleep(pick(pace.beforeMs));
    return {};
  };
  while (!isOver()) {
    await changeHotels(db, 'sandbox', act);
    await sleep(pick(pace.pauseMs));
  }
  return changes;
}

const ACTIVE = {
  hotels: () => app.database.db<{ id: string; name: string }[]>`
    SELECT hotel_id AS id, content->'name'->>'en' AS name FROM hotel
    WHERE environment = 'sandbox' AND status = 'ACTIVE'`,
  rooms: () => app.database.db<{ id: string; name: string }[]>`
    SELECT hotel_id || ' ' || room_code AS id, room.content->'name'->>'en' AS name FROM room
    JOIN hotel USING (environment, hotel_id)
    WHERE environment = 'sandbox' AND room.status = 'ACTIVE' AND hotel.status = 'ACTIVE'`,
};

describe('mirroring the catalogue', () => {
  it.each([
    ['hotels', 1, 'ours', { beforeMs: 3, commitMs: 3, pauseMs: 3 }],
    ['hotels', 2, 'theirs', { beforeMs: 3, commitMs: 60, pauseMs: 10 }],
    ['hotels', 3, 'ours', { beforeMs: 300, commitMs: 300, pauseMs: 3 }],
    ['rooms', 4, 'ours', { beforeMs: 3, commitMs: 30, pauseMs: 3 }],
    ['rooms', 5, 'theirs', { beforeMs: 50, commitMs: 3, pauseMs: 30 }],
  ] as const)(
    'a partner’s copy of %s equals the catalogue once writing stops (seed %i, clock: %s)',
    async (list, seed, clock, pace) => {
      const mirror = new Mirror(list, 400 + seed * 37, clock);
      let isOver = false;
      const writers = [seed * 10, seed * 10 + 1].map(each => disturb(each, pace, () => isOver));
      await mirror.run();
      for (let round = 0; round < 10; round++) await mirror.run();
      isOver = true;
      const changes = await Promise.all(writers);
      // Changes at the requested time are included, so the final run may repeat known records, but returns nothing new.
      await mirror.run();
      expect(await mirror.run()).toBe(false);

      expect(Math.min(...changes)).toBeGreaterThan(0);
      const ours = (await ACTIVE[list]()).map(({ id, name }): [string, string] => [id, name]).sort();
      expect(mirror.active()).toEqual(ours);
      const ids = mirror.ended().map(([id]) => id.split(' ')[0] as string);
      const states = await app.database.db<
        { hotel_id: string; status: string; merged_into: string | null }[]
      >`
      SELECT hotel_id, status, merged_into FROM hotel WHERE environment = 'sandbox' AND hotel_id = ANY (${ids}::text[])`;
      if (list === 'hotels') {
        const known = states
          .map(({ hotel_id, status, merged_into }) => [hotel_id, status, merged_into])
          .sort();
        expect(mirror.ended()).toEqual(known);
      }
    },
    120_000,
  );
});
