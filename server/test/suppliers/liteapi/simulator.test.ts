import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManualClock } from '../../manual-clock.ts';
import { describeWithDocuments } from '../supplier-documents.ts';
import { BOOKING, LiteApiClient } from './lite-api-client.ts';
import { samplesOf, unusedOverlayEntries, violationsOf } from './proof.ts';
import { LIVE_KEY, type LiteApiSimulator, startLiteApi } from './simulator.ts';
import { USUAL } from './world.ts';

const START_MS = Date.UTC(2027, 0, 10, 12);
const TWO_ROOMS = {
  occupancies: [
    { adults: 2, children: [4] },
    { adults: 1, children: [] },
  ],
};

/** Makes the simulator return every kind of response. */
async function visitEverything(simulator: LiteApiSimulator, clock: ManualClock): Promise<void> {
  const client = new LiteApiClient(simulator);
  await client.search({ maxRatesPerHotel: 20, hotelIds: simulator.world.hotels.map(({ id }) => id) });
  for (const noRooms of ['200', '204', '400'] as const) {
    simulator.set({ noRooms });
    await client.search({ hotelIds: ['lpnone'] });
  }
  await client.search({ guestNationality: undefined });
  await client.search({ hotelIds: [] });
  await new LiteApiClient(simulator, 'wrong').search();
  await new LiteApiClient(simulator, LIVE_KEY).search({ maxRatesPerHotel: 1 });

  for (const fields of [{}, TWO_ROOMS, { currency: 'JPY' }, { currency: 'KWD' }]) {
    for (const hotelIds of simulator.world.hotels.slice(0, 4).map(({ id }) => [id])) {
      await client.prebookId({ ...fields, hotelIds });
    }
  }
  await client.prebook(undefined);
  await client.prebook('invented');
  const offerId = await client.offerId();
  clock.advance(10 * 60_000);
  await client.prebook(offerId);
  simulator.set({ pricePercent: 95, replacesRooms: true, changesTerms: true });
  const prebookId = await client.prebookId(TWO_ROOMS);
  simulator.set(USUAL);

  const { body } = await client.book(prebookId, { clientReference: 'ONE', guests: [] });
  await client.book(prebookId, { clientReference: 'ONE' });
  await client.book(prebookId, { payment: { method: 'WALLET' } });
  await client.book('unknown');
  await new LiteApiClient(simulator, LIVE_KEY).book(prebookId, { guests: undefined });
  await client.book(prebookId, { payment: { method: 'NONE' } });
  await client.lookup('ONE');
  await client.lookup('NONE');
  await client.send('GET', '/bookings');
  await client.send('GET', `/bookings/${body.data.bookingId}`);
  await client.send('GET', '/bookings/unknown');
  await client.send('GET', '/bookings/?bookingStartDate=2027-01-10&bookingEndDate=2027-01-11');
  await client.send('GET', '/bookings/?bookingStartDate=yesterday');
  await client.send('PUT', `/bookings/${body.data.bookingId}`);
  await client.send('PUT', `/bookings/${body.data.bookingId}`);
  await client.send('PUT', '/bookings/unknown');
  await client.lookup('ONE');
  await client.send('GET', '/bookings/');

  for (const path of ['countries', 'currencies', 'hotelTypes', 'chains', 'facilities'])
    await client.send('GET', `/data/${path}`);
  await client.send('GET', '/data/hotels?countryCode=ES&limit=1');
  await client.send('GET', '/data/hotels');
  await client.send('GET', '/data/hotel?hotelId=lp1001&language=es');
  await client.send('GET', '/data/hotel?hotelId=none');
  const [removed] = simulator.world.hotels;
  if (removed !== undefined)
    Object.assign(removed, { deletedAtMs: clock.nowMs(), updatedAtMs: clock.nowMs() });
  await client.send('GET', '/data/hotels?lastUpdatedAt=2027-01-10T12:05:00Z');

  simulator.set({ perSecond: 0 });
  await client.search();
  await client.prebook('any');
  await client.book('any');
  await client.lookup('any');
  await client.send('PUT', '/bookings/any');
}

describeWithDocuments('the LiteAPI simulator', () => {
  const clock = new ManualClock(START_MS);
  let simulator: LiteApiSimulator;

  beforeAll(async () => {
    simulator = await startLiteApi({ clock });
    await visitEverything(simulator, clock);
  });
  afterAll(() => simulator.close());

  /** All messages except requests that are invalid on purpose. */
  const samples = () =>
    samplesOf(simulator.exchanges).filter(({ status, body }) => status !== undefined || isComplete(body));
  const isComplete = (body: unknown) => {
    const { occupancies, guestNationality, offerId, holder, guests, payment } = body as Record<
      string,
      unknown
    >;
    if (occupancies !== undefined) return guestNationality !== undefined;
    if (offerId !== undefined) return true;
    return holder !== undefined && guests !== undefined && (payment as { method: string }).method !== 'NONE';
  };
  const notModified = { method: 'PUT', path: '/bookings/any', status: 304, body: undefined };

  it('the LiteAPI simulator returns only responses that LiteAPI’s OpenAPI documents and the overlay describe', () => {
    expect(samples().length).toBeGreaterThan(80);
    expect(violationsOf(samples())).toEqual([]);
  });

  it('every entry of the LiteAPI overlay is needed', () => {
    expect(unusedOverlayEntries([...samples(), notModified]).map(({ pointer }) => pointer)).toEqual([]);
  });

  it('the LiteAPI simulator returns each expected status of its operations', () => {
    const statuses = new Set(
      simulator.exchanges.map(({ operation, response }) => `${operation} ${response?.status}`),
    );
    for (const each of [
      'search 200',
      'search 204',
      'search 400',
      'search 401',
      'prebook 400',
      'book 400',
      'cancel 204',
    ])
      expect(statuses).toContain(each);
  });

  it('a LiteAPI simulator that sends amounts as strings fails validation against the OpenAPI documents', async () => {
    const broken = await startLiteApi({ clock });
    broken.set({ isBroken: 'AMOUNTS_AS_TEXT' });
    await new LiteApiClient(broken).search({ maxRatesPerHotel: 2 });
    expect(violationsOf(samplesOf(broken.exchanges)).length).toBeGreaterThan(0);
    await broken.close();
  });

  it('a LiteAPI request without a required field fails validation against the OpenAPI documents', () => {
    const { holder: _, ...rest } = BOOKING;
    const request = { method: 'POST', path: '/rates/book', body: { prebookId: 'any', ...rest } };
    expect(violationsOf([request])).toHaveLength(1);
  });
});
