import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { ACCOUNT, type RapidSimulator, startRapid } from '../../../../test/suppliers/rapid/simulator.ts';
import type { SimulatedResponse } from '../../../../test/suppliers/supplier-simulator.ts';
import { createLog } from '../../../platform/log.ts';
import { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { Call } from '../../port/call.ts';
import type { ContentPage, ContentSource } from '../../port/supplied-content.ts';
import { createRapidContent, nextLink } from './content.ts';
import { fileOf, isPublicName } from './content-file.ts';

const PROPERTIES = 23;
const PAGE = 5;
const DAY_MS = 86_400_000;

const clock = new ManualClock(Date.UTC(2027, 0, 10, 12));
const http = new OutboundClient({ connections: 4 });
let simulator: RapidSimulator;

beforeAll(async () => {
  simulator = await startRapid({ clock, properties: PROPERTIES });
});
afterAll(async () => {
  await http.close();
  await simulator.close();
});

function newSource(client: Pick<OutboundClient, 'send' | 'open'> = http): ContentSource {
  return createRapidContent({
    kind: 'TEST',
    credentials: ACCOUNT,
    settings: { baseUrl: simulator.url, pageSize: PAGE },
    clock,
    log: createLog('silent'),
    http: client,
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

async function pageOf(atMs: number | null, cursor: string | null): Promise<ContentPage> {
  const page = await newSource().changed(newCall(), { atMs, cursor });
  return page.kind === 'OK' ? page.value : expect.fail(page.kind);
}

/** Reads all pages, each with a new source, as if the process had been restarted. */
async function readAll(
  atMs: number | null,
): Promise<{ pages: ContentPage[]; ids: string[]; removed: string[] }> {
  const pages: ContentPage[] = [];
  let cursor: string | null = null;
  do {
    const page: ContentPage = await pageOf(atMs, cursor);
    pages.push(page);
    cursor = page.next;
  } while (cursor !== null);
  return {
    pages,
    ids: pages.flatMap(({ hotels }) => hotels.map(({ supplierId }) => supplierId)),
    removed: pages.flatMap(({ removed }) => removed),
  };
}

async function readWith(source: ContentSource): Promise<ContentPage[]> {
  const pages: ContentPage[] = [];
  let cursor: string | null = null;
  do {
    const read = await source.changed(newCall(), { atMs: null, cursor });
    if (read.kind !== 'OK') return expect.fail(read.kind);
    pages.push(read.value);
    cursor = read.value.next;
  } while (cursor !== null);
  return pages;
}

describe('Rapid’s properties', () => {
  it('a full run over the properties of Rapid lists every property once, and only its last page reports the run as complete', async () => {
    const { pages, ids } = await readAll(null);
    expect(ids.toSorted()).toEqual(simulator.world.properties.map(({ id }) => id).toSorted());
    expect(pages.map(({ isComplete }) => isComplete)).toEqual([...pages.slice(1).map(() => false), true]);
    expect(pages.length).toBeGreaterThan(4);
  });

  it('a full run over the properties of Rapid can be resumed after any page', async () => {
    const { pages } = await readAll(null);
    for (const [index, { next }] of pages.entries()) {
      if (next === null) continue;
      expect((await pageOf(null, next)).hotels).toEqual(pages[index + 1]?.hotels);
    }
  });

  it('a Rapid property is converted to the common format of all suppliers, in plain text', async () => {
    const { pages } = await readAll(null);
    const hotel = pages.flatMap(({ hotels }) => hotels).find(({ supplierId }) => supplierId === '10001');
    expect(hotel).toMatchObject({
      address: { countryCode: 'US', city: 'Savannah', region: 'GA' },
      category: 'Hotel',
      imagePaths: ['/lodging/1000000/10001/aaaa.jpg', '/lodging/1000000/10001/bbbb.jpg'],
      updatedAtMs: simulator.world.properties[1]?.updatedAtMs,
      content: { facilities: ['Fitness facilities'] },
    });
    expect(hotel?.rooms[1]).toMatchObject({
      maxTotal: 3,
      beds: ['1 King Bed', '2 Twin Beds'],
      attributes: { view: 'Courtyard view' },
    });
    expect(JSON.stringify(hotel?.content?.texts)).not.toMatch(/[<>]/);
    expect(hotel?.content?.photos[0]?.url).toMatch(/_z\.jpg$/);
  });

  it('a delta run lists the properties of Rapid that changed or became inactive since a time', async () => {
    clock.advance(3 * DAY_MS);
    const sinceMs = clock.nowMs();
    clock.advance(1_000);
    const [changed, removed] = simulator.world.properties;
    Object.assign(changed ?? {}, { name: 'Hotel Renamed', updatedAtMs: clock.nowMs() });
    Object.assign(removed ?? {}, { inactiveSinceMs: clock.nowMs() });
    const delta = await readAll(sinceMs);
    expect(delta.ids).toEqual([changed?.id]);
    expect(delta.removed).toEqual([removed?.id]);
    expect(delta.pages.every(({ isComplete }) => !isComplete)).toBe(true);
    expect((await readAll(null)).ids).toHaveLength(PROPERTIES - 1);
  });

  it('reading Rapid properties returns FAILED if the connection is lost or a link points to another host, and THROTTLED if Rapid limits the calls', async () => {
    const first = () => newSource().changed(newCall(), { atMs: null, cursor: null });
    simulator.fail('contentFile', { when: 'before', kind: 'reset' });
    expect((await first()).kind).toBe('FAILED');
    simulator.fail('contentDownload', { when: 'before', kind: 'reset' });
    expect((await first()).kind).toBe('FAILED');
    simulator.set({ perMinute: 0 });
    expect((await first()).kind).toBe('THROTTLED');
    simulator.set({ perMinute: Number.MAX_SAFE_INTEGER });
    const cursor = JSON.stringify({
      list: 'content',
      next: 'https://api.ean.com/v3/properties/content?token=any',
    });
    const foreign = await newSource().changed(newCall(), { atMs: null, cursor });
    expect(foreign).toEqual({ kind: 'FAILED', cause: 'ENVIRONMENT' });
  });

  it('the properties in a file are read from one download while the file stays the same', async () => {
    const source = newSource();
    const before = simulator.exchanges.filter(({ operation }) => operation === 'contentDownload').length;
    let cursor: string | null = null;
    do {
      const page = await source.changed(newCall(), { atMs: null, cursor });
      if (page.kind !== 'OK') return expect.fail(page.kind);
      cursor = page.value.next;
    } while (cursor !== null);
    const after = simulator.exchanges.filter(({ operation }) => operation === 'contentDownload').length;
    expect(after - before).toBe(1);
  });

  it('the properties in a file must be read again from the beginning if Rapid has a new file', async () => {
    const first = await pageOf(null, null);
    Object.assign(simulator.world.properties[4] ?? {}, { name: 'Hotel Rebuilt' });
    expect(await newSource().changed(newCall(), { atMs: null, cursor: first.next })).toEqual({
      kind: 'GONE',
    });
  });

  it('reading the file of Rapid properties fails if the file is truncated', async () => {
    const torn = newSource();
    simulator.fail('contentDownload', { when: 'after', kind: 'truncate' });
    let page = await torn.changed(newCall(), { atMs: null, cursor: null });
    while (page.kind === 'OK' && page.value.next !== null)
      page = await torn.changed(newCall(), { atMs: null, cursor: page.value.next });
    // Only this download is truncated. A later read would start a new one.
    expect(page.kind).toBe('FAILED');
  });

  it.each([
    ['not complete if the id of a property cannot be read', '{"name":"Hotel"}', false, []],
    ['complete if all ids can be read', '{"property_id":"1"}', true, ['1']],
  ])('a full run that reads a file is %s', async (_, line, isComplete, unreadable) => {
    const alter = (response: SimulatedResponse) => ({
      ...response,
      body: gzipSync(`${line}\n${gunzipSync(response.body as Buffer)}`),
    });
    simulator.fail('contentDownload', { when: 'after', kind: 'alter', alter });
    const pages = await readWith(newSource());
    expect(pages.at(-1)).toMatchObject({ next: null, isComplete });
    expect(pages.flatMap(page => page.unreadable ?? [])).toEqual(unreadable);
  });

  it('two downloads count as different files if nothing identifies the file', () => {
    expect(fileOf({})).not.toBe(fileOf({}));
    expect(fileOf({ 'content-length': '5' })).toBe(fileOf({ 'content-length': '5' }));
    expect(fileOf({ etag: '"a"', 'content-length': '5' })).toBe('"a"');
  });

  it('a file download ends with the deadline of the call', async () => {
    const deadline = new AbortController();
    const stop = simulator.onSilence(() => deadline.abort());
    simulator.fail('contentDownload', { when: 'before', kind: 'hang' });
    const read = await newSource().changed(
      { ...newCall(), signal: deadline.signal },
      { atMs: null, cursor: null },
    );
    stop();
    expect(read).toEqual({ kind: 'FAILED', cause: 'TIMEOUT' });
  });

  it.each([
    ['https://files.example.com/a.gz', true],
    ['http://files.example.com/a.gz', false],
    ['https://files.example.com:8443/a.gz', false],
    ['https://user@files.example.com/a.gz', false],
    ['https://127.0.0.1/a.gz', false],
    ['https://0x7f.1/a.gz', false],
    ['https://[::1]/a.gz', false],
    ['https://localhost./a.gz', false],
    ['https://metadata/a.gz', false],
    ['https://metadata.google.internal/a.gz', false],
  ])(
    'files are downloaded only over https from public host names, without a port or user name: %s',
    (url, isAllowed) => {
      expect(isPublicName(new URL(url))).toBe(isAllowed);
    },
  );

  it('a link to the operator’s own network is not opened', async () => {
    const alter = (response: SimulatedResponse) => ({
      ...response,
      body: { ...(response.body as object), href: 'https://169.254.169.254/latest' },
    });
    simulator.fail('contentFile', { when: 'after', kind: 'alter', alter });
    expect(await newSource().changed(newCall(), { atMs: null, cursor: null })).toEqual({
      kind: 'FAILED',
      cause: 'ENVIRONMENT',
    });
  });

  it('a file download is restricted to public addresses', async () => {
    const href = 'https://files.serai-test.invalid/a.gz';
    const alter = (response: SimulatedResponse) => ({
      ...response,
      body: { ...(response.body as object), href },
    });
    simulator.fail('contentFile', { when: 'after', kind: 'alter', alter });
    const opened: unknown[] = [];
    const source = newSource({
      send: request => http.send(request),
      open: request => {
        opened.push({ href: request.url.href, isPublicOnly: request.isPublicOnly });
        return http.open(request);
      },
    });
    expect(await source.changed(newCall(), { atMs: null, cursor: null })).toMatchObject({ kind: 'FAILED' });
    expect(opened).toEqual([{ href, isPublicOnly: true }]);
  });

  it('the link to the next page of Rapid properties may contain commas', () => {
    expect(nextLink('<https://a/?b=1,2>; rel="prev", <https://a/?b=3,4>; rel="next"; expires="x"')).toBe(
      'https://a/?b=3,4',
    );
    expect(nextLink(['<https://a/1>; rel=next'])).toBe('https://a/1');
    expect(nextLink('<https://a/1>; rel="prev"')).toBeNull();
    expect(nextLink(undefined)).toBeNull();
  });

  it('a full run without a file is not complete if the id of a property cannot be read', async () => {
    const response = { status: 404, body: { type: 'file.not_found', message: 'Not found.' } };
    simulator.fail('contentFile', { when: 'before', kind: 'respond', response });
    const alter = (changed: SimulatedResponse) => ({
      ...changed,
      body: { ...(changed.body as object), '1': { name: 'Hotel' } },
    });
    simulator.fail('content', { when: 'after', kind: 'alter', alter });
    const pages = await readWith(newSource());
    expect(pages.at(-1)).toMatchObject({ next: null, isComplete: false });
  });

  it('Rapid properties are read page by page if the account has no file', async () => {
    const response = {
      status: 404,
      body: { type: 'file.not_found', message: 'The requested file could not be found.' },
    };
    simulator.fail('contentFile', { when: 'before', kind: 'respond', response });
    const page = await pageOf(null, null);
    expect(page.next).toContain('/v3/properties/content');
    expect(page.total).toBe(PROPERTIES - 1);
  });
});
