import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../manual-clock.ts';
import { DocumentValidator, unusedEntries } from '../document-validator.ts';
import { describeWithDocuments, readDocument, readRecording } from '../supplier-documents.ts';
import { checkQuery, namesIn, pathInApi, samplesOf, shapeOf } from './document-checks.ts';
import { facts, IN_DUBAI, IN_US, NEEDS_CARD, ORDINARY } from './facts.ts';
import { type HotelbedsSimulator, startHotelbeds } from './hotelbeds-simulator.ts';
import { BOOKING_OVERLAY, CONTENT_OVERLAY } from './overlay.ts';
import { RawClient } from './requests.ts';
import type { Behaviour } from './state.ts';

const NOW_MS = Date.UTC(2026, 5, 1, 12);
const started: HotelbedsSimulator[] = [];

async function start(behaviour: Partial<Behaviour> = {}) {
  const clock = new ManualClock(NOW_MS);
  const simulator = await startHotelbeds({ clock, behaviour });
  started.push(simulator);
  return { clock, simulator, client: new RawClient(simulator) };
}

afterEach(async () => {
  await Promise.all(started.splice(0).map(simulator => simulator.close()));
});

const LISTED = facts(() => {});

async function holds(
  name: string,
  behaviour: Partial<Behaviour> = {},
  spoil?: (simulator: HotelbedsSimulator) => void,
) {
  const { clock, simulator, client } = await start(behaviour);
  spoil?.(simulator);
  const fact = facts(ms => clock.advance(ms)).find(each => each.name === name);
  if (fact === undefined) return expect.fail(`There is no fact "${name}".`);
  return fact.holds(client, simulator).catch(() => false);
}

describe('facts about Hotelbeds that the simulator reproduces', () => {
  it.each(LISTED)('$name (source: $source)', async ({ name }) => {
    expect(await holds(name)).toBe(true);
  });

  it.each<[string, Partial<Behaviour>, string]>([
    [
      'returns the checked hotel in the field that the document names',
      { checkedHotelField: 'hotels' },
      'the rate check has its result under `hotel`',
    ],
    [
      'keeps the case of references',
      { upperCasesReference: false },
      'the client reference is returned in upper case',
    ],
    [
      'deduplicates references',
      { acceptsRepeatedReference: false },
      'two bookings with one client reference both exist',
    ],
    [
      'cancels only with a flag',
      { cancelsWithoutFlag: false },
      'a DELETE without a flag cancels the booking',
    ],
    [
      'keeps the prices of cancelled bookings',
      { zeroesCancelledPrices: false },
      'a cancelled booking has prices of 0.00 and a numeric cancellation amount',
    ],
    [
      'accepts repeated failures',
      { rejectsRepeatedFailures: false },
      'repeating a request that failed returns 410',
    ],
  ])('a Hotelbeds simulator that %s fails the check of a fact', async (_name, behaviour, fact) => {
    expect(await holds(fact, behaviour)).toBe(false);
  });

  it('a Hotelbeds simulator whose rate keys never expire fails the check of a fact', async () => {
    const spoil = ({ state }: HotelbedsSimulator) => {
      state.keys.expires = false;
    };
    expect(await holds('rate keys expire after 30 minutes', {}, spoil)).toBe(false);
  });

  it('a Hotelbeds simulator without rate limit headers fails the check of a fact', async () => {
    const spoil = ({ state }: HotelbedsSimulator) => {
      state.access.sendsLimitHeaders = false;
    };
    expect(await holds('responses have X-Ratelimit headers', {}, spoil)).toBe(false);
  });
});

