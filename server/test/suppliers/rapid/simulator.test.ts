import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManualClock } from '../../manual-clock.ts';
import { describeWithDocuments } from '../supplier-documents.ts';
import { examples, parameterViolations, samplesOf, unusedOverlayEntries, violationsOf } from './proof.ts';
import { BOOKING, RapidClient } from './rapid-client.ts';
import { type RapidSimulator, startRapid } from './simulator.ts';
import { USUAL } from './world.ts';

const START_MS = Date.UTC(2027, 0, 10, 12);
const TWO_ROOMS = { occupancy: ['2-4', '1'] };
const TWO_GUESTS = { rooms: [...BOOKING.rooms, { ...BOOKING.rooms[0], special_request: 'Quiet' }] };

/** Makes the simulator return every kind of response. */
async function visitEverything(simulator: RapidSimulator, clock: ManualClock): Promise<void> {
  const client = new RapidClient(simulator, clock);
  const tested = (test: string) => new RapidClient(simulator, clock, { test });
  const all = simulator.world.properties.map(({ id }) => id);
  for (const currency of ['EUR', 'USD', 'JPY', 'KWD']) await client.search({ property_id: all, currency });
  await client.search({ occupancy: ['14'] });
  await client.search({ currency: undefined, checkout: undefined });
  await client.search({ checkin: 'tomorrow', occupancy: ['none'] });
  await tested('service_unavailable').search();
  await tested('unknown_internal_error').search();
  await tested('none').search();
  await new RapidClient(simulator, clock, { authorization: 'EAN' }).search();
  await new RapidClient(simulator, clock, { 'user-agent': '' }).search();

  const priceCheck = await client.priceCheckLink(TWO_ROOMS);
  await client.send('GET', priceCheck);
  simulator.set({ pricePercent: 107 });
  await client.send('GET', priceCheck);
  simulator.set({ soldOut: true });
  await client.send('GET', priceCheck);
  await client.search();
  simulator.set(USUAL);
  await client.send('GET', '/v3/properties/10000/rooms/1/rates/1?token=invented');
  await tested('service_unavailable').send('GET', priceCheck);
  await tested('unknown_internal_error').send('GET', priceCheck);

  const link = await client.bookLink(TWO_ROOMS);
  await client.book(link, 'ONE', TWO_GUESTS);
  await client.book(link, 'ONE', TWO_GUESTS);
  await client.book('/v3/itineraries?token=invented', 'TWO');
  for (const test of ['complete_payment_session', 'service_unavailable', 'internal_server_error'])
    await tested(test).book(link, test.slice(0, 20), TWO_GUESTS);
  for (const test of ['price_mismatch', 'cc_declined', 'rooms_unavailable'])
    await tested(test).book(link, test, TWO_GUESTS);
  await client.lookup('ONE');
  await client.lookup('NONE');
  await client.send('GET', '/v3/itineraries');
  await tested('degraded_response').lookup('ONE');
  await tested('service_unavailable').lookup('ONE');
  const { body } = await client.lookup('ONE');
  await client.send('GET', `/v3/itineraries/${body[0].itinerary_id}?email=${BOOKING.email}`);
  await client.send('GET', `/v3/itineraries/${body[0].itinerary_id}?token=invented`);
  await client.send('GET', '/v3/itineraries/1?email=none@example.com');
  const [first, second] = body[0].rooms.map(
    (room: { links: { cancel: { href: string } } }) => room.links.cancel.href,
  );
  await tested('post_stay_cancel').send('DELETE', first);
  simulator.set({ staleRoomLinks: 1 });
  await client.send('DELETE', first);
  await client.send('DELETE', first);
  await client.send('DELETE', first);
  simulator.set({ cancelAccepted: 'done' });
  await client.send('DELETE', second);
  simulator.set(USUAL);
  await client.lookup('ONE');

  const { headers } = await client.send('GET', '/v3/properties/content?language=en-US&supply_source=expedia');
  await client.send('GET', /<([^>]+)>/.exec(String(headers.link))?.[1] ?? '');
  await client.send('GET', '/v3/properties/content');
  await client.send('GET', '/v3/files/properties/content?language=en-US&supply_source=expedia');
  await client.send('GET', '/v3/files/properties/content');
  const [removed] = simulator.world.properties;
  if (removed !== undefined) removed.inactiveSinceMs = clock.nowMs();
  await client.send('GET', '/v3/properties/inactive?since=2027-01-10');
  await client.send('GET', '/v3/properties/inactive');
  simulator.set({ perMinute: 0 });
  await client.search();
  await client.book(link, 'THROTTLED');
  await client.send('DELETE', second);
}

describeWithDocuments('the Rapid simulator', () => {
  const clock = new ManualClock(START_MS);
  let simulator: RapidSimulator;

  beforeAll(async () => {
    simulator = await startRapid({ clock });
    await visitEverything(simulator, clock);
  });
  afterAll(() => simulator.close());

  const samples = () => samplesOf(simulator.exchanges);

  it('the Rapid simulator returns only responses that Rapid’s OpenAPI document and the overlay describe', () => {
    expect(samples().length).toBeGreaterThan(60);
    expect(violationsOf(samples())).toEqual([]);
  });

  it('the examples in Rapid’s OpenAPI document match the document and the overlay', () => {
    expect(examples().length).toBeGreaterThan(60);
    expect(violationsOf(examples())).toEqual([]);
  });

  it('every entry of the Rapid overlay is needed', () => {
    expect(unusedOverlayEntries(examples()).map(({ pointer }) => pointer)).toEqual([]);
  });

  it('the Rapid simulator returns each expected status of its operations', () => {
    const statuses = new Set(
      simulator.exchanges.map(({ operation, response }) => `${operation} ${response?.status}`),
    );
    const wanted = {
      search: [200, 400, 401, 403, 429, 500, 503],
      priceCheck: [200, 400, 500, 503],
      book: [201, 400, 409, 410, 429, 500, 503],
      lookup: [200, 206, 400, 503],
      retrieve: [200, 400, 404],
      cancel: [202, 204, 400, 429],
      content: [200, 400],
      inactive: [200, 400],
    };
    for (const [operation, expected] of Object.entries(wanted))
      for (const status of expected) expect(statuses).toContain(`${operation} ${status}`);
  });

  it('a Rapid simulator that sends amounts as numbers fails validation against the OpenAPI document', async () => {
    const broken = await startRapid({ clock });
    broken.set({ isBroken: 'AMOUNTS_AS_NUMBERS' });
    await new RapidClient(broken, clock).search();
    expect(violationsOf(samplesOf(broken.exchanges)).length).toBeGreaterThan(0);
    await broken.close();
  });

  it('a Rapid response with a field that is missing from Rapid’s OpenAPI document is reported as a violation', () => {
    const body = { itinerary_id: '1', links: {}, status: 'booked' };
    expect(violationsOf([{ method: 'POST', path: '/itineraries', status: 201, body }])).toHaveLength(1);
  });

  it('a Rapid request without a required field or parameter is reported as a violation of the OpenAPI document', () => {
    const { email: _, ...rest } = BOOKING;
    expect(violationsOf([{ method: 'POST', path: '/itineraries', body: rest }])).toHaveLength(1);
    const wrong = simulator.exchanges.find(({ request }) => request.query.get('currency') === null);
    expect(wrong && parameterViolations(wrong)).toContain('/properties/availability: missing currency');
  });
});
