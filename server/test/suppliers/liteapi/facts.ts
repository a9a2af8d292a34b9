/**
 * Facts about LiteAPI that were recorded or that its guides state, each with its source and a check of the simulator.
 * The test prints the facts with their sources.
 */
import { expect } from 'vitest';
import type { ManualClock } from '../../manual-clock.ts';
import { LiteApiClient } from './lite-api-client.ts';
import { LIVE_KEY, type LiteApiSimulator } from './simulator.ts';

export interface Fact {
  name: string;
  source: string;
  check(context: FactContext): Promise<void>;
}

export interface FactContext {
  client: LiteApiClient;
  simulator: LiteApiSimulator;
  clock: ManualClock;
}

const V3 = 'recorded/liteapi-v3';
const V2 = 'recorded/liteapi-v2';

export const FACTS: readonly Fact[] = [
  {
    name: 'an offer id has 1,080 to 1,132 characters and a rate id 612',
    source: `${V3}/measurements.json`,
    async check({ client }) {
      const { body } = await client.search({ maxRatesPerHotel: 20 });
      for (const { offerId, rates } of body.data[0].roomTypes) {
        expect(offerId.length).toBeGreaterThanOrEqual(1_080);
        expect(offerId.length).toBeLessThanOrEqual(1_132);
        expect(rates[0].rateId).toHaveLength(612);
      }
    },
  },
  {
    name: 'one hotel has about 200 offers and 590 kB without a limit, and 3 kB with maxRatesPerHotel 1',
    source: `${V3}/measurements.json`,
    async check({ client }) {
      const all = await client.search({ occupancies: [{ adults: 1, children: [] }] });
      const offers = all.body.data.flatMap((entry: { roomTypes: object[] }) => entry.roomTypes);
      expect(offers).toHaveLength(200);
      expect(all.bytes).toBeGreaterThan(500_000);
      expect(all.bytes).toBeLessThan(700_000);
      const { bytes } = await client.search({ maxRatesPerHotel: 1 });
      expect(bytes).toBeGreaterThan(2_500);
      expect(bytes).toBeLessThan(3_600);
    },
  },
  {
    name: 'one hotel can occur several times in data[]',
    source: `${V2}/rates.response.json`,
    async check({ client }) {
      const { body } = await client.search({ maxRatesPerHotel: 4 });
      expect(body.data.map(({ hotelId }: { hotelId: string }) => hotelId)).toEqual(['lp1000', 'lp1000']);
    },
  },
  {
    name: 'a non-refundable rate can have one penalty of 100 percent with a date in the past',
    source: `${V2}/rates.response.json`,
    async check({ client }) {
      const { body } = await client.search();
      const infos = body.data.flatMap(
        (entry: { roomTypes: { rates: { cancellationPolicies: object }[] }[] }) =>
          entry.roomTypes.map(({ rates }) => rates[0]?.cancellationPolicies),
      );
      expect(infos).toContainEqual({
        cancelPolicyInfos: [
          { cancelTime: '2022-01-01', amount: 100, currency: 'EUR', type: 'percentage', timezone: 'GMT' },
        ],
        hotelRemarks: [],
        refundableTag: 'NRFN',
      });
    },
  },
  {
    name: 'the payment types of a prebook are authoritative, and a search lists fewer',
    source: `${V3}/01-rates.offer.json, 02-prebook.response.json`,
    async check({ client }) {
      const { body: found } = await client.search({ maxRatesPerHotel: 1 });
      const [{ offerId, paymentTypes }] = found.data[0].roomTypes;
      expect(paymentTypes).toEqual(['NUITEE_PAY']);
      const { body } = await client.prebook(offerId);
      expect(body.data.paymentTypes).toEqual(
        expect.arrayContaining(['NUITEE_PAY', 'ACC_CREDIT_CARD', 'WALLET']),
      );
    },
  },
  {
    name: 'an offer that is a few minutes old is refused with status 400 and code 2001',
    source: `${V3}/errors/prebook-2001-stale-offer.json`,
    async check({ client, clock }) {
      const offerId = await client.offerId();
      clock.advance(10 * 60_000);
      const { status, body } = await client.prebook(offerId);
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: { code: 2001, message: 'no prebook availability' } },
      });
    },
  },
  {
    name: 'a prebook without an offer id is refused with a description and no message',
    source: `${V3}/errors/prebook-4002-no-offer-id.json`,
    async check({ client }) {
      const { body } = await client.prebook(undefined);
      expect(Object.keys(body.error).sort()).toEqual(['code', 'description']);
    },
  },
  {
    name: 'one prebook id can be booked three times, with three bookings and three payments',
    source: `${V3}/measurements.json`,
    async check({ client, simulator }) {
      const prebookId = await client.prebookId();
      const before = simulator.ledger.payments.length;
      const ids = new Set<string>();
      for (let count = 0; count < 3; count += 1) ids.add((await client.book(prebookId)).body.data.bookingId);
      expect(ids.size).toBe(3);
      expect(simulator.ledger.payments.length).toBe(before + 3);
    },
  },
  {
    name: 'a repeated client reference is refused with code 4005 and no description',
    source: `${V3}/errors/book-4005-duplicate.json`,
    async check({ client, simulator }) {
      const prebookId = await client.prebookId();
      await client.book(prebookId, { clientReference: 'REPEATED' });
      const { status, body } = await client.book(await client.prebookId(), { clientReference: 'REPEATED' });
      expect(status).toBe(400);
      expect(body.error).toEqual({
        code: 4005,
        message: 'duplicate booking attempt with existing client reference',
      });
      expect(simulator.ledger.live('REPEATED')).toHaveLength(1);
    },
  },
  {
    name: 'the sandbox confirms a booking without holder and guests',
    source: `${V3}/measurements.json`,
    async check({ client, simulator }) {
      const { body } = await client.book(await client.prebookId(), { holder: undefined, guests: [] });
      expect(body.data.status).toBe('CONFIRMED');
      const live = new LiteApiClient(simulator, LIVE_KEY);
      expect((await live.book(await live.prebookId(), { guests: [] })).status).toBe(400);
    },
  },
  {
    name: 'an unknown payment method and a missing payment return code 5000',
    source: `${V3}/errors/book-5000-payment-method.json, measurements.json`,
    async check({ client }) {
      const prebookId = await client.prebookId();
      for (const payment of [{ method: 'IOU' }, undefined]) {
        const { status, body } = await client.book(prebookId, { payment });
        expect([status, body.error.code]).toEqual([400, 5000]);
        expect(body.error.message).toMatch(/^payment failed please check/);
      }
    },
  },
  {
    name: 'a card payment in the sandbox adds a separate processing fee of about 4 percent',
    source: `${V3}/03-book.response.json`,
    async check({ client }) {
      const { body } = await client.book(await client.prebookId());
      expect(body.data.processingFee / body.data.price).toBeCloseTo(0.04, 3);
    },
  },
  {
    name: 'the sandbox returns the hotel confirmation code "test"',
    source: `${V3}/03-book.response.json`,
    async check({ client }) {
      const { body } = await client.book(await client.prebookId());
      expect(body.data.hotelConfirmationCode).toBe('test');
      expect([body.sandbox, body.data.sandbox]).toEqual([true, 1]);
    },
  },
  {
    name: 'the sandbox of version 2 booked at half of the quoted price',
    source: `${V2}/prebook.response.json, book.response.json`,
    async check({ client, simulator }) {
      simulator.set({ booksAtHalfPrice: true });
      const quoted = await client.prebook(await client.offerId());
      const { body } = await client.book(quoted.body.data.prebookId);
      simulator.set({ booksAtHalfPrice: false });
      expect(body.data.price / quoted.body.data.price).toBeCloseTo(0.5, 2);
    },
  },
  {
    name: 'a prebook reports a price change in whole percent and a change of terms as a flag',
    source: `${V2}/prebook.response.json`,
    async check({ client, simulator }) {
      const offerId = await client.offerId();
      simulator.set({ pricePercent: 95, changesTerms: true });
      const { body } = await client.prebook(offerId);
      simulator.set({ pricePercent: 100, changesTerms: false });
      expect(body.data.priceDifferencePercent).toBe(-5);
      expect(body.data.cancellationChanged).toBe(true);
    },
  },
  {
    name: 'a lookup by client reference returns exactly one booking, or an empty list',
    source: `${V3}/04-lookup.response.json, 04-lookup-none.response.json`,
    async check({ client }) {
      await client.book(await client.prebookId(), { clientReference: 'SEEN' });
      expect((await client.lookup('SEEN')).body.data).toHaveLength(1);
      expect(await client.lookup('UNSEEN')).toMatchObject({ status: 200, body: { data: [] } });
    },
  },
  {
    name: 'the creation time differs by seconds between the booking and a lookup',
    source: `${V3}/measurements.json`,
    async check({ client }) {
      const { body } = await client.book(await client.prebookId(), { clientReference: 'TIMED' });
      const found = (await client.lookup('TIMED')).body.data[0];
      expect(body.data.createdAt).toMatch(/T\d\d:\d\d:\d\d$/);
      expect(Date.parse(found.createdAt) - Date.parse(`${body.data.createdAt}Z`)).toBe(3_000);
    },
  },
  {
    name: 'GET /hotels/rates does not exist',
    source: `${V3}/measurements.json`,
    async check({ client }) {
      expect((await client.send('GET', '/hotels/rates')).status).toBe(404);
    },
  },
  {
    name: 'a wrong key returns 401 with the code 401 in the body',
    source: `${V2}/errors/min-rates-401.json`,
    async check({ simulator }) {
      const { status, body } = await new LiteApiClient(simulator, 'sand_wrong').search();
      expect({ status, body }).toEqual({
        status: 401,
        body: { error: { code: 401, message: 'Unauthorized' } },
      });
    },
  },
  {
    name: 'a search without rooms returns 204, or code 2001 with status 400 or 200',
    source: `liteapi-search.json, ${V2}/errors/min-rates-2001-none.json, guide on API errors (prose)`,
    async check({ client, simulator }) {
      for (const noRooms of ['204', '400', '200'] as const) {
        simulator.set({ noRooms });
        const { status, body } = await client.search({ hotelIds: ['lpnone'] });
        expect([String(status), body?.error.code]).toEqual([noRooms, noRooms === '204' ? undefined : 2001]);
      }
    },
  },
  {
    name: 'too many requests return 429 with code 4290',
    source: 'guides on rate limits and API errors (prose)',
    async check({ client, simulator }) {
      simulator.set({ perSecond: 0 });
      const { status, body } = await client.search();
      simulator.set({ perSecond: undefined });
      expect([status, body.error.code]).toEqual([429, 4290]);
    },
  },
];
