import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { touchHotel } from '../../../../test/suppliers/hotelbeds/content.ts';
import {
  type HotelbedsSimulator,
  startHotelbeds,
} from '../../../../test/suppliers/hotelbeds/hotelbeds-simulator.ts';
import type { SimulatedResponse } from '../../../../test/suppliers/supplier-simulator.ts';
import { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { Call } from '../../port/call.ts';
import type { ContentPage, ContentSource } from '../../port/supplied-content.ts';
import { createHotelbedsContent, HotelbedsTables } from './content.ts';
import { starsOf } from './content-mapping.ts';

const HOTELS = 23;
const PAGE = 5;

let clock: ManualClock;
let simulator: HotelbedsSimulator;
let client: OutboundClient;

beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 5, 1));
  simulator = await startHotelbeds({ clock, hotelCount: HOTELS });
  client = new OutboundClient({ connections: 2 });
});
afterEach(async () => {
  await client.close();
  await simulator.close();
});

function newSource(tables = new HotelbedsTables(clock)): ContentSource {
  const settings = { baseUrl: simulator.url, pageSize: PAGE };
  return createHotelbedsContent({
    kind: 'TEST',
    credentials: simulator.credentials,
    settings,
    clock,
    client,
    tables,
  });
}

function call(): Call {
  const { signal } = new AbortController();
  return {
    attempt: 1,
    deadlineMs: clock.monotonicMs() + 60_000,
    signal,
    scenario: undefined,
    record: () => {},
  };
}

/** Reads all pages, each with a new source. `betweenPages` runs after each page. */
async function pass(atMs: number | null, betweenPages: (page: number) => void = () => {}) {
  const pages: ContentPage[] = [];
  let cursor: string | null = null;
  do {
    const read = await newSource().changed(call(), { atMs, cursor });
    if (read.kind !== 'OK') return expect.fail(read.kind);
    pages.push(read.value);
    cursor = read.value.next;
    betweenPages(pages.length);
  } while (cursor !== null);
  return { hotels: pages.flatMap(page => page.hotels), isComplete: pages.at(-1)?.isComplete, pages };
}