/** Calls every operation, with its variants and many errors. */
async function callEverything({
  clock,
  simulator,
  client,
}: Awaited<ReturnType<typeof start>>): Promise<void> {
  for (const code of [ORDINARY, IN_US, IN_DUBAI, NEEDS_CARD, 9_999]) await client.search(code);
  await client.search(ORDINARY, { rooms: 2, adults: 1, children: 1, paxes: [{ type: 'CH', age: 4 }] });
  const past = { checkIn: '2026-05-01', checkOut: '2026-05-02' };
  await client.booking('POST', '/hotels', { stay: past, occupancies: [], hotels: { hotel: [ORDINARY] } });
  for (const code of [ORDINARY, IN_US, IN_DUBAI]) {
    const { reference } = (await client.walk(code, { remark: 'Late arrival' })).body.booking;
    await client.booking('GET', `/bookings/${reference}`);
    await client.booking('DELETE', `/bookings/${reference}?cancellationFlag=SIMULATION`);
    await client.booking('DELETE', `/bookings/${reference}?cancellationFlag=CANCELLATION`);
    await client.booking('GET', `/bookings/${reference}`);
    simulator.state.locked.add(reference);
    await client.booking('DELETE', `/bookings/${reference}?cancellationFlag=CANCELLATION`);
  }
  const period = 'start=2026-05-31&end=2026-06-02';
  await client.booking('GET', `/bookings?${period}&filterType=CREATION&status=ALL&from=1&to=25`);
  await client.booking('GET', '/bookings');
  await client.booking('GET', '/bookings/1-1');
  await client.booking('DELETE', '/bookings/1-1?cancellationFlag=CANCELLATION');
  await client.check('no such key');
  await client.book('no such key');
  await client.book('no such key');
  simulator.movePrice(ORDINARY, 500, 'BOOKING');
  await client.walk(ORDINARY);
  const { rateKey } = await client.rate(ORDINARY);
  for (const room of simulator.state.hotels[0]?.rooms ?? []) room.allotment = 0;
  await client.check(rateKey);
  await client.content('/hotels?from=1&to=5&fields=all&language=ENG&useSecondaryLanguage=true');
  await client.content('/hotels?from=1&to=1000&fields=all&language=ENG&lastUpdateTime=2025-06-01');
  await client.content('/hotels?from=1&to=1001');
  for (const table of ['rooms', 'categories', 'chains', 'accommodations', 'facilities', 'boards']) {
    await client.content(`/types/${table}?from=1&to=1000&language=ENG&fields=all`);
  }
  const path = '/hotel-api/1.0/bookings/1-1';
  await client.send('GET', path, undefined, { 'x-signature': undefined });
  await client.send('GET', path, undefined, { accept: 'text/html' });
  simulator.state.access.quota = { limit: 0, windowMs: 60_000, status: 403 };
  clock.advance(86_400_000);
  await client.send('GET', path);
  simulator.state.access.quota = { limit: 0, windowMs: 60_000, status: 429 };
  await client.send('GET', path);
}

type Api = 'booking' | 'content';

const read = new Map<Api, ReturnType<typeof readDocument>>();

/** Cached, because reading a document takes a second. */
function documentOf(api: Api) {
  const document = read.get(api) ?? readDocument(`hotelbeds-${api}.yaml`);
  read.set(api, document);
  return { document, overlay: api === 'booking' ? BOOKING_OVERLAY : CONTENT_OVERLAY };
}

