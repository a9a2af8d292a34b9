/**
 * Facts about Rapid that were recorded or that its document or guides state, each with its source and a check of the
 * simulator. The test prints the facts with their sources.
 */
import { expect } from 'vitest';
import type { ManualClock } from '../../manual-clock.ts';
import { RapidClient } from './rapid-client.ts';
import { ACCOUNT, type RapidSimulator } from './simulator.ts';

export interface Fact {
  name: string;
  source: string;
  check(context: FactContext): Promise<void>;
}

export interface FactContext {
  client: RapidClient;
  simulator: RapidSimulator;
  clock: ManualClock;
}

const RECORDED = 'recorded/rapid-2.4';
const DOCUMENT = 'expedia-rapid.yaml';
const OBSERVED = 'observed in a recording that may not be copied';
const GUIDE = 'guide (prose)';

// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields of a simulated response
type Body = any;

function ratesIn(body: Body): Body[] {
  return body.flatMap((property: Body) => property.rooms.flatMap((room: Body) => room.rates));
}

function tokenLength(href: string): number {
  return href.split('?token=')[1]?.length ?? 0;
}

export const FACTS: readonly Fact[] = [
  {
    name: 'links contain tokens of several hundred characters, and the link to book more than 1,000',
    source: `${RECORDED}/availability.response.json, price-check.response.json`,
    async check({ client }) {
      const link = await client.priceCheckLink();
      expect(tokenLength(link)).toBeGreaterThan(400);
      const { body } = await client.send('GET', link);
      expect(tokenLength(body.links.book.href)).toBeGreaterThan(1_000);
      expect(tokenLength(body.links.book.href)).toBeLessThan(1_200);
    },
  },
  {
    name: 'a penalty is a string: a number of nights, or a percentage with a percent sign',
    source: `${RECORDED}/availability.response.json, ${DOCUMENT}`,
    async check({ client }) {
      const penalties = ratesIn((await client.search()).body).flatMap(rate => rate.cancel_penalties);
      expect(penalties).toContainEqual(expect.objectContaining({ nights: '1' }));
      expect(penalties).toContainEqual(expect.objectContaining({ percent: '100%' }));
    },
  },
  {
    name: 'a non-refundable penalty starts at the time of the request, to the millisecond',
    source: OBSERVED,
    async check({ client, clock }) {
      clock.advance(123);
      const rates = ratesIn((await client.search()).body).filter(({ refundable }) => !refundable);
      expect(rates.length).toBeGreaterThan(0);
      for (const { cancel_penalties } of rates)
        expect(Date.parse(cancel_penalties[0].start)).toBe(clock.nowMs());
    },
  },
  {
    name: 'a retrieved itinerary has the same deadline with another UTC offset',
    source: OBSERVED,
    async check({ client }) {
      const { body } = await client.search();
      const [rate] = body[0].rooms[0].rates;
      const bed = Object.values(rate.bed_groups)[0] as Body;
      const checked = await client.send('GET', bed.links.price_check.href);
      await client.book(checked.body.links.book.href, 'OFFSET');
      const found = (await client.lookup('OFFSET')).body[0].rooms[0].rate;
      expect(found.cancel_penalties[0].end).not.toBe(rate.cancel_penalties[0].end);
      expect(Date.parse(found.cancel_penalties[0].end)).toBe(Date.parse(rate.cancel_penalties[0].end));
    },
  },
  {
    name: 'two equal rooms share one entry of occupancy_pricing',
    source: DOCUMENT,
    async check({ client }) {
      const { body } = await client.search({ occupancy: ['2', '2'] });
      expect(Object.keys(ratesIn(body)[0].occupancy_pricing)).toEqual(['2']);
    },
  },
  {
    name: 'the order of the charges of a night varies',
    source: `${RECORDED}/availability.response.json, additional-rates.response.json`,
    async check({ client }) {
      const nights = ratesIn((await client.search()).body)[0].occupancy_pricing['2'].nightly;
      expect(new Set(nights.map((night: Body) => night[0].type)).size).toBe(2);
    },
  },
  {
    name: 'the marketing fee and the total with fees can be in the currency of the property',
    source: `${OBSERVED}, ${DOCUMENT}`,
    async check({ client }) {
      const { totals } = ratesIn((await client.search({ property_id: ['10002'] })).body)[0].occupancy_pricing[
        '2'
      ];
      expect(totals.inclusive.billable_currency.currency).toBe('EUR');
      expect(totals.marketing_fee.billable_currency.currency).toBe('JPY');
      expect(totals.property_inclusive.billable_currency.currency).toBe('JPY');
    },
  },
  {
    name: 'the number of available rooms is 2147483647 if it is unknown',
    source: DOCUMENT,
    async check({ client }) {
      const numbers = ratesIn((await client.search()).body).map(rate => rate.available_rooms);
      expect(numbers).toContain(2_147_483_647);
    },
  },
  {
    name: 'a property without rooms is returned with a reason if reasons are requested, and is left out otherwise',
    source: DOCUMENT,
    async check({ client }) {
      const crowd = { occupancy: ['14'] };
      const [property] = (await client.search(crowd)).body;
      expect(property).toMatchObject({ status: 'partially_unavailable', unavailable_reason: { data: '4' } });
      expect((await client.search({ ...crowd, include: undefined })).body).toEqual([]);
    },
  },
  {
    name: 'a price check reports a changed price or sold-out rooms with status 200, without cancellation penalties',
    source: `${RECORDED}/price-check-changed.response.json, ${DOCUMENT}`,
    async check({ client, simulator }) {
      const link = await client.priceCheckLink();
      expect((await client.send('GET', link)).body).toMatchObject({ status: 'available' });
      simulator.set({ pricePercent: 107 });
      const changed = await client.send('GET', link);
      expect([changed.status, changed.body.status]).toEqual([200, 'price_changed']);
      expect(JSON.stringify(changed.body)).not.toContain('cancel_penalties');
      simulator.set({ pricePercent: 100, soldOut: true });
      const soldOut = await client.send('GET', link);
      simulator.set({ soldOut: false });
      expect([soldOut.status, soldOut.body.status, soldOut.body.links.book]).toEqual([
        200,
        'sold_out',
        undefined,
      ]);
    },
  },
  {
    name: 'an expired link is refused with link.invalid',
    source: `${RECORDED}/errors/link-invalid-400.json, ${DOCUMENT}`,
    async check({ client, clock }) {
      const [priceCheck, book] = [await client.priceCheckLink(), await client.bookLink()];
      clock.advance(3_600_000);
      for (const reply of [await client.send('GET', priceCheck), await client.book(book, 'EXPIRED')]) {
        expect([reply.status, reply.body.errors[0].type]).toEqual([400, 'link.invalid']);
      }
    },
  },
  {
    name: 'the response to a booking contains only the id and links',
    source: `${RECORDED}/itinerary-create.response.json, ${DOCUMENT}`,
    async check({ client }) {
      const { status, body } = await client.book(await client.bookLink(), 'EMPTY');
      expect(status).toBe(201);
      expect(Object.keys(body).sort()).toEqual(['itinerary_id', 'links']);
    },
  },
  {
    name: 'a repeated reference is refused with the nested error duplicate_itinerary',
    source: DOCUMENT,
    async check({ client, simulator }) {
      const link = await client.bookLink();
      await client.book(link, 'REPEATED');
      const { status, body } = await client.book(link, 'REPEATED');
      expect([status, body.type, body.errors[0].type]).toEqual([400, 'invalid_input', 'duplicate_itinerary']);
      expect(simulator.ledger.live('REPEATED')).toHaveLength(1);
    },
  },
  {
    name: 'a booking is refused with 409 if the price has changed, and with 410 if the rooms are sold out',
    source: DOCUMENT,
    async check({ client, simulator }) {
      const link = await client.bookLink();
      simulator.set({ pricePercent: 101 });
      expect((await client.book(link, 'MISMATCH')).body.type).toBe('price_mismatch');
      simulator.set({ pricePercent: 100, soldOut: true });
      expect((await client.book(link, 'SOLD-OUT')).body.type).toBe('rooms_unavailable');
      simulator.set({ soldOut: false });
      expect(simulator.ledger.byReference('MISMATCH')).toEqual([]);
    },
  },
  {
    name: 'a lookup needs the reference and the email address as sent, and returns an empty list for an unknown reference',
    source: `${RECORDED}/errors/itineraries-400.json, ${DOCUMENT}`,
    async check({ client }) {
      await client.book(await client.bookLink(), 'FOUND');
      expect((await client.lookup('FOUND')).body).toHaveLength(1);
      expect((await client.lookup('FOUND', 'other@example.com')).body).toEqual([]);
      expect((await client.lookup('UNSEEN')).body).toEqual([]);
      const { body } = await client.send('GET', '/v3/itineraries?email=a@example.com');
      expect(body.errors[0].type).toBe('affiliate_reference_id.required');
    },
  },
  {
    name: 'a new itinerary can be invisible for minutes',
    source: GUIDE,
    async check({ client, simulator, clock }) {
      simulator.set({ lookupLagMs: 10 * 60_000 });
      await client.book(await client.bookLink(), 'LATE');
      expect((await client.lookup('LATE')).body).toEqual([]);
      clock.advance(10 * 60_000);
      expect((await client.lookup('LATE')).body).toHaveLength(1);
      simulator.set({ lookupLagMs: 0 });
    },
  },
  {
    name: 'a lookup with status 206 contains only the id and the time',
    source: DOCUMENT,
    async check({ client, simulator }) {
      await client.book(await client.bookLink(), 'PARTIAL');
      simulator.set({ degraded: true });
      const { status, body } = await client.lookup('PARTIAL');
      simulator.set({ degraded: false });
      expect([status, Object.keys(body[0])]).toEqual([206, ['itinerary_id', 'creation_date_time']]);
    },
  },
  {
    name: 'cancel_refund is negative, even for a non-refundable room',
    source: `${RECORDED}/itinerary.response.json, ${OBSERVED}`,
    async check({ client }) {
      await client.book(await client.bookLink(), 'REFUND');
      const { rate } = (await client.lookup('REFUND')).body[0].rooms[0];
      expect(rate.refundable).toBe(false);
      expect(rate.cancel_refund.amount).toMatch(/^-\d+\.\d\d$/);
    },
  },
  {
    name: 'each room has its own cancel link, which returns 204 if done and 202 if the result is unknown',
    source: DOCUMENT,
    async check({ client, simulator }) {
      const two = { occupancy: ['2', '2'] };
      await client.book(await client.bookLink(two), 'ROOMS', {
        rooms: [
          { given_name: 'Ada', family_name: 'Tester' },
          { given_name: 'Ada', family_name: 'Tester' },
        ],
      });
      const { rooms } = (await client.lookup('ROOMS')).body[0];
      expect((await client.send('DELETE', rooms[0].links.cancel.href)).status).toBe(204);
      expect(simulator.ledger.live('ROOMS')).toHaveLength(1);
      simulator.set({ cancelAccepted: 'lost' });
      expect((await client.send('DELETE', rooms[1].links.cancel.href)).status).toBe(202);
      simulator.set({ cancelAccepted: undefined });
      const again = await client.send('DELETE', rooms[0].links.cancel.href);
      expect([again.status, again.body.type]).toEqual([400, 'room_already_cancelled']);
    },
  },
  {
    name: 'the remaining capacity is a percentage, and its reset is a time in milliseconds',
    source: `${OBSERVED}, ${DOCUMENT}`,
    async check({ client, clock, simulator }) {
      simulator.set({ perMinute: 1_000 });
      const { headers } = await client.search();
      expect(Number(headers['rate-limit-minute-remaining'])).toBeLessThanOrEqual(100);
      const resetMs = Number(headers['rate-limit-minute-reset']);
      expect(resetMs - clock.nowMs()).toBeGreaterThan(0);
      expect(resetMs - clock.nowMs()).toBeLessThanOrEqual(60_000);
      simulator.set({ perMinute: 0 });
      const { status, body } = await client.search();
      simulator.set({ perMinute: Number.MAX_SAFE_INTEGER });
      expect([status, body.type]).toEqual([429, 'too_many_requests']);
    },
  },
  {
    name: 'a wrong signature, an old timestamp and a wrong key return 401',
    source: DOCUMENT,
    async check({ simulator, clock }) {
      const wrong = `EAN apikey=${ACCOUNT.apiKey},signature=${'0'.repeat(128)},timestamp=${Math.floor(clock.nowMs() / 1_000)}`;
      const late = { nowMs: () => clock.nowMs() - 3_600_000 };
      for (const client of [
        new RapidClient(simulator, clock, { authorization: wrong }),
        new RapidClient(simulator, clock, { authorization: undefined }),
        new RapidClient(simulator, late),
      ]) {
        const { status, body } = await client.search();
        expect([status, body.type]).toEqual([401, 'request_unauthenticated']);
      }
    },
  },
  {
    name: 'a value of the Test header that the operation does not support is refused',
    source: GUIDE,
    async check({ simulator, clock }) {
      const { body } = await new RapidClient(simulator, clock, { test: 'rooms_unavailable' }).search();
      expect(body.errors[0].type).toBe('test.content_invalid');
    },
  },
  {
    name: 'the operation that checks different room types together is newer than the document',
    source: OBSERVED,
    async check({ client }) {
      expect((await client.send('POST', '/v3/properties/10000/rooms?token=any', {})).status).toBe(404);
    },
  },
];