describe('the content of Hotelbeds', () => {
  it('a full run over the hotels of Hotelbeds is complete, and another process can resume it after any page', async () => {
    const { hotels, isComplete, pages } = await pass(null);
    expect(pages).toHaveLength(Math.ceil(HOTELS / PAGE));
    expect(hotels.map(({ supplierId }) => supplierId)).toEqual(
      simulator.state.hotels.map(({ code }) => String(code)),
    );
    expect(isComplete).toBe(true);
    expect(pages.slice(0, -1).some(page => page.isComplete)).toBe(false);
  });

  it('a delta run over the hotels of Hotelbeds contains exactly the hotels that changed', async () => {
    const before = await pass(null);
    for (const index of [2, 7, 19]) {
      const hotel = simulator.state.hotels[index];
      if (hotel !== undefined) touchHotel(hotel, '2026-06-01');
    }
    const delta = await pass(clock.nowMs());
    const after = await pass(null);
    const changed = after.hotels.filter((hotel, index) => hotel.name !== before.hotels[index]?.name);
    expect(delta.hotels).toEqual(changed);
    expect(delta.isComplete).toBe(false);
  });

  it('a removed hotel is missing from a full run, which is still complete', async () => {
    simulator.state.hotels.splice(3, 1);
    const { hotels, isComplete } = await pass(null);
    expect(hotels).toHaveLength(HOTELS - 1);
    expect(isComplete).toBe(true);
  });

  it('a full run is not complete if a hotel is removed during the run', async () => {
    const { isComplete } = await pass(null, page => {
      if (page === 2) simulator.state.hotels.splice(0, 1);
    });
    expect(isComplete).toBe(false);
  });

  it('a full run is not complete if the code of a hotel is unreadable, but contains all other hotels', async () => {
    simulator.fail('content', {
      when: 'after',
      kind: 'alter',
      alter: ({ body, ...rest }) => {
        const { hotels, ...others } = body as { hotels: object[] };
        return { ...rest, body: { ...others, hotels: [{ code: 'x' }, ...hotels.slice(1)] } };
      },
    });
    const { hotels, isComplete } = await pass(null);
    expect(hotels).toHaveLength(HOTELS - 1);
    expect(isComplete).toBe(false);
  });

  it('a hotel without a name is listed as unreadable, and the full run is still complete', async () => {
    Object.assign(simulator.state.hotels[2] ?? {}, { name: '' });
    const { hotels, isComplete, pages } = await pass(null);
    expect(hotels).toHaveLength(HOTELS - 1);
    expect(isComplete).toBe(true);
    expect(pages[0]?.unreadable).toEqual([String(simulator.state.hotels[2]?.code)]);
  });

  it('the code tables of an account are read once a day, and reading resumes where it failed', async () => {
    const codeCalls = () => simulator.exchanges.filter(({ operation }) => operation === 'codes').length;
    const first = { atMs: null, cursor: null };
    await newSource().changed(call(), first);
    const once = codeCalls();
    const tables = new HotelbedsTables(clock);
    const pass = { when: 'after', kind: 'alter', alter: (response: SimulatedResponse) => response } as const;
    simulator.fail('codes', pass, once - 1);
    simulator.fail('codes', { when: 'before', kind: 'respond', response: { status: 503 } });
    expect((await newSource(tables).changed(call(), first)).kind).toBe('FAILED');
    expect(codeCalls()).toBe(2 * once);
    expect((await newSource(tables).changed(call(), first)).kind).toBe('OK');
    expect(codeCalls()).toBe(2 * once + 1);
    expect((await newSource(tables).changed(call(), first)).kind).toBe('OK');
    expect(codeCalls()).toBe(2 * once + 1);
    clock.advance(86_400_000);
    expect((await newSource(tables).changed(call(), first)).kind).toBe('OK');
    expect(codeCalls()).toBe(3 * once + 1);
  });

  it('a page of hotels can be read again after a failure', async () => {
    const source = newSource();
    simulator.fail('codes', { when: 'before', kind: 'respond', response: { status: 503 } });
    simulator.fail('content', { when: 'before', kind: 'reset' });
    const first = { atMs: null, cursor: null };
    expect(await source.changed(call(), first)).toEqual({ kind: 'FAILED', cause: 'SERVER' });
    expect(await source.changed(call(), first)).toEqual({ kind: 'FAILED', cause: 'CONNECTION' });
    expect((await source.changed(call(), first)).kind).toBe('OK');
    expect(await source.changed(call(), { atMs: null, cursor: 'x' })).toEqual({
      kind: 'FAILED',
      cause: 'UNREADABLE',
    });
  });

  it('a Hotelbeds hotel is converted to the common format of all suppliers', async () => {
    const { hotels } = await pass(null);
    const uk = hotels.find(({ address }) => address.countryCode === 'GB');
    expect(uk).toMatchObject({
      chain: 'ACCOR HOTELS',
      category: 'Hotel',
      phones: [expect.stringMatching(/^\+34971/)],
      address: {
        lines: [expect.stringContaining('Main Street')],
        city: 'LONDON',
        houseNumber: expect.any(String),
      },
      rooms: [
        {
          supplierRoomId: 'DBT.ST',
          name: 'Double or Twin STANDARD',
          maxTotal: 3,
          beds: ['1 Double bed 131-150 width'],
          attributes: { type: 'DBT', characteristic: 'ST' },
        },
        { name: 'FAMILY ROOM STANDARD' },
        { name: 'Suite with a view of the sea' },
      ],
      content: {
        texts: { en: expect.not.stringContaining('<') },
        facilities: ['Wi-fi', 'Total number of rooms'],
      },
    });
    expect(uk?.content?.photos[1]).toMatchObject({ supplierRoomId: 'DBT.ST' });
    expect(uk?.imagePaths[0]).toMatch(/^\d\d\/\d{6}\/.*\.jpg$/);
  });

  it('only star categories are read as stars', () => {
    expect(['1EST', '5LUX', 'H3_5', '3LL', 'BB', ''].map(starsOf)).toEqual([1, 5, 3.5, null, null, null]);
  });
});
