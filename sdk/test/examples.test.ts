/** Runs the unchanged examples in an empty project with the packed SDK. */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ScenarioName } from '../../contract/src/booking/sandbox/scenarios.ts';
import { type Running, until } from '../../e2e/child-process.ts';
import { mergeInto, retireHotels } from '../../server/src/content/catalogue/writing/tombstones-store.ts';
import { changeHotels, writeHotels } from '../../server/test/catalogue-builder.ts';
import { freePort } from '../../server/test/free-port.ts';
import { type SearchApp, searchApp } from '../../server/test/search-app.ts';
import { type SpoilingProxy, spoilingProxy } from '../../server/test/spoiling-proxy.ts';
import { type BookingRequest, Serai, type SeraiEvent, webhooks } from '../src/serai.ts';
import { type PackedProject, packedProject } from './packed-project.ts';

let app: SearchApp;
let proxy: SpoilingProxy;
let project: PackedProject;
let serai: Serai;
beforeAll(async () => {
  app = await searchApp({ settings: { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' } });
  proxy = await spoilingProxy(app.app.interfaceUrl as string);
  project = await packedProject();
  serai = new Serai({ apiKey: app.key, baseUrl: app.app.interfaceUrl as string });
  for (const name of ['search-and-book', 'content-mirror', 'webhook-receiver']) {
    await project.add(`examples/${name}.ts`);
  }
});
afterAll(async () => {
  await proxy?.close();
  await app?.close();
  await project?.remove();
});
afterEach(() => {
  proxy.spoil = () => {};
});

const run = (...args: string[]) => project.run(args, { SERAI_API_KEY: app.key, SERAI_BASE_URL: proxy.url });

test('the snippets in the SDK README work together as one program', async () => {
  const readme = await readFile(join(project.installed, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code]) => code);
  expect(blocks).toHaveLength(7);
  await writeFile(join(project.folder, 'readme.ts'), blocks.join('\n'));
  const { code, out } = await project.check({ module: 'nodenext', types: [] }, 'readme.ts');
  expect([code, out]).toEqual([0, '']);
  const ran = await run('readme.ts');
  expect([ran.code, ran.err]).toEqual([0, '']);
  expect(ran.out).toMatch(
    /^bkg_\w+ CONFIRMED req_\w+ false\n409 DUPLICATE_CLIENT_REFERENCE bkg_\w+ req_\w+\n/,
  );
  expect(ran.out).toMatch(/\n204\n$/);
});

describe('search-and-book', () => {
  const book = (...args: string[]) => run('search-and-book.ts', 'Barcelona', ...args);
  const bookingsOf = async (clientReference: string) => {
    const { bookings } = await serai.bookings.list({ filters: { clientReferences: [clientReference] } });
    return bookings.map(({ bookingId, status }) => `${bookingId} ${status}`);
  };

  test('search-and-book books one offer per order and cancels it on request', async () => {
    const first = await book('ORDER-1');
    expect([first.code, first.err]).toEqual([0, '']);
    const [, id] = /^Booking: (\S+) CONFIRMED Hotel B\d+$/m.exec(first.out) ?? [];
    const prices = [...first.out.matchAll(/^Offer: .*, ([\d.]+) EUR$/gm)].map(([, price]) => Number(price));
    expect(prices).toHaveLength(1);
    const second = await book('ORDER-1');
    expect(second.out).toBe(first.out.slice(first.out.indexOf('Booking:')));
    const third = await book('ORDER-1', '--cancel');
    expect(third.out).toContain('Cancelling costs 0.00 EUR.');
    expect(await bookingsOf('ORDER-1')).toEqual([`${id} CANCELLED`]);
  });

  test('search-and-book skips offers that are no longer available or have changed', async () => {
    let quotes = 0;
    proxy.spoil = answer => {
      if (answer.operation !== 'prebooking') return;
      quotes += 1;
      if (quotes === 1) answer.json = { error: { code: 'OFFER_NOT_AVAILABLE', message: 'Gone.' } };
      if (quotes === 1) answer.status = 409;
      if (quotes === 2)
        Object.assign(answer.json, { status: 'PRICE_CHANGED', changes: [{ field: 'price.net' }] });
    };
    const { out } = await book('ORDER-2');
    expect(out).toMatch(
      /^Offer: .*\n {2}not available: OFFER_NOT_AVAILABLE\nOffer: .*\n {2}changed: price\.net\nOffer: .*\nBooking: /,
    );
    expect(await bookingsOf('ORDER-2')).toHaveLength(1);
  });

  test('search-and-book finds the booking if every response to create was lost', async () => {
    let lost = 0;
    proxy.spoil = answer => {
      answer.isCut = answer.operation === 'booking';
      if (answer.isCut) lost += 1;
    };
    const { out, err, code } = await book('ORDER-3');
    expect([code, lost]).toEqual([0, 3]);
    expect(out).toMatch(/^Booking: \S+ CONFIRMED/m);
    expect(err.match(/will be retried/g)).toHaveLength(2);
    expect(await bookingsOf('ORDER-3')).toHaveLength(1);
  });
});

describe('content-mirror', () => {
  const mirror = () => run('content-mirror.ts', 'mirror.json', '--once');
  const stored = async () => JSON.parse(await readFile(join(project.folder, 'mirror.json'), 'utf8'));
  /** The names of the active hotels in the catalogue, by id. */
  async function catalogue(): Promise<Record<string, string>> {
    const names: [string, string][] = [];
    for await (const hotel of serai.content.hotels.each({ page: { limit: 1000 } })) {
      if (hotel.status === 'ACTIVE') names.push([hotel.hotelId, hotel.name]);
    }
    return Object.fromEntries(names.sort());
  }
  async function mirrored(): Promise<Record<string, string>> {
    const hotels: { hotelId: string; name: string }[] = Object.values((await stored()).hotels);
    return Object.fromEntries(hotels.map(({ hotelId, name }) => [hotelId, name] as const).sort());
  }
  const write = (...hotels: Parameters<typeof writeHotels>[2]) =>
    writeHotels(app.app.database.db, 'sandbox', hotels);

  beforeAll(async () => {
    await write(...Array.from({ length: 1200 }, (_, i) => ({ hotelId: `htl_M${i}` })));
  });

  test('content-mirror continues where it stopped after an interruption', async () => {
    const asked: unknown[] = [];
    proxy.spoil = answer => {
      asked.push(answer.request.page.cursor);
      answer.isCut = asked.length > 2;
    };
    const broken = await mirror();
    expect(broken.code).not.toBe(0);
    expect(Object.keys((await stored()).hotels).length).toBeGreaterThan(500);
    const { cursor } = (await stored()).run;
    proxy.spoil = answer => void asked.push(answer.request.page.cursor);
    asked.length = 0;
    const [hotelId = ''] = Object.keys((await stored()).hotels).filter(id => id.startsWith('htl_M'));
    await write({ hotelId, name: { en: 'Changed behind the cursor' } });
    expect((await mirror()).code).toBe(0);
    expect([asked[0], asked.length]).toEqual([cursor, 1]);
    expect((await mirror()).code).toBe(0);
    expect((await mirrored())[hotelId]).toBe('Changed behind the cursor');
    expect(await mirrored()).toEqual(await catalogue());
  });

  test('content-mirror applies added, changed, removed and merged hotels without reading all hotels again', async () => {
    await write({ hotelId: 'htl_NEW' }, { hotelId: 'htl_M1', name: { en: 'Renamed' } });
    await changeHotels(app.app.database.db, 'sandbox', async (tx, change) => {
      await retireHotels(tx, change, ['htl_M2']);
      return mergeInto(tx, change, [{ hotelId: 'htl_M3', mergedInto: 'htl_M4' }]);
    });
    const { out } = await mirror();
    expect(out).toMatch(/^\d+ changes, \d+ hotels\n$/);
    const now = await mirrored();
    expect(now).toEqual(await catalogue());
    expect([now.htl_NEW, now.htl_M1, now.htl_M2, now.htl_M3]).toEqual([
      'Hotel NEW',
      'Renamed',
      undefined,
      undefined,
    ]);
    expect((await stored()).mergedInto).toMatchObject({ htl_M3: 'htl_M4' });
    const again = await mirror();
    expect(Number.parseInt(again.out, 10)).toBeLessThan(10);
  });

  test('content-mirror starts over if its cursor is no longer valid', async () => {
    await write(...Array.from({ length: 600 }, (_, i) => ({ hotelId: `htl_N${i}` })));
    const before = await stored();
    const run = { since: before.since, startedAt: before.since, cursor: 'no-longer-good' };
    await writeFile(join(project.folder, 'mirror.json'), JSON.stringify({ ...before, run }));
    expect((await mirror()).code).toBe(0);
    expect(await mirrored()).toEqual(await catalogue());
  });

  test('content-mirror runs until it is stopped, and then exits without an error', async () => {
    const env = { SERAI_API_KEY: app.key, SERAI_BASE_URL: proxy.url };
    const running = project.start(['content-mirror.ts', 'mirror.json'], env);
    await until(
      () => running.out().includes('hotels\n'),
      30_000,
      () => running.err(),
    );
    running.child.kill('SIGTERM');
    expect([await running.ended, running.err()]).toEqual([0, '']);
  });
});

describe('webhook-receiver', () => {
  let port: number;
  let secret: string;
  let receiver: Running;
  const start = async (secrets: string) => {
    const env = { SERAI_WEBHOOK_SECRETS: secrets, PORT: String(port) };
    receiver = project.start(['webhook-receiver.ts', 'events.jsonl'], env);
    await until(
      () => receiver.out().includes('Receiving'),
      30_000,
      () => receiver.err(),
    );
  };
  const stop = () => {
    receiver.child.kill('SIGKILL');
    return receiver.ended;
  };
  const known = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/bookings`);
    const { events, bookings } = (await response.json()) as {
      events: number;
      bookings: { bookingId: string; status: string; version: number }[];
    };
    return {
      events,
      bookings: Object.fromEntries(bookings.map(({ bookingId, ...rest }) => [bookingId, rest])),
    };
  };
  const lines = async () =>
    (await readFile(join(project.folder, 'events.jsonl'), 'utf8')).split('\n').filter(line => line !== '');
  const send = async (event: SeraiEvent, by = secret) => {
    const { body, headers } = await webhooks.sign(event, by);
    const response = await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', body, headers });
    return response.status;
  };

  beforeAll(async () => {
    port = await freePort();
    const { json } = await app.app.operate('webhooks/create', {
      url: `http://127.0.0.1:${port}/webhooks`,
      environment: 'sandbox',
      eventTypes: ['booking.pending', 'booking.confirmed', 'booking.cancel_pending', 'booking.cancelled'],
    });
    ({ secret } = json);
    await start(secret);
  });
  afterAll(stop);

  async function bookAndCancel(scenario: ScenarioName): Promise<string> {
    const { json: quote } = await app.quote(scenario);
    const { booking } = await serai.bookings.create(app.bookingOf(quote) as unknown as BookingRequest);
    await serai.bookings.cancel({ bookingId: booking.bookingId });
    return booking.bookingId;
  }

  test('webhook-receiver matches the server state even if events are delivered twice or retried', async () => {
    const ids = [
      await bookAndCancel('webhook.duplicate'),
      await bookAndCancel('webhook.flaky'),
      await bookAndCancel('ok'),
    ];
    for (const bookingId of ids) {
      const { booking, history = [] } = await serai.bookings.get({ bookingId, include: ['history'] });
      const state = { status: 'CANCELLED', version: booking.version };
      await vi.waitFor(async () => expect((await known()).bookings[bookingId]).toEqual(state), {
        timeout: 30_000,
      });
      const kept = async () =>
        (await lines()).filter(line => line.includes(`"bookingId":"${bookingId}","clientReference"`));
      await vi.waitFor(async () => expect(await kept()).toHaveLength(history.length), { timeout: 30_000 });
    }
    const kept = (await lines()).map(line => JSON.parse(line).id);
    expect(new Set(kept).size).toBe(kept.length);
  });

  test('webhook-receiver reaches the same state regardless of the order and number of deliveries', async () => {
    const before = await known();
    const template = JSON.parse((await lines())[0] ?? '');
    const statuses = ['PENDING', 'CONFIRMED', 'CONFIRMED', 'CANCEL_PENDING', 'CANCELLED'];
    const events: SeraiEvent[] = ['A', 'B'].flatMap(name =>
      statuses.map((status, i) => {
        const named = { bookingId: `bkg_${name}`, status, version: i + 1 };
        const booking = { ...template.data.booking, ...named };
        return { ...template, id: `evt_${name}${i}`, data: { ...template.data, ...named, booking } };
      }),
    );
    // Sends all events twice, in reverse order and concurrently.
    const order = [...events].reverse().flatMap(event => [event, event]);
    expect(new Set(await Promise.all(order.map(event => send(event))))).toEqual(new Set([204]));
    const after = await known();
    expect(after.events - before.events).toBe(events.length);
    for (const id of ['bkg_A', 'bkg_B'])
      expect(after.bookings[id]).toEqual({ status: 'CANCELLED', version: 5 });
  });

  test('webhook-receiver restores its state after a crash and ignores a truncated line', async () => {
    const before = await known();
    await stop();
    await appendFile(join(project.folder, 'events.jsonl'), '{"id":"evt_half');
    await start(secret);
    expect(await known()).toEqual(before);
    const [first = ''] = await lines();
    const event: SeraiEvent = { ...JSON.parse(first), id: 'evt_after' };
    expect([await send(event), await send(event)]).toEqual([204, 204]);
    expect((await lines()).filter(line => line.includes('evt_after'))).toHaveLength(1);
    expect((await known()).events).toBe(before.events + 1);
  });

  test('webhook-receiver rejects events with a wrong signature and accepts both secrets during a rotation', async () => {
    const [first = ''] = await lines();
    const event: SeraiEvent = { ...JSON.parse(first), id: 'evt_forged' };
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const { events } = await known();
    expect(await send(event, other)).toBe(400);
    expect((await known()).events).toBe(events);
    expect(receiver.err()).toContain('WRONG_SECRET');
    await stop();
    await start(`${secret},${other}`);
    expect([await send(event, other), await send({ ...event, id: 'evt_old' })]).toEqual([204, 204]);
    expect((await known()).events).toBe(events + 2);
  });
});