describeWithDocuments('the Hotelbeds simulator and the documents', () => {
  it.each(['booking', 'content'] as const)(
    'every request and response of the simulated Hotelbeds %s API matches its OpenAPI document, and every overlay entry is needed',
    { timeout: 120_000 },
    async api => {
      const world = await start();
      await callEverything(world);
      const { document, overlay } = documentOf(api);
      const samples = samplesOf(world.simulator.exchanges, api);
      const validator = new DocumentValidator(document, overlay);
      expect(samples.flatMap(sample => validator.check(sample))).toEqual([]);
      expect(unusedEntries(document, overlay, samples).map(({ pointer }) => pointer)).toEqual([]);
    },
  );

  it('every successful request to the Hotelbeds simulator has the required query parameters and no unknown ones', async () => {
    const world = await start();
    await callEverything(world);
    const faults = world.simulator.exchanges
      .filter(({ response }) => response?.status === 200)
      .flatMap(({ request }) => {
        const { document } = documentOf(request.path.includes('content') ? 'content' : 'booking');
        return checkQuery(document, request, pathInApi(request.path));
      });
    expect(faults).toEqual([]);
  });

  it('a Hotelbeds simulator that sends a price as a number fails validation against the OpenAPI document', async () => {
    const { simulator, client } = await start();
    simulator.fail('search', {
      when: 'after',
      kind: 'alter',
      alter: response => ({
        ...response,
        body: JSON.parse(JSON.stringify(response.body).replaceAll(/"net":"([\d.]+)"/g, '"net":$1')),
      }),
    });
    await client.search(ORDINARY);
    const { document, overlay } = documentOf('booking');
    const samples = samplesOf(simulator.exchanges, 'booking');
    expect(samples.flatMap(sample => new DocumentValidator(document, overlay).check(sample))).not.toEqual([]);
  });

  it('the recorded Hotelbeds booking matches the OpenAPI document and has the same fields and types as the simulated booking', async () => {
    const recorded = JSON.parse(readRecording('hotelbeds/booking.response.json'));
    const { document, overlay } = documentOf('booking');
    const sample = { method: 'POST', path: '/bookings', status: 200, body: recorded };
    expect(new DocumentValidator(document, overlay).check(sample)).toEqual([]);

    const { client } = await start();
    const { rateKey } = await client.rate(
      NEEDS_CARD,
      rate => rate.rateClass === 'NRF' && rate.taxes === undefined,
    );
    const guest = { roomId: 1, type: 'AD' };
    const simulated = await client.book(rateKey, {
      rooms: [{ rateKey, paxes: [{ ...guest, name: 'Ada', surname: 'Tester' }, guest] }],
      remark: 'Late arrival',
    });
    expect(shapeOf(simulated.body)).toEqual(shapeOf(recorded));
  });

  it.each([
    ['availability.response.json', '/hotels'],
    ['checkrates.response.json', '/checkrates'],
    ['content-hotels.response.json', '/content'],
    ['content-types-boards.response.json', '/types/boards'],
    ['content-types-rooms.response.json', '/types/rooms'],
    ['content-types-categories.response.json', '/types/categories'],
    ['content-types-chains.response.json', '/types/chains'],
  ])('the Hotelbeds simulator returns every field of the recording %s', async (file, path) => {
    const { client } = await start();
    const recorded = JSON.parse(readRecording(`hotelbeds/${file}`));
    const responses = [];
    if (path === '/hotels') responses.push(await client.search(ORDINARY));
    if (path === '/checkrates') responses.push(await client.check((await client.rate(ORDINARY)).rateKey));
    if (path === '/content') responses.push(await client.content('/hotels?from=1&to=10'));
    if (path.startsWith('/types')) responses.push(await client.content(`${path}?from=1&to=10`));
    const simulated = new Set(responses.flatMap(({ body }) => [...namesIn(body)]));
    // The recording splits these texts at their commas.
    const isSplit = (name: string) => /^\/auditData\/(requestHost|environment)\/\*$/.test(name);
    expect([...namesIn(recorded)].filter(name => !simulated.has(name) && !isSplit(name))).toEqual([]);
  });

  it('in the Hotelbeds recording, rate keys have 146 to 156 characters and only NRF rates have a past cancellation deadline', () => {
    const { hotels, auditData } = JSON.parse(readRecording('hotelbeds/availability.response.json'));
    const rates = hotels.hotels[0].rooms.flatMap((room: { rates: object[] }) => room.rates);
    for (const { rateKey, rateClass, cancellationPolicies } of rates) {
      expect(rateKey.length).toBeGreaterThanOrEqual(146);
      expect(rateKey.length).toBeLessThanOrEqual(156);
      const isPast =
        Date.parse(cancellationPolicies[0].from) < Date.parse(`${auditData.timestamp.replace(' ', 'T')}Z`);
      expect(isPast).toBe(rateClass === 'NRF');
    }
  });
});
