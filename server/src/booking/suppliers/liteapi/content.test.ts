import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/manual-clock.ts';
import {
  type LiteApiSimulator,
  SANDBOX_KEY,
  startLiteApi,
} from '../../../../test/suppliers/liteapi/simulator.ts';
import { createLog } from '../../../platform/log.ts';
import { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { Call } from '../../port/call.ts';
import type { ContentPage, ContentSource } from '../../port/supplied-content.ts';
import { contentFactories } from '../../providers/content/content-factories.ts';
import { createLiteApiContent } from './content.ts';

const HOTELS = 23;
const PAGE_SIZE = 4;

const clock = new ManualClock(Date.UTC(2027, 0, 10, 12));
const http = new OutboundClient({ connections: 4 });
let simulator: LiteApiSimulator;

beforeAll(async () => {
  simulator = await startLiteApi({ clock, hotels: HOTELS });
});
afterAll(async () => {
  await http.close();
  await simulator.close();
});

function newSource(): ContentSource {
  return createLiteApiContent({
    kind: 'TEST',
    credentials: { apiKey: SANDBOX_KEY },
    settings: { baseUrl: simulator.url, pageSize: PAGE_SIZE },
    clock,
    log: createLog('silent'),
    http,
  });
}

function newCall(): Call {
  const { signal } = new AbortController();
  return {
    attempt: 1,
    deadlineMs: clock.monotonicMs() + 60_000,
    signal,
    scenario: undefined,
    record: () => {},
  };
}

async function pageOf(
  source: ContentSource,
  atMs: number | null,
  cursor: string | null,
): Promise<ContentPage> {
  const page = await source.changed(newCall(), { atMs, cursor });
  return page.kind === 'OK' ? page.value : expect.fail(page.kind);
}

/** Reads all pages, each with a new source, as if the process had been restarted. */
async function readAll(
  atMs: number | null,
): Promise<{ pages: ContentPage[]; ids: string[]; removed: string[] }> {
  const pages: ContentPage[] = [];
  let cursor: string | null = null;
  do {
    const page: ContentPage = await pageOf(newSource(), atMs, cursor);
    pages.push(page);
    cursor = page.next;
  } while (cursor !== null);
  return {
    pages,
    ids: pages.flatMap(({ hotels }) => hotels.map(({ supplierId }) => supplierId)),
    removed: pages.flatMap(({ removed }) => removed),
  };
}

describe('LiteAPI’s hotels', () => {
  it('the code lists of a LiteAPI account are read once a day, even if several sources use them', async () => {
    const paths: string[] = [];
    const counted: Pick<OutboundClient, 'send' | 'open'> = {
      send: request => {
        paths.push(request.url.pathname.replace(/.*\/data\//, ''));
        return http.send(request);
      },
      open: request => http.open(request),
    };
    const { liteapi } = contentFactories({ clock, log: createLog('silent') });
    const account = {
      code: 'liteapi',
      kind: 'TEST',
      settings: { baseUrl: simulator.url },
      credentials: { apiKey: SANDBOX_KEY },
    } as const;
    const read = async () => {
      paths.length = 0;
      const source = liteapi?.(account, counted) ?? expect.fail('no source');
      const page = await pageOf(source, 0, null);
      expect(page.hotels[0]?.category).toBe('Hotels');
      return paths.toSorted();
    };
    expect(await read()).toEqual(['facilities', 'hotelTypes', 'hotels']);
    expect(await read()).toEqual(['hotels']);
    clock.advance(86_400_000);
    expect(await read()).toEqual(['facilities', 'hotelTypes', 'hotels']);
  });

  it('a full run over the hotels of LiteAPI lists every hotel once, and only its last page reports the run as complete', async () => {
    const { pages, ids } = await readAll(null);
    expect(ids.toSorted()).toEqual(simulator.world.hotels.map(({ id }) => id).toSorted());
    expect(pages.map(({ isComplete }) => isComplete)).toEqual([...pages.slice(1).map(() => false), true]);
    expect(pages.length).toBeGreaterThan(4);
  });

  it('a full run over the hotels of LiteAPI can be resumed after any page', async () => {
    const { pages, ids } = await readAll(null);
    for (const [index, { next }] of pages.entries()) {
      if (next === null) continue;
      const page = await pageOf(newSource(), null, next);
      expect(page).toEqual(pages[index + 1]);
    }
    expect(ids).toHaveLength(HOTELS);
  });

  it('a LiteAPI hotel is converted to the common format of all suppliers, in plain text', async () => {
    const { pages } = await readAll(null);
    const hotel = pages.flatMap(({ hotels }) => hotels).find(({ supplierId }) => supplierId === 'lp1000');
    expect(hotel).toMatchObject({
      address: { countryCode: 'ES', city: 'Alicante' },
      category: 'Hotels',
      rooms: [],
      content: { facilities: ['Free WiFi', 'Outdoor pool'] },
    });
    expect(hotel?.content?.texts.en).not.toMatch(/[<>]/);
    expect(hotel?.chain).not.toBe('Not Available');
  });

  it('a delta run lists the hotels of LiteAPI that changed or were removed since a time', async () => {
    clock.advance(3_600_000);
    const sinceMs = clock.nowMs();
    clock.advance(1_000);
    const [changed, removed] = simulator.world.hotels;
    Object.assign(changed ?? {}, { name: 'Hotel Renamed', updatedAtMs: clock.nowMs() });
    Object.assign(removed ?? {}, { deletedAtMs: clock.nowMs(), updatedAtMs: clock.nowMs() });
    const delta = await readAll(sinceMs);
    expect(delta.ids).toEqual([changed?.id]);
    expect(delta.removed).toEqual([removed?.id]);
    expect(delta.pages.every(({ isComplete }) => !isComplete)).toBe(true);
    const all = await readAll(null);
    expect(all.ids).toHaveLength(HOTELS - 1);
  });

  it('the detail of a hotel contains rooms, phones and photos', async () => {
    const source = newSource();
    const detail = await source.detail?.(newCall(), 'lp1004');
    if (detail?.kind !== 'OK') return expect.fail(detail?.kind);
    expect(detail.value.rooms).toHaveLength(10);
    expect(detail.value.rooms[1]).toMatchObject({ maxAdults: 2, maxTotal: 2, beds: ['1 Double bed'] });
    expect(detail.value.phones).toHaveLength(1);
    expect(detail.value.content?.photos.some(({ supplierRoomId }) => supplierRoomId !== null)).toBe(true);
    expect(await source.detail?.(newCall(), 'lp1001')).toEqual({ kind: 'GONE' });
  });

  it('reading LiteAPI hotels fails if the list of countries is empty or a page fails, and is THROTTLED beyond the rate limit', async () => {
    const source = newSource();
    simulator.fail('countries', {
      when: 'before',
      kind: 'respond',
      response: { status: 200, body: { data: [] } },
    });
    expect(await source.changed(newCall(), { atMs: null, cursor: null })).toEqual({
      kind: 'FAILED',
      cause: 'INCOMPLETE',
    });
    simulator.fail('hotels', { when: 'before', kind: 'reset' });
    expect((await source.changed(newCall(), { atMs: null, cursor: null })).kind).toBe('FAILED');
    simulator.set({ perSecond: 0 });
    expect((await source.changed(newCall(), { atMs: null, cursor: null })).kind).toBe('THROTTLED');
    simulator.set({ perSecond: undefined });
  });
});
