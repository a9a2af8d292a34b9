import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManualClock } from '../../manual-clock.ts';
import { describeWithDocuments, listRecordings, readRecording } from '../supplier-documents.ts';
import { LiteApiClient } from './lite-api-client.ts';
import { violationsOf } from './proof.ts';
import { type LiteApiSimulator, MEASURED_MS, startLiteApi } from './simulator.ts';

const V3 = 'liteapi-v3';

/**
 * Recordings from which required fields were removed, so that the body as a whole is not valid. Their remaining fields
 * are still compared with the simulator.
 */
const CUT = new Set([`${V3}/01-rates.offer.json`, `${V3}/04-lookup.response.json`]);
/** Contains measurements instead of an exchange. */
const NO_EXCHANGE = new Set([`${V3}/measurements.json`]);
/** Paths of requests whose path is missing from the list of recordings. */
const REQUEST_PATHS: Readonly<Record<string, string>> = { quote: '/rates/prebook', book: '/rates/book' };
/** In the recording, a string replaces this number to hide it. */
const SCRUBBED = new Set(['/data/userId']);

function readBody(file: string): unknown {
  return JSON.parse(readRecording(file));
}

/** The JSON type of the value at every pointer. All elements of a list share one pointer. */
function shapeOf(
  value: unknown,
  pointer = '',
  shape = new Map<string, Set<string>>(),
): Map<string, Set<string>> {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  shape.set(pointer, (shape.get(pointer) ?? new Set()).add(type));
  if (Array.isArray(value)) for (const each of value) shapeOf(each, `${pointer}/*`, shape);
  else if (type === 'object')
    for (const [name, each] of Object.entries(value as object)) shapeOf(each, `${pointer}/${name}`, shape);
  return shape;
}

/** The pointers of the recording that are missing from the simulated body or have another type there. */
function differences(recorded: unknown, simulated: unknown): string[] {
  const known = shapeOf(simulated);
  return [...shapeOf(recorded)].flatMap(([pointer, types]) => {
    if (SCRUBBED.has(pointer)) return [];
    const own = known.get(pointer) ?? new Set<string>();
    return [...types].every(type => own.has(type)) ? [] : [`${pointer}: ${[...types]} is not ${[...own]}`];
  });
}

describeWithDocuments('recorded responses of LiteAPI version 3', () => {
  const clock = new ManualClock(Date.UTC(2027, 0, 10, 12));
  let simulator: LiteApiSimulator;
  let client: LiteApiClient;

  beforeAll(async () => {
    simulator = await startLiteApi({ clock });
    client = new LiteApiClient(simulator);
  });
  afterAll(() => simulator.close());

  it('LiteAPI recordings match the OpenAPI documents and the overlay, unless required fields were removed', () => {
    const recordings = listRecordings().filter(({ file }) => file.startsWith(V3));
    expect(recordings.length).toBeGreaterThan(10);
    for (const { file, operation, status = 200, ...given } of recordings) {
      if (CUT.has(file) || NO_EXCHANGE.has(file)) continue;
      const { method = 'POST', path = REQUEST_PATHS[operation] ?? '' } = given;
      const body = readBody(file) as { data?: { userId?: unknown } };
      if (typeof body.data?.userId === 'string') delete body.data.userId;
      const sample = { method, path: path.split('?')[0] ?? '', body };
      const isRequest = file.endsWith('.request.json');
      expect([file, violationsOf([isRequest ? sample : { ...sample, status }])]).toEqual([file, []]);
    }
  });

  it('responses of the LiteAPI simulator have all fields of the recordings, with the same types', async () => {
    const found = (await client.search({ maxRatesPerHotel: 4 })).body;
    const [offer] = found.data[0].roomTypes;
    expect(differences(readBody(`${V3}/01-rates.offer.json`), offer)).toEqual([]);
    const prebook = (await client.prebook(offer.offerId)).body;
    expect(differences(readBody(`${V3}/02-prebook.response.json`), prebook)).toEqual([]);
    const booked = (await client.book(prebook.data.prebookId, { clientReference: 'RECORDED' })).body;
    expect(differences(readBody(`${V3}/03-book.response.json`), booked)).toEqual([]);
    const looked = (await client.lookup('RECORDED')).body;
    expect(differences(readBody(`${V3}/04-lookup.response.json`), looked)).toEqual([]);
    expect((await client.lookup('NONE')).body).toEqual(readBody(`${V3}/04-lookup-none.response.json`));
  });

  it('the simulated latency equals the recorded response times of LiteAPI', async () => {
    const { walk } = readBody(`${V3}/measurements.json`) as { walk: { ms: number; status: number }[] };
    const times = walk.filter(({ status }) => status === 200).map(({ ms }) => ms);
    expect(times).toEqual(Object.values(MEASURED_MS));
    const slow = await startLiteApi({ clock, hasLatency: true });
    const startedMs = performance.now();
    await new LiteApiClient(slow).lookup('NONE');
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(100);
    await slow.close();
  });

  it('errors of the LiteAPI simulator have the same codes and texts as the recordings', async () => {
    const prebookId = await client.prebookId();
    await client.book(prebookId, { clientReference: 'TWICE' });
    const offerId = await client.offerId();
    clock.advance(10 * 60_000);
    const replies: readonly [string, { status: number; body: unknown }][] = [
      ['book-4005-duplicate', await client.book(prebookId, { clientReference: 'TWICE' })],
      ['book-5000-payment-method', await client.book(prebookId, { payment: { method: 'IOU' } })],
      ['bookings-4002-no-filter', await client.send('GET', '/bookings')],
      ['prebook-2001-stale-offer', await client.prebook(offerId)],
      ['prebook-4002-no-offer-id', await client.prebook(undefined)],
      ['rates-4002-no-nationality', await client.search({ guestNationality: undefined })],
    ];
    for (const [name, { status, body }] of replies) {
      expect([name, status, body]).toEqual([name, 400, readBody(`${V3}/errors/${name}.json`)]);
    }
    // The recorded text is long, so only its beginning is simulated.
    const { body } = await client.search({ hotelIds: [] });
    const recorded = readBody(`${V3}/errors/rates-4000-no-place.json`) as typeof body;
    expect(body.error.code).toBe(recorded.error.code);
    expect(recorded.error.message.startsWith(body.error.message.slice(0, 20))).toBe(true);
  });
});
